// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"errors"
	"fmt"
	"time"
)

const (
	// settleFor is how long the callers of a failed commit wait until the writer
	// knows what is on the disk.
	settleFor = 2 * time.Second
	// settleEvery is the time between two attempts to find out.
	settleEvery = 100 * time.Millisecond
)

var (
	errUnknown   = errors.New("the commit failed, and it is not known what is on the disk")
	errUnsettled = errors.New("nothing is written until the disk recovers from a failed commit")
)

// rewriteFirstPage commits the first page of the database as it is: nothing else
// uses the user version.
const rewriteFirstPage = `PRAGMA user_version = 0`

// settle is called after a COMMIT failed, as it does when the disk cannot be
// synced. SQLite has forgotten the transaction by then, but its frames may be in
// the log, with the mark of a commit: after a crash SQLite would find them there and
// the refused changes would be made. The next successful commit overwrites the
// frames, and only then is it sure that the changes are gone. So settle commits a
// page until that succeeds, and refuses all other changes meanwhile.
//
// The group gets its error once it is sure that nothing has changed, or errUnknown
// after settleFor.
func (w *writer) settle(group []*job, failed error) {
	again := time.NewTicker(settleEvery)
	defer again.Stop()
	giveUp := time.After(settleFor)
	for w.exec(rewriteFirstPage) != nil {
		for waiting := true; waiting; {
			select {
			case <-again.C:
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
				j.answer <- errUnsettled
			}
		}
	}
	answer(group)
}
