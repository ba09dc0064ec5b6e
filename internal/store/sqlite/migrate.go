// SPDX-License-Identifier: Apache-2.0

package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"cairn/internal/store"
)

// folder is the name of the migrations for SQLite.
const folder = "sqlite"

const createVersions = `CREATE TABLE IF NOT EXISTS goose_db_version (
	id         INTEGER PRIMARY KEY AUTOINCREMENT,
	version_id INTEGER NOT NULL,
	is_applied INTEGER NOT NULL,
	tstamp     TIMESTAMP DEFAULT (datetime('now'))
)`

// migrate migrates a database to the schema of this program, in one transaction. It
// refuses a newer schema. SQLite can replace a table to which foreign keys refer only
// while they are off, and they cannot be switched in a transaction.
func migrate(ctx context.Context, db *sql.DB) (err error) {
	if checkSchema(ctx, db) == nil {
		return nil
	}
	if _, err := db.ExecContext(ctx, "PRAGMA foreign_keys = OFF"); err != nil {
		return err
	}
	defer func() {
		_, on := db.ExecContext(ctx, "PRAGMA foreign_keys = ON")
		err = errors.Join(err, on)
	}()
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	err = store.Migrate(ctx, tx, folder, createVersions, func(ctx context.Context, statements string) error {
		_, err := tx.ExecContext(ctx, statements)
		return err
	})
	if err != nil {
		return errors.Join(fmt.Errorf("migrate: %w", err), tx.Rollback())
	}
	return tx.Commit()
}

// checkSchema returns an error if the schema is not that of this program. It changes
// nothing.
func checkSchema(ctx context.Context, q store.Querier) error {
	have, want, err := versions(ctx, q)
	if err == nil && have < want {
		err = fmt.Errorf("the data has schema %d, want %d: start the server on it once, after a backup: there is no way back", have, want)
	}
	return err
}

// versions returns the schema versions of a database and of this program, and an error
// if migrate could not migrate the database.
func versions(ctx context.Context, q store.Querier) (have, want int64, err error) {
	have, want, err = store.Versions(ctx, q, folder)
	switch {
	case err != nil:
	case have > want:
		err = store.Newer(have, want)
	case have < 1:
		err = fmt.Errorf("the data has schema %d, want 1 to %d: it is none of this program's", have, want)
	}
	return have, want, err
}
