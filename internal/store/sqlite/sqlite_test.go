// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"testing"

	"go.uber.org/goleak"

	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/internal/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestStore(t *testing.T) {
	storetest.Run(t, func(t *testing.T) storetest.Store {
		store := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
		t.Cleanup(func() {
			if err := store.Close(); err != nil {
				t.Errorf("close: %v", err)
			}
		})
		return store
	})
}

// open opens a store until the end of the test.
func open(t testing.TB, dir string, o sqlite.Options) *sqlite.Store {
	t.Helper()
	s, err := sqlite.Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}
