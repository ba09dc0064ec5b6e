// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"math/rand/v2"
	"time"

	"cairn/engine"
	"cairn/game"
	"cairn/tablebase"
)

// Question asks for a move.
type Question struct {
	State  game.State
	Recent []uint64      // hashes since the last irreversible move: game.History.Recent
	Level  engine.Level  // empty means a full search within Limits
	Limits engine.Limits // zero means the level's own
	Lines  int           // best moves wanted in Answer.Lines, by full searches; 0 for none
	Seed   uint64        // makes the answer deterministic, apart from time limits
	Report func(Answer)  // called after every iteration of a full search; may be nil
}

// Answer is a move with the result of its search.
type Answer struct {
	Move    string
	Score   int // for the side to move, 100 a man: see engine.Win
	Depth   int
	Nodes   uint64
	PV      []string
	Elapsed time.Duration
	Exact   bool     // Score is the value of Move by rules or tables
	Lines   []Answer // the best moves, the best first, if Question.Lines asked for them; Move is the first
}

// Thinker is an engine that keeps its transposition table between questions. It serves
// one question at a time.
type Thinker interface {
	// Think finds a move; the error is engine.ErrOver when there is none.
	Think(ctx context.Context, q Question) (Answer, error)
	// Clear clears the transposition table.
	Clear()
}

type thinker[P game.Position[P, M], M comparable] struct {
	*engine.Engine[P, M]
	game *binding[P, M]
}

func (b *binding[P, M]) NewThinker(o engine.Options) Thinker {
	def := b.Def
	if def.Eval == nil {
		def.Eval = countMen(def.View)
	}
	return &thinker[P, M]{engine.New(def, o), b}
}

// countMen returns an evaluation for games without one: the lead in men, on the board and
// in hand.
func countMen[P any](view func(P) game.View) func(P) int {
	return func(p P) int {
		v := view(p)
		us, them := v.Sides[v.Turn], v.Sides[v.Turn.Other()]
		return 100 * (us.Board + us.Hand - them.Board - them.Hand)
	}
}

func (b *binding[P, M]) Think(ctx context.Context, q Question) (Answer, error) {
	t := b.engines.Get().(*thinker[P, M])
	defer b.engines.Put(t)
	t.Clear() // earlier questions must not change the answer
	return t.Think(ctx, q)
}

func (t *thinker[P, M]) Think(ctx context.Context, q Question) (Answer, error) {
	p := game.MustFast[P, M](q.State)
	tables, err := t.game.tables(ctx, q.Level)
	if err != nil {
		return Answer{}, err
	}
	t.SetTables(tables)
	q.Limits.Lines = q.Lines
	var r engine.Result[M]
	if q.Level != "" {
		r, err = t.Choose(ctx, p, q.Recent, q.Level, q.Limits, rand.New(rand.NewPCG(q.Seed, p.Hash())))
		return t.game.answer(p, r, tables), err
	}
	var report func(engine.Result[M])
	if q.Report != nil {
		report = func(r engine.Result[M]) { q.Report(t.game.answer(p, r, tables)) }
	}
	r, err = t.Search(ctx, p, q.Recent, q.Limits, report)
	return t.game.answer(p, r, tables), err
}

// answer converts a result and its lines to the notation of the game.
func (b *binding[P, M]) answer(p P, r engine.Result[M], tables engine.Prober[P]) Answer {
	a := Answer{Score: r.Score, Depth: r.Depth, Nodes: r.Nodes, Elapsed: r.Elapsed}
	if len(r.PV) > 0 {
		a.Move, a.Exact = b.FormatMove(p, r.Move), exact(p.Play(r.Move), r.Score, tables)
	}
	for _, line := range r.Lines {
		a.Lines = append(a.Lines, b.answer(p, line, tables))
	}
	for _, m := range r.PV {
		a.PV = append(a.PV, b.FormatMove(p, m))
		p = p.Play(m)
	}
	return a
}

// exact reports whether a score is the value of the position after the move by rules or
// tables. Draws by repetition are not in tables.
func exact[P game.Position[P, M], M comparable](after P, score int, tables engine.Prober[P]) bool {
	value, promised := engine.Promises(score)
	if after.Result().Over() {
		return true
	}
	if tables == nil || !promised && score != 0 {
		return false
	}
	w, err := tables.Probe(after)
	return err == nil && w.Known && w.Value == -value
}

// tables returns the tables that a level probes for one move, nil for none. The level
// perfect needs all of them.
func (b *binding[P, M]) tables(ctx context.Context, level engine.Level) (engine.Prober[P], error) {
	switch level {
	case engine.Perfect:
		if err := noTables(b.Complete()); err != nil {
			return nil, err
		}
		prober, err := b.Solved(ctx)
		if err != nil {
			return nil, err
		}
		return solved[P, M]{prober.NewSearch()}, nil
	case engine.Master, "":
		if prober := b.Prober(); prober != nil {
			return solved[P, M]{prober.NewSearch()}, nil
		}
	}
	return nil, nil
}

// solved is an engine.Prober of tables.
type solved[P game.Position[P, M], M comparable] struct{ search *tablebase.Search[P, M] }

// Probe implements engine.Prober.
func (s solved[P, M]) Probe(p P) (engine.Solved, error) {
	return solvedOf(tablebase.WorthOf(s.search.Probe(p)))
}

// Value implements engine.Prober.
func (s solved[P, M]) Value(ctx context.Context, p P) (engine.Solved, error) {
	w, err := solvedOf(tablebase.WorthOf(s.search.Value(ctx, p)))
	if ctx.Err() != nil && err != nil {
		return engine.Solved{}, nil
	}
	return w, err
}

func solvedOf(w tablebase.Worth, err error) (engine.Solved, error) {
	return engine.Solved{Known: w.Known, Value: engine.Value(w.Value.Sign()), Plies: w.Plies}, err
}
