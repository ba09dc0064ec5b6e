// SPDX-License-Identifier: Apache-2.0

package contest_test

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/uci/driver"
	"cairn/lab/arena"
	"cairn/lab/contest"
	"cairn/record"
)

// A program that does not answer is named, loses, also on a clock, and ends the match in the
// third game.
func TestDeafProgram(t *testing.T) {
	contest.SetProgramOptions(t, driver.Options{Longest: 40 * time.Millisecond, Late: 20 * time.Millisecond}, 10*time.Millisecond)
	t.Setenv("LAB_TEST", "deaf engine")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for limit, clock := range map[string]arena.Clock{",nodes=5": {}, ",time=20ms": {}, "": {Time: 20 * time.Millisecond}} {
		t.Run(limit, func(t *testing.T) {
			a, err := arena.ParseSpec(fmt.Sprintf("exec%s:'%s'", limit, self), clock)
			if err != nil {
				t.Fatal(err)
			}
			var games []arena.Played
			var named atomic.Int32
			plan := arena.Plan{
				Games: 10, Clock: clock, Played: func(g arena.Played) { games = append(games, g) },
				Waiting: func(err error) {
					if strings.HasPrefix(err.Error(), fmt.Sprintf("engine \"'%s'\": no answer for 10ms", self)) {
						named.Add(1)
					}
				},
			}
			row, err := contest.Match(t.Context(), find(t, "three"), a, spec(t, "novice"), plan)
			if !errors.Is(err, driver.ErrSilent) || row.AFaults != 3 || row.Wins > 0 || row.Losses != 2 {
				t.Errorf("got %+v and error %v, want three games lost in silence", row, err)
			}
			for _, g := range games {
				if g.Ending != arena.ByFault || !errors.Is(g.Fault, driver.ErrSilent) {
					t.Errorf("game %d: got %+v, want a fault", g.Number, g)
				}
			}
			if named.Load() < 3 {
				t.Errorf("the program was named %d times, want each time it hangs", named.Load())
			}
		})
	}
}

// Every ending becomes a record that can be read again.
func TestWriteRecord(t *testing.T) {
	entry := find(t, "three")
	plan := arena.Plan{Clock: arena.Clock{Time: 90 * time.Second, Increment: 100 * time.Millisecond}}
	won := []string{"b2", "a3", "a2", "b3", "c2"}
	tests := map[string]struct {
		played arena.Played
		want   string // result
	}{
		"by rules":          {arena.Played{Moves: won, Verdict: game.WhiteWins}, "white-wins line"},
		"by tables":         {arena.Played{Moves: won[:2], Verdict: game.BlackWins, Ending: arena.ByTables}, "black-wins resignation"},
		"a draw by tables":  {arena.Played{Moves: won[:2], Verdict: game.Draw, Ending: arena.ByTables}, "draw agreement"},
		"by length":         {arena.Played{Moves: won[:3], Verdict: game.Draw, Ending: arena.ByLength}, "draw agreement"},
		"by time":           {arena.Played{Moves: won[:1], Verdict: game.WhiteWins, Ending: arena.ByTime}, "white-wins time"},
		"by fault":          {arena.Played{Verdict: game.BlackWins, Ending: arena.ByFault, Fault: &arena.Fault{Err: errors.New("two\nlines")}}, "black-wins left"},
		"with times by all": {arena.Played{Moves: won, Took: []time.Duration{1, 2e6, 3, 4e9, 5}, Verdict: game.WhiteWins}, "white-wins line"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if test.played.Took == nil {
				test.played.Took = make([]time.Duration, len(test.played.Moves))
			}
			test.played.White = 1
			var out bytes.Buffer
			if err := contest.WriteRecord(&out, entry.Game, [2]string{"A", "B"}, plan, test.played, time.Now()); err != nil {
				t.Fatal(err)
			}
			text := out.String()
			r, _, err := record.Read(&out, record.Text, catalog.Standard().Game)
			if err != nil {
				t.Fatalf("%v in\n%s", err, text)
			}
			if got := strings.TrimSpace(r.Verdict.String() + " " + r.Reason); got != test.want || r.Players != [2]string{"B", "A"} || r.Control != "1m30s+100ms" {
				t.Errorf("got %q, want %q, in\n%s", got, test.want, text)
			}
		})
	}
}

// TestMain lets this very binary be an engine that does not answer.
func TestMain(m *testing.M) {
	if os.Getenv("LAB_TEST") != "deaf engine" {
		os.Exit(m.Run())
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		fmt.Println(map[string]string{"ugi": "ugiok", "isready": "readyok"}[in.Text()])
	}
}

func find(t *testing.T, name string) *catalog.Entry {
	t.Helper()
	entry, err := catalog.Standard().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

func spec(t *testing.T, text string) arena.Spec {
	t.Helper()
	s, err := arena.ParseSpec(text, arena.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Matches can be played of every game: its family has a line in bind.
func TestMatchOfEveryGame(t *testing.T) {
	for _, entry := range catalog.Standard().All() {
		novice := spec(t, "novice")
		s, err := contest.Play(t.Context(), entry, novice, novice, arena.Plan{Games: 2, Seed: 1})
		if err != nil || s.Games() != 2 {
			t.Errorf("%s: got %+v, %v, want a match of two games", entry.Info().ID, s, err)
		}
	}
}
