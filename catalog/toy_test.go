// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/tui"
	"cairn/internal/tui/plain"
	"cairn/match"
	"cairn/record"
)

// TestToyGame adds tic-tac-toe, one folder, by one line, and plays it by engine,
// match, record and terminal, none of which names it.
func TestToyGame(t *testing.T) {
	c := catalog.New(append(catalog.Standard().All(), catalog.Bind(tictactoe.Standard))...) // the line to add
	toy, err := c.Find("tic-tac-toe")
	if err != nil {
		t.Fatal(err)
	}

	t.Run("match and engine", func(t *testing.T) {
		now := time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)
		m, _, err := match.New(toy.Game, match.Setup{Takeback: match.Free}, now)
		if err != nil {
			t.Fatal(err)
		}
		do := func(a match.Action) {
			t.Helper()
			if m, _, err = m.Do(now, a); err != nil {
				t.Fatal(err)
			}
		}
		do(match.Action{Kind: match.Start})
		for m.Status() == match.Playing {
			a, err := toy.Think(context.Background(), catalog.Question{State: m.State(), Level: engine.Strong, Limits: engine.Limits{Depth: 9}})
			if err != nil {
				t.Fatal(err)
			}
			do(match.Action{Kind: match.Move, By: match.SeatOf(m.Turn()), Move: a.Move})
		}
		if got := m.Result().Verdict; got != game.Draw {
			t.Errorf("perfect play on both sides: got %s, want a draw", got)
		}
	})

	t.Run("record", func(t *testing.T) {
		w := record.Begin(toy.Game, toy.Start())
		for _, move := range []string{"b2", "a1", "c3"} {
			if _, err := w.Play(move, 0); err != nil {
				t.Fatal(err)
			}
		}
		for _, f := range record.Formats() {
			var out strings.Builder
			if err := f.Encode(&out, w.Record()); err != nil {
				t.Fatal(err)
			}
			r, _, err := record.Read(strings.NewReader(out.String()), f, c.Game)
			if err != nil || !r.Equal(w.Record()) {
				t.Errorf("%s: got %+v, %v", f.Name(), r, err)
			}
		}
	})

	t.Run("terminal", func(t *testing.T) {
		var out strings.Builder
		entry := tui.Entry{Game: toy.Game, Levels: toy.Levels(), Think: func(ctx context.Context, q tui.Question) (string, error) {
			a, err := toy.Think(ctx, catalog.Question{State: q.State, Recent: q.Recent, Level: engine.Level(q.Level), Seed: q.Seed})
			return a.Move, err
		}}
		err := plain.Run(context.Background(), tui.Options{
			Games: []tui.Entry{entry}, Game: "tic-tac-toe", Players: [2]string{"human", "novice"}, Dir: t.TempDir(),
			In: strings.NewReader("b2\nundo\na1\nquit\n"), Out: &out, Now: time.Now,
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{"White places on b2", "Move undone", "White places on a1"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("the terminal did not say %q:\n%s", want, out.String())
			}
		}
	})
}
