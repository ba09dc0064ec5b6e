// SPDX-License-Identifier: Apache-2.0

//go:build unix

package pgtest

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"cairn/internal/store/postgres"
)

// shared is the cluster of this process. It does not sync the disk. Its watcher ends it
// with the process.
var shared = sync.OnceValues(func() (*Cluster, error) {
	return start(Options{Settings: []string{"fsync = off", "full_page_writes = off"}})
})

// databases are the databases of the shared cluster. Later tests reuse them, which is
// faster than creating a database.
var databases struct {
	sync.Mutex
	count int
	free  []string
}

// URL returns the URL of an empty database with the current schema, for this test
// alone, in a cluster that does not survive a crash: use New to test that. The test
// must close its connections. It is skipped where PostgreSQL is not installed.
func URL(t testing.TB) string {
	t.Helper()
	name := take()
	if name != "" {
		clean(t, sharedCluster(t).URL(name))
	} else {
		name = create(t)
		s, err := postgres.Open(t.Context(), sharedCluster(t).URL(name), postgres.Options{Migrate: true, Connections: 1})
		if err == nil {
			err = s.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() {
		databases.Lock()
		defer databases.Unlock()
		databases.free = append(databases.free, name)
	})
	return sharedCluster(t).URL(name)
}

// Empty returns the URL of a database without a schema, for this test alone.
func Empty(t testing.TB) string {
	t.Helper()
	return sharedCluster(t).URL(create(t))
}

func sharedCluster(t testing.TB) *Cluster {
	t.Helper()
	c, err := shared()
	if errors.Is(err, errNotInstalled) {
		t.Skip("NOT CHECKED: PostgreSQL is not installed; scripts/setup installs it")
	}
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// take returns a database that is free, if there is any.
func take() (name string) {
	databases.Lock()
	defer databases.Unlock()
	if last := len(databases.free) - 1; last >= 0 {
		name, databases.free = databases.free[last], databases.free[:last]
	}
	return name
}

// create creates a database in the shared cluster.
func create(t testing.TB) string {
	t.Helper()
	databases.Lock()
	databases.count++
	name := "cairn" + strconv.Itoa(databases.count)
	databases.Unlock()
	run(t, sharedCluster(t).URL("postgres"), `CREATE DATABASE `+name)
	return name
}

// clean empties all tables, except the versions of the schema.
func clean(t testing.TB, url string) {
	t.Helper()
	const list = `SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'goose_db_version'`
	const others = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`
	connect(t, url, func(ctx context.Context, c *pgx.Conn) error {
		if _, err := c.Exec(ctx, others); err != nil {
			return err
		}
		rows, err := c.Query(ctx, list)
		if err != nil {
			return err
		}
		tables, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			return err
		}
		// TRUNCATE would make new files. In the role replica no foreign keys are checked.
		_, err = c.Exec(ctx, `SET session_replication_role = replica; DELETE FROM `+strings.Join(tables, `; DELETE FROM `)+
			`; ALTER SEQUENCE ended_seq_seq RESTART`)
		return err
	})
}

// run runs statements.
func run(t testing.TB, url, statements string) {
	t.Helper()
	connect(t, url, func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, statements)
		return err
	})
}

// connect calls f with a connection.
func connect(t testing.TB, url string, f func(context.Context, *pgx.Conn) error) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(f(t.Context(), c), c.Close(t.Context())); err != nil {
		t.Fatal(err)
	}
}
