// SPDX-License-Identifier: Apache-2.0

package game_test

import (
	"errors"
	"testing"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
)

func TestNeutralFace(t *testing.T) {
	g := game.Erase(tictactoe.Standard)
	if g.Info().ID != "tic-tac-toe" {
		t.Fatalf("info: %+v", g.Info())
	}
	start := g.Start()
	s := start
	for _, m := range []string{"a1", "b1", "a2", "b2"} {
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	if got, want := s.String(), "3/wb1/wb1 w 0"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if start.String() != "3/3/3 w 0" {
		t.Errorf("play changed the state it began from: %s", start)
	}
	m, err := s.Find("a3")
	if err != nil || m.Text != "a3" || len(m.Paths) != 1 || !m.Resets || m.Notes[len(m.Notes)-1].Kind != game.LineMade {
		t.Errorf("find: got %+v, %v", m, err)
	}
	if _, err := s.Find("a1"); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("taken point: got %v", err)
	}
	won, err := s.Play("a3")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := won.Result(), (game.Result{Verdict: game.WhiteWins, Reason: game.Line}); got != want || len(won.Moves()) != 0 {
		t.Errorf("got %v with %d moves, want %v and none", got, len(won.Moves()), want)
	}
	var illegal *game.Illegal
	if _, err := won.Play("c3"); !errors.As(err, &illegal) || illegal.Why != game.WhyOver {
		t.Errorf("after the end: got %v", err)
	}
	if got := won.QuietLimit(); got != 100 {
		t.Errorf("quiet limit: got %d", got)
	}
	if p, ok := game.Fast[tictactoe.Position, tictactoe.Move](won); !ok || p.Hash() != won.Hash() {
		t.Error("the fast position was not found behind the state")
	}
	if _, ok := game.Fast[other, tictactoe.Move](won); ok {
		t.Error("a state was taken for one of another game")
	}
	if _, err := g.Parse("nonsense"); err == nil {
		t.Error("nonsense was read")
	}
}

func TestPerftFacesAgree(t *testing.T) {
	p := tictactoe.Standard.Start()
	for depth, want := range []uint64{1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872} {
		if got := game.Perft(p, depth); got != want {
			t.Errorf("perft %d: got %d, want %d", depth, got, want)
		}
		if got := game.PerftPlayed(p, depth); got != want {
			t.Errorf("perft %d, played: got %d, want %d", depth, got, want)
		}
	}
}

func TestQuietHook(t *testing.T) {
	def := tictactoe.Standard
	def.Quiet = func(tictactoe.Position) int { return 20 }
	if got := game.Erase(def).Start().QuietLimit(); got != 20 {
		t.Errorf("got %d, want the hook's 20", got)
	}
}

// other is a position of another type.
type other struct{ tictactoe.Position }

func (o other) Play(m tictactoe.Move) other { return other{o.Position.Play(m)} }
