// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"github.com/pressly/goose/v3"

	"cairn/internal/store"
)

// Check reads the whole database and returns the first fault of its structure. It
// may run while the database is in use. It does not replay matches.
func (s *Store) Check(ctx context.Context) error {
	if err := checkStructure(ctx, s.db.reading); err != nil {
		return fmt.Errorf("check %s: %w", s.path, err)
	}
	return nil
}

// Verify checks a file that is not in use, such as a backup: it must be intact and
// have the schema of this program or of an older version. It changes nothing.
func Verify(ctx context.Context, path string) (err error) {
	if _, err := os.Stat(path); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	parameters := readParameters(path)
	parameters.Set("mode", "ro")
	db, err := openPool(fileURL(path, parameters), 1)
	if err != nil {
		return fmt.Errorf("verify %s: %w", path, err)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = checkStructure(ctx, db)
	if err == nil {
		err = store.CheckOrigin(ctx, db, goose.DialectSQLite3, folder)
	}
	if err != nil {
		return fmt.Errorf("verify %s: %w", path, err)
	}
	return nil
}

// checkStructure checks pages and indexes, then foreign keys.
func checkStructure(ctx context.Context, db *sql.DB) error {
	var verdict string
	if err := db.QueryRowContext(ctx, `PRAGMA integrity_check(1)`).Scan(&verdict); err != nil {
		return damaged(err)
	}
	if verdict != "ok" {
		return fmt.Errorf("the database is damaged: %s", verdict)
	}
	var table, parent string
	err := db.QueryRowContext(ctx, `SELECT "table", "parent" FROM pragma_foreign_key_check LIMIT 1`).Scan(&table, &parent)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return fmt.Errorf("the database is damaged: a row of %s refers to a missing row of %s", table, parent)
}
