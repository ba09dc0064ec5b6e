// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"math/rand/v2"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/match"
)

// calls counts what a move asks of the rules.
type calls struct{ generated, formatted, positions, judged int }

var counted calls

// countedPos is a tic-tac-toe position that counts calls.
type countedPos struct{ tictactoe.Position }

func (p countedPos) Play(m tictactoe.Move) countedPos { return countedPos{p.Position.Play(m)} }

func (p countedPos) AppendMoves(dst []tictactoe.Move) []tictactoe.Move {
	counted.generated++
	return p.Position.AppendMoves(dst)
}

func (p countedPos) Result() game.Result {
	counted.judged++
	return p.Position.Result()
}

// countedToy is tic-tac-toe with counters.
func countedToy() game.Game {
	toy := tictactoe.Standard
	return game.Erase(game.Def[countedPos, tictactoe.Move]{
		Info:  toy.Info,
		Start: func() countedPos { return countedPos{toy.Start()} },
		Format: func(p countedPos) string {
			counted.positions++
			return toy.Format(p.Position)
		},
		Parse: func(text string) (countedPos, error) {
			p, err := toy.Parse(text)
			return countedPos{p}, err
		},
		FormatMove: func(p countedPos, m tictactoe.Move) string {
			counted.formatted++
			return toy.FormatMove(p.Position, m)
		},
		Paths:   func(p countedPos, m tictactoe.Move) [][]game.Point { return toy.Paths(p.Position, m) },
		View:    func(p countedPos) game.View { return toy.View(p.Position) },
		Notes:   func(p countedPos, m tictactoe.Move) []game.Note { return toy.Notes(p.Position, m) },
		Explain: func(p countedPos, text string) (game.Why, string) { return toy.Explain(p.Position, text) },
	})
}

// TestOnePass checks that a submitted move asks the rules once: one generation
// of legal moves, their texts up to the move that was meant, one position text
// and one judgement.
func TestOnePass(t *testing.T) {
	g := countedToy()
	b := playLocal(t, g, match.Free)
	b.play("a3", "b3", "c3", "a2")
	for _, test := range []struct {
		name string
		a    match.Action
		want calls
	}{
		{"the first of five moves", match.Action{Kind: match.Move, By: white, Move: "b2"}, calls{1, 1, 1, 1}},
		{"the last of four moves", match.Action{Kind: match.Move, By: black, Move: "c1"}, calls{1, 4, 1, 1}},
		{"undo", match.Action{Kind: match.Undo}, calls{}},
		{"redo", match.Action{Kind: match.Redo}, calls{1, 4, 1, 1}},
		{"draw offer", match.Action{Kind: match.Draw, By: white}, calls{}},
	} {
		counted = calls{}
		if b.do(test.a); counted != test.want {
			t.Errorf("%s: got %+v, want %+v", test.name, counted, test.want)
		}
	}
	counted = calls{}
	if _, err := match.Fold(g, b.events); err != nil {
		t.Fatal(err)
	}
	if counted.generated != 7 || counted.judged != 8 { // six moves and a redo; the start is judged too
		t.Errorf("fold: got %+v, want 7 generations and 8 judgements", counted)
	}
}

// BenchmarkMove plays one random game of each rule set, over and over. One
// operation is one submitted move.
func BenchmarkMove(b *testing.B) {
	for _, entry := range catalog.Standard().All() {
		b.Run(entry.Info().ID, func(b *testing.B) {
			first := playLocal(b, entry.Game, match.Free).match
			moves := randomMoves(b, first)
			b.ReportAllocs()
			m, played := first, 0
			for b.Loop() {
				next, _, err := m.Do(noon, match.Action{Kind: match.Move, By: match.SeatOf(m.Turn()), Move: moves[played]})
				if err != nil {
					b.Fatal(err)
				}
				m, played = next, played+1
				if played == len(moves) {
					m, played = first, 0
				}
			}
		})
	}
}

// randomMoves plays a match to its end, at most 100 moves.
func randomMoves(b *testing.B, m match.Match) (moves []string) {
	b.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	for m.Status() == match.Playing && len(moves) < 100 {
		legal := m.State().Moves()
		text := legal[random.IntN(len(legal))].Text
		next, _, err := m.Do(noon, match.Action{Kind: match.Move, By: match.SeatOf(m.Turn()), Move: text})
		if err != nil {
			b.Fatal(err)
		}
		m, moves = next, append(moves, text)
	}
	return moves
}
