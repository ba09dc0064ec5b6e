// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"
	"sync"

	"cairn/internal/store"
)

const (
	// copyAfter is the number of pages in the log after which it is copied into the
	// database, 48 MB. A move writes one or two pages in a large group, three alone.
	copyAfter = 12_000
	// fewPages are copied within milliseconds.
	fewPages = 256
	// maxPasses bounds the passes over what was written during the pass before.
	maxPasses = 5

	copyLog = `PRAGMA wal_checkpoint(PASSIVE)`
)

// checkpointer copies the log into the database beside the writer. With thousands of
// running matches nearly every page of the log is another one, and copying them takes
// half a second, during which no move could be stored.
//
// If it fails, the writer copies a log that has grown to several times its usual size
// (see dsn).
type checkpointer struct {
	db     *sql.DB
	writer *writer
	cancel context.CancelFunc
	ended  sync.WaitGroup
}

// newCheckpointer starts a checkpointer with a connection of its own.
func newCheckpointer(db *sql.DB, w *writer) *checkpointer {
	ctx, cancel := context.WithCancel(context.Background())
	c := &checkpointer{db: db, writer: w, cancel: cancel}
	c.ended.Go(func() {
		for {
			select {
			case <-w.full:
				_ = c.copy(ctx) // the next one copies what this one did not
			case <-ctx.Done():
				return
			}
		}
	})
	return c
}

// copy copies the log, and then what was added meanwhile, until that is little. The
// writer does the rest between two transactions, so that the log is copied as a whole
// and the next transaction begins it anew.
func (c *checkpointer) copy(ctx context.Context) error {
	for before, pass := 0, 0; pass < maxPasses; pass++ {
		copied, err := copyPages(ctx, c.db)
		if err != nil {
			return err
		}
		if copied-before < fewPages {
			break
		}
		before = copied
	}
	return c.writer.between(ctx, func(conn *sql.Conn) error {
		_, err := copyPages(ctx, conn)
		return err
	})
}

// copyPages copies as much of the log as no reader needs, and returns how many of its
// pages are copied then.
func copyPages(ctx context.Context, db store.Querier) (int, error) {
	var busy, pages, copied int
	err := db.QueryRowContext(ctx, copyLog).Scan(&busy, &pages, &copied)
	return copied, err
}

func (c *checkpointer) close() error {
	c.cancel()
	c.ended.Wait()
	return c.db.Close()
}
