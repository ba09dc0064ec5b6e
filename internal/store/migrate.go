// SPDX-License-Identifier: Apache-2.0

package store

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"path"
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

// step is one migration.
type step struct {
	version int64
	name    string
}

// steps returns the migrations in a folder in their order.
func steps(folder string) (steps []step) {
	names, _ := fs.Glob(migrations, "migrations/"+folder+"/*.sql") // sorted
	for _, name := range names {
		number, _, _ := strings.Cut(path.Base(name), "_")
		version, err := strconv.ParseInt(number, 10, 64)
		if err != nil {
			panic("migration " + name + ": want a number before the first underscore")
		}
		steps = append(steps, step{version, name})
	}
	return steps
}

// Latest returns the schema version of this program.
func Latest(folder string) int64 {
	steps := steps(folder)
	return steps[len(steps)-1].version
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
	for _, step := range steps(folder) {
		if step.version <= have {
			continue
		}
		statements, err := migrations.ReadFile(step.name)
		if err == nil {
			err = run(ctx, string(statements))
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path.Base(step.name), err)
		}
		if _, err := tx.ExecContext(ctx, noteVersion, step.version); err != nil {
			return err
		}
	}
	return nil
}

// Versions returns the schema versions of a database and of this program.
func Versions(ctx context.Context, q Querier, folder string) (have, want int64, err error) {
	want = Latest(folder)
	if err := q.QueryRowContext(ctx, FindVersion).Scan(&have); err != nil {
		return 0, want, fmt.Errorf("read schema version: %w", err)
	}
	return have, want, nil
}

// Newer is the error for a database with a newer schema than this program knows.
func Newer(have, want int64) error {
	return fmt.Errorf("the data has schema %d and this program knows schema %d: use the newer program that wrote it", have, want)
}
