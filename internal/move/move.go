// SPDX-License-Identifier: Apache-2.0

// Package move copies all data of a server between SQLite and PostgreSQL, and
// compares every row afterwards.
//
// It reads the tables from the schema and knows none by name. It neither updates the
// source nor replaces data in the target, and it prints nothing.
package move

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// Report has the counts of a move.
type Report struct {
	Tables []Count // in the order in which they were copied
}

// Count is the number of rows of a table.
type Count struct {
	Table string
	Rows  int
}

// Rows returns the number of rows of a table.
func (r Report) Rows(table string) int {
	for _, c := range r.Tables {
		if c.Table == table {
			return c.Rows
		}
	}
	return 0
}

// rowValues is one row: nil, int64, float64 or string for each column. A boolean is 0
// or 1, as in SQLite.
type rowValues []any

// endpoint is one side of a move.
type endpoint interface {
	// tables returns the columns of each table by its name.
	tables(ctx context.Context) (map[string][]string, error)
	// rows yields the rows of a table in the order of its key. It ends after an error.
	rows(ctx context.Context, t table) iter.Seq2[rowValues, error]
	// insert inserts rows and returns how many there were.
	insert(ctx context.Context, t table, rows iter.Seq2[rowValues, error]) (int, error)
	// commit makes the rows permanent and closes the database.
	commit(ctx context.Context) error
	// close rolls back an open transaction and closes the database.
	close() error
}

// IsURL reports whether a place is a PostgreSQL database, and not a data folder.
func IsURL(place string) bool { return strings.Contains(place, "://") }

// Move copies all data from one place to another: one is a data folder, the other
// the URL of a PostgreSQL database. No server may use either. The target must be
// empty, and it is empty again if an error is returned. begin is called before each
// table is copied; it may be nil.
func Move(ctx context.Context, from, to string, begin func(table string)) (_ Report, err error) {
	if IsURL(from) == IsURL(to) {
		return Report{}, errors.New("want a data folder and the URL of a PostgreSQL database, in any order: cairn backup and pg_dump copy within one kind")
	}
	source, err := open(ctx, from, false)
	if err != nil {
		return Report{}, fmt.Errorf("from: %w", err)
	}
	defer func() { err = errors.Join(err, source.close()) }()
	target, err := open(ctx, to, true)
	if err != nil {
		return Report{}, fmt.Errorf("to: %w", err)
	}
	r, err := copyAll(ctx, source, target, begin)
	if err != nil {
		return Report{}, errors.Join(err, target.close())
	}
	if err := target.commit(ctx); err != nil {
		return Report{}, fmt.Errorf("to: %w", err)
	}
	return r, nil
}

// open opens a place, which must be empty if it is the target.
func open(ctx context.Context, place string, target bool) (endpoint, error) {
	if IsURL(place) {
		return openPostgres(ctx, place, target)
	}
	return openSQLite(ctx, place, target)
}

// copyAll copies every table, and then compares every table.
func copyAll(ctx context.Context, source, target endpoint, begin func(string)) (r Report, err error) {
	tables, err := sameTables(ctx, source, target)
	if err != nil {
		return Report{}, err
	}
	for _, t := range tables {
		if begin != nil {
			begin(t.name)
		}
		if err := ctx.Err(); err != nil {
			return Report{}, err
		}
		n, err := target.insert(ctx, t, source.rows(ctx, t))
		if err != nil {
			return Report{}, fmt.Errorf("copy %s: %w", t.name, err)
		}
		r.Tables = append(r.Tables, Count{t.name, n})
	}
	for i, t := range tables {
		if err := compare(ctx, source, target, t, r.Tables[i].Rows); err != nil {
			return Report{}, fmt.Errorf("compare %s: %w", t.name, err)
		}
	}
	return r, nil
}

// compare returns an error unless a table has equal rows on both sides, as many as were
// copied.
func compare(ctx context.Context, source, target endpoint, t table, copied int) error {
	nextWant, stopWant := iter.Pull2(source.rows(ctx, t))
	defer stopWant()
	nextGot, stopGot := iter.Pull2(target.rows(ctx, t))
	defer stopGot()
	for n := 0; ; n++ {
		want, err, _ := nextWant() // nil at the end
		if err != nil {
			return err
		}
		got, err, _ := nextGot()
		if err != nil {
			return err
		}
		if want == nil && got == nil {
			if n != copied {
				return fmt.Errorf("there are %d rows, and %d were copied", n, copied)
			}
			return nil
		}
		if err := t.differ(got, want); err != nil {
			return err
		}
	}
}
