// SPDX-License-Identifier: Apache-2.0

// Package sqlitetest opens SQLite stores for tests. The empty database is made
// once per process and then copied, which is much faster than making its schema
// anew.
package sqlitetest

import (
	"errors"
	"os"
	"sync"
	"testing"

	"cairn/internal/store/sqlite"
)

// Open opens the store in a folder; a folder without a database gets an empty
// one. The caller closes the store.
func Open(t testing.TB, dir string, o sqlite.Options) *sqlite.Store {
	t.Helper()
	if err := fill(dir); err != nil {
		t.Fatal(err)
	}
	store, err := sqlite.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

// fill copies the empty database into a folder without one.
func fill(dir string) error {
	path := sqlite.Path(dir)
	if _, err := os.Stat(path); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	content, err := empty()
	if err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

// empty returns the file of an empty database.
var empty = sync.OnceValues(func() (content []byte, err error) {
	dir, err := os.MkdirTemp("", "sqlitetest")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	store, err := sqlite.Open(dir, sqlite.Options{})
	if err != nil {
		return nil, err
	}
	if err := store.Close(); err != nil { // moves the log into the file
		return nil, err
	}
	return os.ReadFile(sqlite.Path(dir))
})
