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
	// database, 48 MB. A move writes one or two pages in a large group, three in a
	// commit of its own.
	copyAfter = 12_000
	// fewPages are copied within milliseconds.
	fewPages = 256
	// maxPasses bounds the passes over pages that were written during the last pass.
	maxPasses = 5

	copyLog = `PRAGMA wal_checkpoint(PASSIVE)`
)

// checkpointer copies the log (WAL) into the database beside the writer. With thousands
// of running matches the log hardly has a page twice, and copying it takes half a second,
// in which the writer could store no move.
//
// If it fails, SQLite's own checkpoint copies a log of several times the usual size (see
// dsn).
type checkpointer struct {
	db     *sql.DB
	writer *writer
	cancel context.CancelFunc
	ended  sync.WaitGroup
}

// newCheckpointer starts a checkpointer, which owns the connection of db.
func newCheckpointer(db *sql.DB, w *writer) *checkpointer {
	ctx, cancel := context.WithCancel(context.Background())
	c := &checkpointer{db: db, writer: w, cancel: cancel}
	c.ended.Go(func() {
		for {
			select {
			case <-w.full:
				_ = c.copy(ctx) // the next call copies the rest
			case <-ctx.Done():
				return
			}
		}
	})
	return c
}

// copy copies the log, and then the pages that were added meanwhile, until they are few.
// The rest is copied between two transactions of the writer: only a log that is copied
// as a whole is reused from its beginning.
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
// pages have been copied so far.
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
