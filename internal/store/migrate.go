// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
)

// migrations has a folder for each kind of database, with equal file names from 0011 on.
// A released file never changes, and there is no downgrade.
//
//go:embed migrations
var migrations embed.FS

// The table of versions has the name and columns of goose, which migrated older
// databases.
const (
	// FindVersion finds the last migration of a database.
	FindVersion = `SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version`

	noteVersion = `INSERT INTO goose_db_version (version_id, is_applied) VALUES ($1, TRUE)`
)

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

// Migrate migrates a database to the schema of this program, in a transaction of the
// caller. It refuses a newer schema. run runs several statements; createVersions
// creates the table of versions if there is none.
func Migrate(ctx context.Context, tx Querier, folder, createVersions string, run func(ctx context.Context, statements string) error) error {
	if err := run(ctx, createVersions); err != nil {
		return err
	}
	have, want, err := Versions(ctx, tx, folder)
	if err != nil {
		return err
	}
	if have > want {
		return Newer(have, want)
	}
	steps, err := Steps(folder)
	if err != nil {
		return err
	}
	for _, step := range steps {
		if step.Version <= have {
			continue
		}
		if err := run(ctx, step.SQL); err != nil {
			return fmt.Errorf("%s: %w", step.Name, err)
		}
		if _, err := tx.ExecContext(ctx, noteVersion, step.Version); err != nil {
			return err
		}
	}
	return nil
}

// Versions returns the schema versions of a database and of this program.
func Versions(ctx context.Context, q Querier, folder string) (have, want int64, err error) {
	steps, err := Steps(folder)
	if err != nil {
		return 0, 0, err
	}
	want = steps[len(steps)-1].Version
	if err := q.QueryRowContext(ctx, FindVersion).Scan(&have); err != nil {
		return 0, want, fmt.Errorf("read schema version: %w", err)
	}
	return have, want, nil
}

// Newer is the error for a database with a newer schema than this program knows.
func Newer(have, want int64) error {
	return fmt.Errorf("the data has schema %d and this program knows schema %d: use the newer program that wrote it", have, want)
}
