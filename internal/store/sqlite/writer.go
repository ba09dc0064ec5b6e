// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync"

	driver "modernc.org/sqlite"

	"cairn/internal/failure"
	"cairn/internal/store"
)

// maxGroup bounds the changes in one commit, and so the wait of the first change for the
// others.
const maxGroup = 256

var errClosed = errors.New("the store is closed")

// writer makes all changes on one goroutine (group commit). It makes all waiting
// changes in one transaction and commits once; while it syncs, the next group gathers.
// If a change fails, the group is repeated with savepoints, and that change alone is
// rolled back.
type writer struct {
	db         *sql.DB
	connection *sql.Conn
	statements *statements
	jobs       chan *job   // unbuffered: a job that was sent gets an answer
	tasks      chan func() // run between two transactions
	ended      chan struct{}
	pages      int           // written to the log since full was signalled
	full       chan struct{} // signals that the log should be copied: see checkpointer

	closing sync.RWMutex // held for reading during each write
	closed  bool
}

// job is a change that a caller waits for.
type job struct {
	do     func(context.Context, store.Querier) error
	err    error
	answer chan error
}

func newWriter(db *sql.DB) (*writer, error) {
	connection, err := db.Conn(context.Background())
	if err != nil {
		return nil, err
	}
	w := &writer{
		db: db, connection: connection, statements: newStatements(connection),
		jobs: make(chan *job), tasks: make(chan func()), ended: make(chan struct{}), full: make(chan struct{}, 1),
	}
	go w.run()
	return w, nil
}

// write makes a change. The context can cancel it until the writer takes it; after
// that write waits for the result.
func (w *writer) write(ctx context.Context, do func(context.Context, store.Querier) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{do: do, answer: make(chan error, 1)}
	return handOver(ctx, w, w.jobs, j, j.answer)
}

// handOver gives the goroutine of the writer a job or a task, and waits for its answer.
func handOver[T any](ctx context.Context, w *writer, to chan T, work T, answer chan error) error {
	w.closing.RLock()
	defer w.closing.RUnlock()
	if w.closed {
		return errClosed
	}
	select {
	case to <- work:
		return <-answer
	case <-ctx.Done():
		return ctx.Err()
	}
}

// between runs a function on the connection, between two transactions.
func (w *writer) between(ctx context.Context, do func(*sql.Conn) error) error {
	answer := make(chan error, 1)
	return handOver(ctx, w, w.tasks, func() { answer <- do(w.connection) }, answer)
}

// close waits for all writes in progress.
func (w *writer) close() error {
	w.closing.Lock()
	defer w.closing.Unlock()
	if w.closed {
		return nil
	}
	w.closed = true
	close(w.jobs)
	<-w.ended
	return errors.Join(w.statements.close(), w.connection.Close(), w.db.Close())
}

func (w *writer) run() {
	defer close(w.ended)
	var group []*job
	for {
		select {
		case task := <-w.tasks:
			task()
		case first, open := <-w.jobs:
			if !open {
				return
			}
			var failed error
			if group, failed = w.commit(append(group[:0], first)); failed != nil {
				w.overwriteCommit(group, failed)
				continue
			}
			answer(group)
			w.countPages()
		}
	}
}

// countPages counts the pages in the log, and signals when it should be copied.
func (w *writer) countPages() {
	_ = w.connection.Raw(func(connection any) error {
		written, _, err := connection.(driver.DBStatus).Status(driver.DBStatusCacheWrite, true)
		w.pages += written // since the last call
		return err
	})
	if w.pages < copyAfter {
		return
	}
	w.pages = 0
	select {
	case w.full <- struct{}{}:
	default: // signalled already
	}
}

func answer(group []*job) {
	for i, j := range group {
		j.answer <- j.err
		group[i] = nil
	}
}

// commit makes the changes of a group, and of jobs that come meanwhile, in one
// transaction. A change that fails does not affect the others; if the transaction
// fails, all of them fail. unsure is the error of a COMMIT after which the changes may
// be on the disk or not: see overwriteCommit.
func (w *writer) commit(group []*job) (_ []*job, unsure error) {
	group, clean, err := w.runAll(group)
	if err == nil && !clean {
		_ = w.exec("ROLLBACK") // it fails if SQLite has rolled back already
		err = w.runEach(group)
	}
	if err == nil {
		if err = w.exec("COMMIT"); err == nil {
			return group, nil
		}
		if !diskFull(err) {
			unsure = err
		}
	}
	_ = w.exec("ROLLBACK")
	for _, j := range group {
		j.err = err
	}
	return group, unsure
}

// runAll makes the changes of a group without savepoints, which take as long as a small
// change. It stops at the first failure: nearly all changes succeed.
func (w *writer) runAll(group []*job) (_ []*job, clean bool, err error) {
	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return group, false, err
	}
	for i := 0; i < len(group); i++ {
		if group[i].err = group[i].do(context.Background(), w.statements); group[i].err != nil {
			return group, false, nil
		}
		if i == len(group)-1 {
			group = w.gather(group)
		}
	}
	return group, true, nil
}

// runEach makes the changes of a group, each with a savepoint.
func (w *writer) runEach(group []*job) error {
	err := w.exec("BEGIN IMMEDIATE")
	for i := 0; i < len(group) && err == nil; i++ {
		err = w.runOne(group[i])
	}
	return err
}

// gather adds the waiting jobs to a group. It first yields: callers that were just
// answered often write again.
func (w *writer) gather(group []*job) []*job {
	runtime.Gosched()
	for len(group) < maxGroup {
		select {
		case j, open := <-w.jobs:
			if !open {
				return group
			}
			group = append(group, j)
		default:
			return group
		}
	}
	return group
}

// runOne makes one change with a savepoint. It returns an error only if the transaction
// has failed: some disk errors roll all of it back.
func (w *writer) runOne(j *job) error {
	if err := w.exec("SAVEPOINT one"); err != nil {
		return err
	}
	if j.err = j.do(context.Background(), w.statements); j.err != nil {
		if err := w.exec("ROLLBACK TO one"); err != nil {
			return groupError(j.err, err)
		}
	}
	if err := w.exec("RELEASE one"); err != nil {
		return errors.Join(j.err, err)
	}
	return nil
}

// groupError returns the error of all changes in a group that was rolled back because of
// one change: its disk error, which every change would have met, or its text, since its
// meaning is only for its own caller.
func groupError(cause, err error) error {
	if meaning(cause) == failure.ErrNoSpace {
		return cause
	}
	return fmt.Errorf("the transaction is lost: %v: %w", cause, err)
}

func (w *writer) exec(query string) error {
	_, err := w.statements.ExecContext(context.Background(), query)
	return err
}
