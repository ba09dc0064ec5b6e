// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

// Check reads the whole database and returns the first fault of its structure. It
// may run while the database is in use. It does not replay matches.
func (s *Store) Check(ctx context.Context) error {
	if err := checkStructure(ctx, s.db.reading); err != nil {
		return fmt.Errorf("check %s: %w", s.path, err)
	}
	return nil
}

// ErrDamaged is returned for a database whose pages or rows are damaged, or cannot be
// read.
var ErrDamaged = errors.New("the database is damaged")

const (
	findTables = `SELECT name FROM sqlite_schema WHERE type = 'table' UNION ALL SELECT 'sqlite_schema'`
	checkTable = `SELECT integrity_check FROM pragma_integrity_check($1) LIMIT 1`
)

// CheckTables checks the pages and indexes of one table after another while the store
// is in use, and pauses after each table for as long as the check took. It returns
// ErrDamaged for the first fault. It reads 300 MB a second from memory.
func (s *Store) CheckTables(ctx context.Context) (err error) {
	db := openPool(dsn(s.path, Options{ReadOnly: true}), 1)
	defer func() { err = errors.Join(err, db.Close()) }()
	var tables []string
	if err := collect(ctx, db, findTables, nil, &tables); err != nil {
		return explainDamage(err)
	}
	for _, table := range tables {
		began, verdict := time.Now(), ""
		if err := db.QueryRowContext(ctx, checkTable, table).Scan(&verdict); err != nil {
			return fmt.Errorf("check table %s: %w", table, explainDamage(err))
		}
		if verdict != "ok" {
			return fmt.Errorf("check table %s: %w: %s", table, ErrDamaged, verdict)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Since(began)):
		}
	}
	return nil
}

// Verify checks a file that is not in use, such as a backup: it must be intact and
// have the schema of this program or of an older version. It changes nothing.
func Verify(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	parameters := readParameters(path)
	parameters.Set("mode", "ro")
	db := openPool(fileURL(path, parameters), 1)
	err := checkStructure(ctx, db)
	if err == nil {
		_, _, err = versions(ctx, db)
	}
	if err = errors.Join(err, db.Close()); err != nil {
		return fmt.Errorf("verify %s: %w", path, err)
	}
	return nil
}

// checkStructure checks pages and indexes, then foreign keys.
func checkStructure(ctx context.Context, db *sql.DB) error {
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return explainDamage(err)
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s", ErrDamaged, verdict)
	}
	var table, parent string
	err := db.QueryRowContext(ctx, `SELECT "table", "parent" FROM pragma_foreign_key_check LIMIT 1`).Scan(&table, &parent)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("%w: a row of %s refers to a missing row of %s", ErrDamaged, table, parent)
}
