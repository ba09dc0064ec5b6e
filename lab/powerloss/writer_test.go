// SPDX-License-Identifier: Apache-2.0

//go:build linux

package powerloss_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	driver "modernc.org/sqlite"

	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/store/postgres"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/storetest"
	"cairn/match"
)

// workFolder is set in the process that writes; synchronous as well if it must not
// sync every commit.
const (
	workFolder  = "CAIRN_TEST_POWERLOSS_FOLDER"
	synchronous = "CAIRN_TEST_POWERLOSS_SYNCHRONOUS"
	databaseURL = "CAIRN_TEST_POWERLOSS_DATABASE" // of PostgreSQL; empty for SQLite
)

// matchStore is the part of a store that the matches are played on.
type matchStore interface {
	CreateMatch(context.Context, room.NewMatch) error
	Append(context.Context, room.Change) error
	FindMatch(ctx context.Context, id string) (room.Info, error)
	FindEvents(ctx context.Context, id string, after int) ([]match.Event, error)
}

// writeIfAsked plays matches in the process that a test started, and ends it without
// closing the store.
func writeIfAsked(t *testing.T) {
	var dir string
	var moves int
	if _, err := fmt.Sscan(os.Getenv(workFolder), &moves, &dir); err != nil {
		return
	}
	if level := os.Getenv(synchronous); level != "" {
		driver.RegisterConnectionHook(func(c driver.ExecQuerierContext, _ string) error {
			_, err := c.ExecContext(context.Background(), "PRAGMA synchronous="+level, nil)
			return err
		})
	}
	if err := writeAll(t, dir, moves); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	os.Exit(0)
}

// writeAll plays all matches at once, each up to a seq.
func writeAll(t *testing.T, dir string, moves int) error {
	s, err := openStore(t, dir)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(filepath.Join(dir, acknowledged), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	list := &list{file: file}
	faults := make([]error, matches)
	var all sync.WaitGroup
	for i := range matches {
		all.Go(func() { faults[i] = playMatch(t, s, fmt.Sprint("m", i), moves, list) })
	}
	all.Wait()
	return errors.Join(faults...)
}

// openStore opens the store that is asked for; it is not closed.
func openStore(t *testing.T, dir string) (matchStore, error) {
	if url := os.Getenv(databaseURL); url != "" {
		return postgres.Open(t.Context(), url, postgres.Options{})
	}
	s, err := sqlite.Open(filepath.Join(dir, data), sqlite.Options{})
	if err == nil && os.Getenv(synchronous) == "" {
		err = copyLog(filepath.Join(dir, data))
	}
	return s, err
}

// copyLog copies the log into the database all the time, as the store does after
// thousands of changes, until the process ends.
func copyLog(dir string) error {
	db, err := sqlite.Raw(dir, sqlite.Options{})
	if err != nil {
		return err
	}
	go func() {
		for {
			if _, err := db.Exec("PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
				fmt.Println("copy the log:", err)
				os.Exit(1)
			}
			time.Sleep(time.Millisecond)
		}
	}()
	return nil
}

// playMatch goes on with a match, or begins it, up to a seq.
func playMatch(t *testing.T, s matchStore, id string, moves int, acknowledged *list) error {
	table, changes := storetest.Shuttle(t, id, moves)
	info, err := s.FindMatch(t.Context(), id)
	if errors.Is(err, failure.ErrNotFound) {
		info = table.Info
		err = s.CreateMatch(t.Context(), table.Created())
	}
	if err != nil {
		return err
	}
	if err := acknowledged.add(id, info.Seq); err != nil {
		return err
	}
	for _, c := range changes {
		if c.After < info.Seq {
			continue
		}
		if err := s.Append(t.Context(), c); err != nil {
			return err
		}
		if err := acknowledged.add(id, c.Info.Seq); err != nil {
			return err
		}
	}
	return nil
}

// list is the file of acknowledged moves.
type list struct {
	mu   sync.Mutex
	file *os.File
}

func (l *list) add(id string, seq int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	_, err := fmt.Fprintln(l.file, id, seq)
	return err
}
