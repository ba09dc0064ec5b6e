// SPDX-License-Identifier: Apache-2.0

package library_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/storetest"
	"cairn/internal/study"
	"cairn/internal/study/library"
)

// randomMoves returns the moves of a random game of nine men's morris as the library
// counts them: no two games agree for long, which is the worst case.
func randomMoves(entry *catalog.Entry, random *rand.Rand) (list []library.Played) {
	for s, ply := entry.Start(), 0; ply < 30 && !s.Result().Over(); ply++ {
		moves, spot := s.Moves(), study.SpotOf(entry, s)
		m := moves[random.IntN(len(moves))]
		list = append(list, library.Played{Position: spot.Key, Move: spot.Move(m), Side: s.Turn(), Won: random.IntN(3) - 1})
		s, _ = s.Play(m.Text)
	}
	return list
}

// size returns the bytes of a folder.
func size(b *testing.B, dir string) (all int64) {
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		b.Fatal(err)
	}
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			all += info.Size()
		}
	}
	return all
}

// BenchmarkCount counts random games and reports the bytes that each adds.
func BenchmarkCount(b *testing.B) {
	dir, entry, random := b.TempDir(), find(b, "nine"), rand.New(rand.NewPCG(1, 2))
	open := func() *sqlite.Store {
		s, err := sqlite.Open(dir, sqlite.Options{})
		if err != nil {
			b.Fatal(err)
		}
		return s
	}
	s := open()
	for i := range b.N {
		if err := s.CreateMatch(b.Context(), storetest.NewTable(b, strconv.Itoa(i), room.Open, storetest.Online("u1", "u2")).Created()); err != nil {
			b.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	before := size(b, dir)
	s = open()
	b.ResetTimer()
	month := library.Filter{Since: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}.Month()
	for i := range b.N {
		t := library.MatchCount{Match: strconv.Itoa(i), Month: month + i*12/b.N, Band: [2]int{1400, 1600}, Moves: randomMoves(entry, random)}
		if err := s.Count(b.Context(), t); err != nil {
			b.Fatal(err)
		}
	}
	b.StopTimer()
	if err := s.Close(); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(size(b, dir)-before)/float64(b.N), "B/game")
}
