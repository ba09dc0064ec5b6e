// SPDX-License-Identifier: Apache-2.0

package postgres_test

import (
	"fmt"
	"sync"
	"testing"
	"time"

	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
	"cairn/internal/store/storetest"
)

// openDurable opens a store in a cluster that syncs the disk.
func openDurable(b *testing.B) *postgres.Store {
	c := pgtest.New(b, pgtest.Options{})
	s, err := postgres.Open(b.Context(), c.URL("postgres"), postgres.Options{Migrate: true, Patience: patience})
	must(b, err)
	b.Cleanup(func() { must(b, s.Close()) })
	return s
}

// writeAll divides n moves among writers, each in a match of its own, and returns
// how many are stored per second.
func writeAll(b *testing.B, s live.Store, name string, writers, n int) float64 {
	each := max(2, (n+writers-1)/writers)
	table, changes := storetest.Shuttle(b, "", each)
	created := table.Created()
	for w := range writers {
		created.Info.ID = fmt.Sprint(name, w)
		must(b, s.CreateMatch(b.Context(), created))
	}
	begin := time.Now()
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() {
			for i, c := range changes {
				c.Info.ID = fmt.Sprint(name, w)
				c.Command = room.Command{User: "u1", ID: fmt.Sprint("command-", i)}
				if err := s.Append(b.Context(), c); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	return float64(each*writers) / time.Since(begin).Seconds()
}

// BenchmarkGroup stores moves durably, grouped and each in a transaction of its own,
// and reports how many times faster groups are.
func BenchmarkGroup(b *testing.B) {
	for _, writers := range []int{1, 10, 100} {
		b.Run(fmt.Sprintf("writers=%d", writers), func(b *testing.B) {
			s := openDurable(b)
			b.ResetTimer()
			fast := writeAll(b, s, "group", writers, b.N)
			slow := writeAll(b, s.Alone(), "alone", writers, b.N)
			b.ReportMetric(fast, "grouped/s")
			b.ReportMetric(slow, "alone/s")
			b.ReportMetric(fast/slow, "times-faster")
		})
	}
}
