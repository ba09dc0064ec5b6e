// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"

	driver "modernc.org/sqlite"

	"cairn/internal/store"
)

// maxGroup bounds the changes committed together, and so how long the first one
// waits for the others.
const maxGroup = 256

var errClosed = errors.New("the store is closed")

// writer makes all changes on one goroutine. It takes all waiting changes, makes
// them in one transaction, and commits once. While it syncs, the next group waits. If
// one of them fails, all are made again between savepoints, and it alone is rolled back.
type writer struct {
	db         *sql.DB
	connection *sql.Conn
	statements *statements
	jobs       chan *job // unbuffered: a sent job is being done
	tasks      chan func()
	ended      chan struct{}
	pages      int           // written to the log since it was found to be full
	full       chan struct{} // the log should be copied: see checkpointer

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
	w.closing.RLock()
	defer w.closing.RUnlock()
	if w.closed {
		return errClosed
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	j := &job{do: do, answer: make(chan error, 1)}
	select {
	case w.jobs <- j:
		return <-j.answer
	case <-ctx.Done():
		return ctx.Err()
	}
}

// between runs a function on the connection between two transactions.
func (w *writer) between(ctx context.Context, do func(*sql.Conn) error) error {
	w.closing.RLock()
	defer w.closing.RUnlock()
	if w.closed {
		return errClosed
	}
	answer := make(chan error, 1)
	select {
	case w.tasks <- func() { answer <- do(w.connection) }:
		return <-answer
	case <-ctx.Done():
		return ctx.Err()
	}
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
				w.settle(group, failed)
				continue
			}
			answer(group)
			w.count()
		}
	}
}

// count counts the pages in the log, and reports when it should be copied.
func (w *writer) count() {
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
	default: // it was reported
	}
}

// answer answers the jobs of a group.
func answer(group []*job) {
	for i, j := range group {
		j.answer <- j.err
		group[i] = nil
	}
}

// commit makes the changes of a group, and of jobs that come meanwhile, in one
// transaction. A change that fails does not affect the others; if the transaction
// fails, all of them fail. The error is that of a COMMIT after which the changes may
// be on the disk or not: see settle.
func (w *writer) commit(group []*job) (_ []*job, unsure error) {
	group, clean, err := w.together(group)
	if err == nil && !clean {
		_ = w.exec("ROLLBACK") // it fails if SQLite has rolled back already
		err = w.apart(group)
	}
	if err == nil {
		if err = w.exec("COMMIT"); err == nil {
			return group, nil
		}
		if !full(err) {
			unsure = err
		}
	}
	_ = w.exec("ROLLBACK")
	for _, j := range group {
		j.err = err
	}
	return group, unsure
}

// together makes the changes of a group without savepoints, which take as long as a
// small change. It stops at the first one that fails: nearly all succeed.
func (w *writer) together(group []*job) (_ []*job, clean bool, err error) {
	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return group, false, err
	}
	for i := 0; i < len(group); i++ {
		if group[i].err = w.call(group[i].do); group[i].err != nil {
			return group, false, nil
		}
		if i == len(group)-1 {
			group = w.gather(group)
		}
	}
	return group, true, nil
}

// apart makes the changes of a group, each between savepoints.
func (w *writer) apart(group []*job) error {
	err := w.exec("BEGIN IMMEDIATE")
	for i := 0; i < len(group) && err == nil; i++ {
		err = w.attempt(group[i])
	}
	return err
}

// gather adds the waiting jobs to a group. It first lets other goroutines run,
// since callers that were just answered often write again.
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

// attempt makes one change between savepoints. It returns an error only when the
// transaction has failed: some disk errors roll all of it back.
func (w *writer) attempt(j *job) error {
	if err := w.exec("SAVEPOINT one"); err != nil {
		return err
	}
	if j.err = w.call(j.do); j.err != nil {
		if err := w.exec("ROLLBACK TO one"); err != nil {
			return lost(j.err, err)
		}
	}
	if err := w.exec("RELEASE one"); err != nil {
		return errors.Join(j.err, err)
	}
	return nil
}

// lost returns the error that made the batch fail; every change in the batch gets
// it. A disk error of one change is returned as it is, any other is not.
func lost(cause, err error) error {
	if errorKind(cause) == store.NoSpace {
		return cause
	}
	return fmt.Errorf("the transaction is lost: %v: %w", cause, err)
}

// call runs a change and turns its panic into an error.
func (w *writer) call(do func(context.Context, store.Querier) error) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("panic in a transaction: %v\n%s", cause, debug.Stack())
		}
	}()
	return do(context.Background(), w.statements)
}

func (w *writer) exec(query string) error {
	_, err := w.statements.ExecContext(context.Background(), query)
	return err
}
