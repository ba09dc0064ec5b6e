// SPDX-License-Identifier: Apache-2.0

// Package study evaluates positions and played games: exactly where the rules or solved
// tables give the value, else by the engine. The two are never mixed: a [Worth] is exact
// or an estimate.
//
// The package serves command line, terminal and web alike. It stores nothing and
// writes no texts for people.
package study

import (
	"context"

	"cairn/game"
	"cairn/tablebase"
)

// Worth is the value of a position for the side to move, or of a move for its mover.
type Worth struct {
	Exact bool // Value and Plies are true; else Score is an estimate, if Depth is not 0
	Value int  // 1 for a win, 0 for a draw, -1 for a loss
	Plies int  // until the game is over; -1 for a draw, and where only the value is known
	Score int  // of the engine, 100 a man
	Depth int  // to which the engine has searched
}

// Known reports whether anything is known.
func (w Worth) Known() bool { return w.Exact || w.Depth > 0 }

// Name returns "win", "draw" or "loss" of an exact worth, else "unknown".
func (w Worth) Name() string {
	if !w.Exact {
		return "unknown"
	}
	return [...]string{"loss", "draw", "win"}[w.Value+1]
}

func exact(w tablebase.Worth) Worth {
	if !w.Known {
		return Worth{Plies: -1}
	}
	return Worth{Exact: true, Value: w.Value.Sign(), Plies: w.Plies}
}

// Move is a legal move with its worth for the mover.
type Move struct {
	Text string
	Worth
	Keeps bool // exact: keeps the result of the position
	Best  bool // exact: no move is better; the quickest win or the slowest loss
}

// Position is the worth of a position and of all its moves, in their fixed order. Moves
// may be exact even if the position is not.
type Position struct {
	Worth
	Moves []Move
}

// Keeping returns the moves that are known to keep the result, the best ones first.
func (p *Position) Keeping() []string {
	best, others := []string{}, []string(nil)
	for _, m := range p.Moves {
		switch {
		case m.Best:
			best = append(best, m.Text)
		case m.Keeps:
			others = append(others, m.Text)
		}
	}
	return append(best, others...)
}

// First returns the best move: one that keeps the result best, or else the one with the
// best estimate. It is empty if nothing is known.
func (p *Position) First() string {
	best, first := 0, ""
	for _, m := range p.Moves {
		if m.Best {
			return m.Text
		}
		if m.Known() && (first == "" || m.Scored() > best) {
			best, first = m.Scored(), m.Text
		}
	}
	return first
}

// Find returns the move of a text, false if it is not legal.
func (p *Position) Find(text string) (Move, bool) {
	for _, m := range p.Moves {
		if m.Text == text {
			return m, true
		}
	}
	return Move{}, false
}

// Prober looks up exact values in tables; catalog.Entry implements it.
type Prober interface {
	ProbeMoves(ctx context.Context, s game.State) (tablebase.MoveValues, error)
}

// Exact returns the exact worths of a position and its moves. Worths that the tables do
// not hold are unknown.
func Exact(ctx context.Context, judge Prober, s game.State) (Position, error) {
	j, err := judge.ProbeMoves(ctx, s)
	if err != nil {
		return Position{}, err
	}
	p := Position{Worth: exact(j.Worth), Moves: make([]Move, len(j.Moves))}
	best := tablebase.Lost
	for _, m := range j.Moves {
		if m.Known {
			best = max(best, m.Value)
		}
	}
	for i, m := range j.Moves {
		move := Move{Text: m.Move, Worth: exact(m.Worth)}
		move.Keeps = p.Exact && move.Exact && move.Value == p.Value
		move.Best = p.Exact && move.Exact && m.Value == best
		p.Moves[i] = move
	}
	return p, nil
}
