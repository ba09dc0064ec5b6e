// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/store"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/storetest"
)

// single is a store.Database that commits every change on its own, for comparison.
type single struct{ *sql.DB }

func (s single) Reader() store.Querier { return s.DB }

func (s single) Meaning(error) error { return nil }

func (s single) QueueStatement() string { return "" }

func (s single) NowStatement() string { return "" }

func (s single) Wipe(context.Context) error { return nil }

func (s single) Write(ctx context.Context, f func(context.Context, store.Querier) error) error {
	tx, err := s.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(ctx, tx); err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// openSingle opens a store with one transaction for each change, equally durable.
func openSingle(b *testing.B) live.Store {
	db, err := sql.Open("sqlite", "file:"+b.TempDir()+"/single.db?_txlock=immediate&_pragma=busy_timeout(10000)"+
		"&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=foreign_keys(1)")
	must(b, err)
	b.Cleanup(func() { must(b, db.Close()) })
	db.SetMaxOpenConns(1)
	must(b, sqlite.Migrate(b.Context(), db))
	return store.New(single{db})
}

// writeMatches stores n changes, in as many matches as needed.
func writeMatches(b testing.TB, s live.Store, writer, n int, created room.NewMatch, changes []room.Change) {
	for done := 0; done < n; {
		created.Info.ID = fmt.Sprintf("m%d-%d", writer, done)
		if err := s.CreateMatch(b.Context(), created); err != nil {
			b.Error(err)
			return
		}
		for _, c := range changes[:min(len(changes), n-done)] {
			c.Info.ID = created.Info.ID
			c.Command = room.Command{User: c.Info.Seats[0], ID: fmt.Sprint("command-", done)}
			if err := s.Append(b.Context(), c); err != nil {
				b.Error(err)
				return
			}
			done++
		}
	}
}

// writeAll divides n changes among writers and returns how many are stored per
// second.
func writeAll(b testing.TB, s live.Store, writers, n int) float64 {
	table, changes := storetest.Shuttle(b, "", 100)
	begin := time.Now()
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() { writeMatches(b, s, w, (n+writers-1)/writers, table.Created(), changes) })
	}
	all.Wait()
	return float64(n) / time.Since(begin).Seconds()
}

// BenchmarkAppend stores moves: event, row of the match and command, durably.
func BenchmarkAppend(b *testing.B) {
	for _, writers := range []int{1, 10, 100} {
		b.Run(fmt.Sprintf("group/writers=%d", writers), func(b *testing.B) {
			s := open(b, b.TempDir(), sqlite.Options{})
			b.ResetTimer()
			b.ReportMetric(writeAll(b, s, writers, b.N), "appends/s")
		})
		b.Run(fmt.Sprintf("single/writers=%d", writers), func(b *testing.B) {
			s := openSingle(b)
			b.ResetTimer()
			b.ReportMetric(writeAll(b, s, writers, b.N), "appends/s")
		})
	}
}

// BenchmarkGroupCommit reports how many times faster 100 writers are with group
// commits.
func BenchmarkGroupCommit(b *testing.B) {
	group, alone := open(b, b.TempDir(), sqlite.Options{}), openSingle(b)
	b.ResetTimer()
	fast := writeAll(b, group, 100, b.N)
	b.ReportMetric(fast/writeAll(b, alone, 100, b.N), "times-faster")
	b.ReportMetric(fast, "appends/s")
}

// BenchmarkFindSession reads a session, as every request does, during writes.
func BenchmarkFindSession(b *testing.B) {
	s := open(b, b.TempDir(), sqlite.Options{})
	for i := range 1000 {
		id := fmt.Sprint("user", i)
		must(b, s.CreateUser(b.Context(), account.User{ID: id, Name: id, Guest: true, Created: noon}))
		must(b, s.CreateSession(b.Context(), account.Session{Hash: id, User: id, Created: noon, Expires: noon.Add(time.Hour)}, 0))
	}
	ctx, stop := context.WithCancel(b.Context())
	var beats sync.WaitGroup
	beats.Go(func() {
		for s.Beat(ctx, noon) == nil {
		}
	})
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for i := 0; pb.Next(); i++ {
			if _, _, err := s.FindSession(ctx, fmt.Sprint("user", i%1000), noon); err != nil {
				b.Error(err)
			}
		}
	})
	b.StopTimer()
	stop()
	beats.Wait()
}
