// SPDX-License-Identifier: Apache-2.0

package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"cairn/internal/store/sqlite"
)

// sqliteDatabase is the database in a data folder.
type sqliteDatabase struct {
	dir    string
	aside  string // of a target: the folder in which it is made
	db     *sql.DB
	tx     *sql.Tx
	unlock func() error // nil if the folder is not locked
}

// openSQLite opens a data folder that no server uses. For a target it makes a database in a
// temporary folder inside a data folder without a database.
func openSQLite(ctx context.Context, dir string, target bool) (_ *sqliteDatabase, err error) {
	s, place, options := &sqliteDatabase{dir: dir}, dir, sqlite.Options{ReadOnly: true}
	switch _, missing := os.Stat(sqlite.Path(dir)); {
	case target && missing == nil:
		return nil, fmt.Errorf("there is data in %s already: choose another folder", dir)
	case target:
		s.aside = filepath.Join(dir, "moving")
		place, options = s.aside, sqlite.Options{}
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, err
		}
	case missing != nil:
		return nil, fmt.Errorf("there is no data in %s: %w", dir, missing)
	}
	if s.unlock, err = sqlite.Lock(dir); err != nil {
		return nil, err
	}
	if target {
		if err = os.RemoveAll(s.aside); err == nil { // of a move that was killed
			err = makeEmpty(s.aside)
		}
	}
	if err == nil {
		s.db, err = sqlite.Raw(place, options)
	}
	if err == nil {
		s.tx, err = s.db.BeginTx(ctx, nil)
	}
	if err != nil {
		return nil, errors.Join(err, s.close())
	}
	return s, nil
}

// makeEmpty makes a database without rows.
func makeEmpty(dir string) error {
	s, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		return err
	}
	return s.Close()
}

// tables implements endpoint.
func (s *sqliteDatabase) tables(ctx context.Context) (map[string][]string, error) {
	names, err := column(ctx, s.tx, `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name <> $1`, versions)
	if err != nil {
		return nil, err
	}
	all := map[string][]string{}
	for _, name := range names {
		columns, err := column(ctx, s.tx, `SELECT name FROM pragma_table_info($1)`, name)
		if err != nil {
			return nil, err
		}
		slices.Sort(columns)
		all[name] = columns
	}
	return all, nil
}

// keys returns the primary key of a table, and the tables to which its foreign keys
// lead.
func (s *sqliteDatabase) keys(ctx context.Context, name string) (key, parents []string, err error) {
	if key, err = column(ctx, s.tx, `SELECT name FROM pragma_table_info($1) WHERE pk > 0 ORDER BY pk`, name); err != nil {
		return nil, nil, err
	}
	if len(key) == 0 {
		return nil, nil, fmt.Errorf("table %s has no key", name)
	}
	parents, err = column(ctx, s.tx, `SELECT DISTINCT "table" FROM pragma_foreign_key_list($1) WHERE "table" <> $1`, name)
	return key, parents, err
}

// rows implements endpoint.
func (s *sqliteDatabase) rows(ctx context.Context, t table) iter.Seq2[rowValues, error] {
	return func(yield func(rowValues, error) bool) {
		rows, err := s.tx.QueryContext(ctx, t.query())
		if err != nil {
			yield(nil, err)
			return
		}
		defer rows.Close()
		values := make([]any, len(t.columns))
		targets := make([]any, len(values))
		for i := range values {
			targets[i] = &values[i]
		}
		for rows.Next() {
			if !yield(newRow(values, rows.Scan(targets...))) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// insert implements endpoint.
func (s *sqliteDatabase) insert(ctx context.Context, t table, rows iter.Seq2[rowValues, error]) (n int, err error) {
	places := strings.TrimSuffix(strings.Repeat("?, ", len(t.columns)), ", ")
	statement, err := s.tx.PrepareContext(ctx, "INSERT INTO "+list([]string{t.name})+" ("+list(t.columns)+") VALUES ("+places+")")
	if err != nil {
		return 0, err
	}
	defer statement.Close()
	for r, err := range rows {
		if err == nil {
			_, err = statement.ExecContext(ctx, r...)
		}
		if err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// commit implements endpoint: the new database is checked and moved into the data folder.
func (s *sqliteDatabase) commit(ctx context.Context) (err error) {
	defer func() { err = errors.Join(err, s.close()) }()
	if err := s.tx.Commit(); err != nil {
		return err
	}
	if err := s.db.Close(); err != nil { // moves the log into the file
		return err
	}
	if err := s.unlock(); err != nil { // Restore locks the folder
		return err
	}
	s.unlock = nil
	return sqlite.Restore(ctx, s.dir, sqlite.Path(s.aside))
}

// close implements endpoint.
func (s *sqliteDatabase) close() (err error) {
	if s.tx != nil {
		if err = s.tx.Rollback(); errors.Is(err, sql.ErrTxDone) {
			err = nil
		}
	}
	if s.db != nil {
		err = errors.Join(err, s.db.Close())
	}
	if s.aside != "" {
		err = errors.Join(err, os.RemoveAll(s.aside))
	}
	if s.unlock != nil {
		err = errors.Join(err, s.unlock())
	}
	return err
}
