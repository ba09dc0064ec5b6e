// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"time"

	"cairn/engine"
	"cairn/game"
)

// Entry is one game with all that can be done with it.
type Entry struct {
	game.Game
	bound
}

// bound is what needs the types of the game.
type bound interface {
	// Perft counts the sequences of exactly depth turns from a state.
	Perft(s game.State, depth int) uint64
	// Bench counts them with every turn played, as often as it is called, on
	// memory that is allocated before.
	Bench(s game.State) func(depth int) uint64
	// Divide counts them by first move.
	Divide(s game.State, depth int) []Count
	// Think finds a move; the error is engine.ErrOver when there is none.
	Think(ctx context.Context, q Question) (Answer, error)
	// Missing returns the names of the optional parts that the rule set lacks.
	Missing() []string

	thinkable
	solvable
	contestable
	perfect
	ladder
}

// Count is how many sequences begin with a move.
type Count struct {
	Move  string
	Nodes uint64
}

// Question asks for a move.
type Question struct {
	State  game.State
	Recent []uint64      // hashes since the last irreversible move: game.History.Recent
	Level  engine.Level  // empty means a full search within Limits
	Limits engine.Limits // zero means the level's own
	Seed   uint64        // the same question with the same seed has the same answer, time limits apart
	Report func(Answer)  // called after every iteration; may be nil
}

// Answer is a move with what led to it.
type Answer struct {
	Move    string
	Score   int // for the side to move, 100 a man: see engine.Win
	Depth   int
	Nodes   uint64
	PV      []string
	Elapsed time.Duration
}

// Samples returns the positions in which the game is measured: its start, and
// those of its info that its rules know.
func (e *Entry) Samples() []game.State {
	samples := []game.State{e.Start()}
	for _, text := range e.Info().Samples {
		if s, err := e.Parse(text); err == nil {
			samples = append(samples, s)
		}
	}
	return samples
}

// Levels returns the names of the computer's levels, the weakest first. Perfect
// is among them as long as there are tables to play by.
func (e *Entry) Levels() []string {
	var names []string
	for _, l := range engine.Levels() {
		if e.Offers(l) == nil {
			names = append(names, string(l))
		}
	}
	return names
}

// names returns the id and the aliases.
func (e *Entry) names() []string {
	return append([]string{e.Info().ID}, e.Info().Aliases...)
}
