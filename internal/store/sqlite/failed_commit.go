// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"
	"time"
)

const (
	// unknownAfter is how long the callers of a failed commit wait until it is overwritten.
	unknownAfter = 2 * time.Second
	// overwriteEvery is the time between two attempts to overwrite the commit.
	overwriteEvery = 100 * time.Millisecond
)

var (
	errUnknown     = errors.New("the commit failed, and it is not known what is on the disk")
	errOverwriting = errors.New("nothing is written until the disk recovers from a failed commit")
)

// rewriteFirstPage commits the first page of the database as it is: nothing else
// uses the user version.
const rewriteFirstPage = `PRAGMA user_version = 0`

// overwriteCommit resolves a COMMIT that failed, as it does when the disk cannot be
// synced. SQLite has forgotten the transaction by then, but its frames may be in the
// log (WAL), with the mark of a commit: recovery after a crash would make changes whose
// callers got an error. The next successful commit overwrites the frames. So
// overwriteCommit commits a page until that succeeds, and refuses all other changes
// meanwhile.
//
// The group gets its error once the frames are overwritten, or errUnknown after
// unknownAfter.
func (w *writer) overwriteCommit(group []*job, failed error) {
	retry := time.NewTicker(overwriteEvery)
	defer retry.Stop()
	giveUp := time.After(unknownAfter)
	for w.exec(rewriteFirstPage) != nil {
		for waiting := true; waiting; {
			select {
			case <-retry.C:
				waiting = false
			case <-giveUp:
				for _, j := range group {
					j.err = fmt.Errorf("%w: %w", errUnknown, failed)
				}
				answer(group)
				group = nil
			case task := <-w.tasks:
				task()
			case j, open := <-w.jobs:
				if !open {
					return // close has waited for the answers to the group
				}
				j.answer <- errOverwriting
			}
		}
	}
	answer(group)
}
