// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/store/sqlite"
)

// TestShared opens shared stores beside a server that writes all the time.
func TestShared(t *testing.T) {
	dir := t.TempDir()
	server := open(t, dir, sqlite.Options{})
	errand := open(t, dir, sqlite.Options{Shared: true})
	var all sync.WaitGroup
	for name, s := range map[string]*sqlite.Store{"server": server, "errand": errand} {
		all.Go(func() {
			for i := range 50 {
				if err := s.CreateUser(t.Context(), account.User{ID: fmt.Sprint(name, i), Name: fmt.Sprint(name, i), Created: noon}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	users, err := server.FindUsers(t.Context(), account.UserFilter{})
	if err != nil || len(users) != 100 {
		t.Errorf("users: got %d, %v, want 100", len(users), err)
	}
	must(t, errand.DeleteUser(t.Context(), "server7", noon))
	must(t, errand.Wipe(t.Context()))
	must(t, errand.Close())
	if _, err := server.FindUser(t.Context(), "server7"); !errors.Is(err, failure.ErrNotFound) {
		t.Errorf("deleted user: got %v, want not found", err)
	}
	must(t, server.Beat(t.Context(), noon))
	must(t, server.Check(t.Context()))
}

func TestSharedNeedsData(t *testing.T) {
	dir := t.TempDir()
	if _, err := sqlite.Open(dir, sqlite.Options{Shared: true}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("open an empty folder: got %v, want that it does not exist", err)
	}
	if _, err := os.Stat(sqlite.Path(dir)); err == nil {
		t.Error("a database was made")
	}
}
