// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"time"

	"cairn/internal/store"
)

const (
	// The tables that hold what people typed, their addresses and their keys, and the
	// indexes of these tables. Others name people by random ids alone, which belong to
	// no one once the account is deleted.
	findPersonal = `SELECT name FROM sqlite_schema WHERE rootpage > 0 AND tbl_name IN ('users', 'sessions', 'tokens', 'passkeys', 'identities',
'ssh_keys', 'pushes', 'digests', 'attempts', 'reports')`

	// Overflow pages belong to one row and are erased with it.
	findPages = `SELECT pageno FROM dbstat WHERE name = $1 AND pagetype <> 'overflow'`

	readPage  = `SELECT data FROM sqlite_dbpage WHERE pgno = $1`
	writePage = `UPDATE sqlite_dbpage SET data = $2 WHERE pgno = $1`

	emptyLog = `PRAGMA wal_checkpoint(TRUNCATE)`
)

const (
	// Writers wait while an attempt to empty the log waits for readers, so attempts
	// are short and far between. Nearly all reads take less than a millisecond; only
	// a backup reads for long.
	attemptWipe = 20 * time.Millisecond
	betweenWipe = 200 * time.Millisecond
)

// Wipe implements store.Database. The writing connection erases rows when it deletes
// them (secure_delete), but when SQLite moves a row to another page, the old bytes stay
// in the free space of the page. Wipe erases the free space, then copies the log into
// the file and truncates it.
//
// With a hundred thousand accounts it takes 0.2 s, and other writers wait for at
// most 0.12 s. It tries until no connection reads older data or the context ends.
func (d *database) Wipe(ctx context.Context) error {
	var trees []string
	err := collect(ctx, d.reader, findPersonal, nil, &trees)
	for _, tree := range trees {
		if err != nil {
			break
		}
		err = d.writer.write(ctx, func(ctx context.Context, tx store.Querier) error { return wipePages(ctx, tx, tree) })
	}
	if err != nil {
		return fmt.Errorf("erase free space: %w", err)
	}
	return d.emptyLog(ctx)
}

// wipePages erases the free space in all pages of one table or index.
func wipePages(ctx context.Context, tx store.Querier, tree string) error {
	var pages []int64
	if err := collect(ctx, tx, findPages, []any{tree}, &pages); err != nil {
		return err
	}
	for _, number := range pages {
		var page []byte
		if err := tx.QueryRowContext(ctx, readPage, number).Scan(&page); err != nil {
			return err
		}
		if !eraseFree(page) {
			continue
		}
		if _, err := tx.ExecContext(ctx, writePage, number, page); err != nil {
			return err
		}
	}
	return nil
}

// eraseFree erases the free space of a b-tree page and reports whether it changed
// anything. The layout is that of https://sqlite.org/fileformat2.html#b_tree_pages:
//
//	0 type | 1 first freeblock | 3 cells | 5 start of cells | 7 | 8 or 12 pointers | free | cells and freeblocks
//
// A freeblock begins with two bytes for the next one and two for its own size.
// Pages of another form are not changed; page 1, which has another header, belongs
// to the schema.
func eraseFree(page []byte) bool {
	const leafTable, leafIndex, innerTable, innerIndex = 13, 10, 5, 2
	number := func(at int) int { return int(binary.BigEndian.Uint16(page[at:])) }
	if len(page) < 512 {
		return false
	}
	pointers := 8
	switch page[0] {
	case leafTable, leafIndex:
	case innerTable, innerIndex:
		pointers = 12
	default:
		return false
	}
	erased := erase(page, pointers+2*number(3), number(5))
	for at := number(1); at != 0 && at+4 <= len(page); at = number(at) {
		erased = erase(page, at+4, at+number(at+2)) || erased
		if next := number(at); next != 0 && next <= at { // the offsets increase; a loop means damage
			break
		}
	}
	return erased
}

// erase fills a part of a page with zeros and reports whether that changed it.
func erase(page []byte, from, to int) bool {
	if from > to || to > len(page) {
		return false
	}
	part := page[from:to]
	dirty := slices.ContainsFunc(part, func(b byte) bool { return b != 0 })
	clear(part)
	return dirty
}

// emptyLog copies the log into the file and truncates it, once no connection reads from
// it.
func (d *database) emptyLog(ctx context.Context) error {
	for {
		var busy bool
		err := d.writer.between(ctx, func(connection *sql.Conn) (err error) {
			busy, err = tryEmptyLog(connection)
			return err
		})
		if err != nil || !busy {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("empty the log: a long read is in progress, such as a backup: %w", ctx.Err())
		case <-time.After(betweenWipe):
		}
	}
}

// tryEmptyLog tries for attemptWipe to empty the log.
func tryEmptyLog(connection *sql.Conn) (busy bool, err error) {
	ctx := context.Background()
	if _, err := connection.ExecContext(ctx, busyTimeout(attemptWipe)); err != nil {
		return false, err
	}
	defer func() {
		_, back := connection.ExecContext(ctx, busyTimeout(busyFor))
		err = errors.Join(err, back)
	}()
	var pages, moved int
	err = connection.QueryRowContext(ctx, emptyLog).Scan(&busy, &pages, &moved)
	return busy, err
}

func busyTimeout(d time.Duration) string {
	return fmt.Sprintf(`PRAGMA busy_timeout = %d`, d.Milliseconds())
}

// collect reads the values of one column.
func collect[T any](ctx context.Context, q store.Querier, query string, args []any, list *[]T) error {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var value T
		if err := rows.Scan(&value); err != nil {
			return err
		}
		*list = append(*list, value)
	}
	return rows.Err()
}
