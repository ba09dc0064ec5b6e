// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"fmt"
	"sync"

	"cairn/engine"
	"cairn/game"
	"cairn/solver"
	"cairn/tablebase"
)

// Entry is a game bound to engine, solver and tables.
type Entry struct {
	game.Game
	bound
}

// bound is the part of an Entry that needs the types of the game.
type bound interface {
	// Perft counts the sequences of exactly depth turns from a state.
	Perft(s game.State, depth int) uint64
	// Bench returns a function that counts them with every turn played, without
	// allocating.
	Bench(s game.State) func(depth int) uint64
	// Divide is Perft by first move.
	Divide(s game.State, depth int) []Count

	// Think finds a move; the error is engine.ErrOver when there is none.
	Think(ctx context.Context, q Question) (Answer, error)
	// Missing returns the names of the optional parts that the rule set lacks.
	Missing() []string
	// NewThinker returns a new engine.
	NewThinker(o engine.Options) Thinker
	// Rules returns a Rules[P, M] for callers that know the types of the game.
	Rules() any

	// Solve solves the game into tables and calls done with every tier; see
	// solver.Solve for its errors.
	Solve(ctx context.Context, o solver.Options, done func(solver.TierResult)) error
	// Slots returns how many values the tables of the whole game hold, 0 for a
	// game that is not solved whole.
	Slots() uint64
	// Lacks reports whether a table of the whole game is missing in a folder.
	Lacks(dir string) bool
	// OpenTables opens the tables of the game in a folder; see
	// tablebase.OpenSet for its errors.
	OpenTables(dir string) (tablebase.Tables, error)
	// UseTables sets the folder with the tables the game is played by. Tables of
	// a small game are made there when they are first needed.
	UseTables(dir string)
	// TablesDir returns that folder, empty for none.
	TablesDir() string
	// ProbeMoves returns the worths of a position and its moves by the tables in that
	// folder, unknown ones included. Tables that are added while the game is played are
	// used at once. It fails only if it is cancelled.
	ProbeMoves(ctx context.Context, s game.State) (tablebase.MoveValues, error)
	// Decide finds out which moves of a position keep its value, by a search of at most
	// plies plies into those tables and to ends of the game.
	Decide(ctx context.Context, s game.State, plies int) (tablebase.Decision, error)
	// Symmetries returns the known symmetries of the rules, each as the images of all
	// points; the first is the identity.
	Symmetries() [][]game.Point
	// Small reports whether the tables of the whole game are made on first use.
	Small() bool
	// Coverage returns how much of the game the tables in that folder cover now.
	Coverage() solver.Coverage
	// Cost returns the cost of making the missing tables.
	Cost(o solver.Options) solver.Cost
	// Limits returns the limits on men that select different sets of tables.
	Limits() []int
	// Whole reports whether the game is solved from its start on.
	Whole() bool
	// Complete returns why the tables cannot answer for every position of the
	// game, nil if they can.
	Complete() error
}

// Count is the number of sequences that begin with a move.
type Count struct {
	Move  string
	Nodes uint64
}

// Bind makes an entry of a rule set. Its types are inferred. A rule set with tables also
// has a function that makes its index.
func Bind[P game.Position[P, M], M comparable](def game.Def[P, M], index ...func(game.Def[P, M]) tablebase.Indexer[P]) *Entry {
	numbered := tablebase.Numbered[P, M]{Def: def}
	for _, number := range index {
		numbered = tablebase.Number(def, number)
	}
	b := &binding[P, M]{Shelf: solver.NewShelf(numbered)}
	b.symmetries = sync.OnceValue(b.findSymmetries)
	b.engines.New = func() any { return b.NewThinker(engine.Options{}) }
	return &Entry{Game: game.Erase(def), bound: b}
}

// binding implements bound. Its engines are pooled: each holds a transposition table and
// serves one search at a time.
type binding[P game.Position[P, M], M comparable] struct {
	*solver.Shelf[P, M]
	engines    sync.Pool
	symmetries func() [][]game.Point
}

// Samples returns the positions in which the game is measured: its start, and the legal
// ones of Info.Samples.
func (e *Entry) Samples() []game.State {
	samples := []game.State{e.Start()}
	for _, text := range e.Info().Samples {
		if s, err := e.Parse(text); err == nil {
			samples = append(samples, s)
		}
	}
	return samples
}

func (b *binding[P, M]) Symmetries() [][]game.Point { return b.symmetries() }

func (b *binding[P, M]) findSymmetries() [][]game.Point {
	if ix, ok := b.Index.(tablebase.Symmetric); ok {
		return ix.Symmetries()
	}
	identity := make([]game.Point, len(b.Board.Points))
	for p := range identity {
		identity[p] = game.Point(p)
	}
	return [][]game.Point{identity}
}

func (b *binding[P, M]) Perft(s game.State, depth int) uint64 {
	return game.Perft(game.MustFast[P, M](s), depth)
}

func (b *binding[P, M]) Bench(s game.State) func(depth int) uint64 {
	p, w := game.MustFast[P, M](s), game.NewWalker[P, M]()
	return func(depth int) uint64 { return w.CountPlayed(p, depth) }
}

func (b *binding[P, M]) Divide(s game.State, depth int) []Count {
	p := game.MustFast[P, M](s)
	var counts []Count
	for _, m := range p.AppendMoves(nil) {
		counts = append(counts, Count{b.FormatMove(p, m), game.Perft(p.Play(m), depth-1)})
	}
	return counts
}

// Rules are the rules of a game with their types, and its tables.
type Rules[P game.Position[P, M], M comparable] struct {
	*solver.Shelf[P, M]
	// Tables returns the tables that a level asks for one move, nil for none.
	Tables func(context.Context, engine.Level) (engine.Prober[P], error)
}

func (b *binding[P, M]) Rules() any { return Rules[P, M]{b.Shelf, b.tables} }

// Offers returns why the computer cannot play a level, nil when it can.
func (e *Entry) Offers(level engine.Level) error {
	if level == engine.Perfect {
		return noTables(e.Complete())
	}
	_, err := engine.ParseLevel(string(level))
	return err
}

// noTables wraps the error of Complete for the level perfect.
func noTables(why error) error {
	if why == nil {
		return nil
	}
	return fmt.Errorf("%w, and %w", engine.ErrNoTables, why)
}

// Levels returns the names of the levels the computer can play, the weakest
// first.
func (e *Entry) Levels() []string {
	var names []string
	for _, l := range engine.Levels() {
		if e.Offers(l) == nil {
			names = append(names, string(l))
		}
	}
	return names
}

// OpenFiles opens the tables of the game in a folder as files.
func (e *Entry) OpenFiles(dir string) (*tablebase.Set, error) {
	tables, err := e.OpenTables(dir)
	if err != nil {
		return nil, err
	}
	return tables.Files(), nil
}

// names returns the id and the aliases.
func (e *Entry) names() []string {
	return append([]string{e.Info().ID}, e.Info().Aliases...)
}

// Missing implements bound. The game works without each of these parts, only less well.
func (b *binding[P, M]) Missing() []string {
	var missing []string
	check := func(part string, has bool) {
		if !has {
			missing = append(missing, part)
		}
	}
	check("reasons for refusals", b.Explain != nil)
	check("evaluation", b.Eval != nil)
	check("greed", b.Greed != nil)
	check("fast paths", b.Over != nil && b.AppendTakes != nil && b.Sketch != nil)
	check("index", b.Index != nil)
	return missing
}
