// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"github.com/pressly/goose/v3"
)

// migrations has one folder for each kind of database, with the same file names
// in all of them. A released file never changes, and there is no downgrade.
//
//go:embed migrations
var migrations embed.FS

// FindVersion finds the last migration of a database. The table belongs to goose.
const FindVersion = `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version`

// Migrate brings a database to the schema of this program, in one transaction for
// each step. It refuses a newer schema and changes nothing then. The folder is a
// name under migrations.
func Migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, folder string) error {
	steps, err := newSteps(db, dialect, folder)
	if err != nil {
		return err
	}
	have, want, err := steps.GetVersions(ctx)
	if err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	if have > want {
		return Newer(have, want)
	}
	if _, err := steps.Up(ctx); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// CheckSchema returns an error if the schema is not that of this program. It
// changes nothing.
func CheckSchema(ctx context.Context, db *sql.DB, dialect goose.Dialect, folder string) error {
	have, want, err := versions(ctx, db, dialect, folder)
	switch {
	case err != nil:
		return err
	case have > want:
		return Newer(have, want)
	case have < want:
		return fmt.Errorf("the data has schema %d, want %d: start the server on it once", have, want)
	}
	return nil
}

// CheckOrigin returns an error if the schema is not that of this program or of an
// older version of it, which Migrate can update. It changes nothing.
func CheckOrigin(ctx context.Context, db *sql.DB, dialect goose.Dialect, folder string) error {
	have, want, err := versions(ctx, db, dialect, folder)
	switch {
	case err != nil:
		return err
	case have > want:
		return Newer(have, want)
	case have < 1:
		return fmt.Errorf("the data has schema %d, want 1 to %d: it is none of this program's", have, want)
	}
	return nil
}

// versions returns the schema versions of a database and of this program.
func versions(ctx context.Context, db *sql.DB, dialect goose.Dialect, folder string) (have, want int64, err error) {
	steps, err := newSteps(db, dialect, folder)
	if err != nil {
		return 0, 0, err
	}
	sources := steps.ListSources()
	if err := db.QueryRowContext(ctx, FindVersion).Scan(&have); err != nil {
		return 0, 0, fmt.Errorf("read schema version: %w", err)
	}
	return have, sources[len(sources)-1].Version, nil
}

// Newer returns the error for a database with a newer schema than this program's.
func Newer(have, want int64) error {
	return fmt.Errorf("the data has schema %d and this program knows schema %d: use the newer program that wrote it", have, want)
}

func newSteps(db *sql.DB, dialect goose.Dialect, folder string) (*goose.Provider, error) {
	files, err := fs.Sub(migrations, "migrations/"+folder)
	if err != nil {
		return nil, fmt.Errorf("migrations for %s: %w", folder, err)
	}
	steps, err := goose.NewProvider(dialect, db, files)
	if err != nil {
		return nil, fmt.Errorf("migrations for %s: %w", folder, err)
	}
	return steps, nil
}

// Step is one migration.
type Step struct {
	Version int64
	Name    string
	SQL     string
}

// Steps returns the migrations in a folder in their order.
func Steps(folder string) ([]Step, error) {
	names, err := fs.Glob(migrations, "migrations/"+folder+"/*.sql") // sorted
	if err != nil || len(names) == 0 {
		return nil, errors.Join(fmt.Errorf("there are no migrations for %s", folder), err)
	}
	steps := make([]Step, len(names))
	for i, path := range names {
		content, err := migrations.ReadFile(path)
		if err != nil {
			return nil, err
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("migration %s: want a number before the first underscore: %w", name, err)
		}
		steps[i] = Step{version, name, string(content)}
	}
	return steps, nil
}
