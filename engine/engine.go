// SPDX-License-Identifier: Apache-2.0

// Package engine finds a move in any rule set.
//
// It searches the fast face of the contract: principal variation search with
// iterative deepening, a transposition table that several threads share, move
// ordering, late moves searched less deep, and a short search of captures at
// the leaves. Levels weaken it in human ways.
//
// The package names no game and knows no rule: everything it needs comes with
// the [game.Def]. It reads no tables of solved positions (the caller may bring
// [Tables]), keeps no clock of a match (it divides the time that [Limits] give it),
// does no input or output and logs nothing.
package engine

import (
	"cmp"
	"context"
	"errors"
	"time"

	"cairn/game"
)

// ErrOver says that the position has no legal move: its game has ended.
var ErrOver = errors.New("no move to find: the game is over")

// Engine searches the positions of one rule set. It serves one search at a
// time; use one engine for each that runs in parallel. Its memory is bounded
// by [Options.TableBytes] and a few hundred kilobytes a thread.
//
// Searches share transposition tables, so a result depends on earlier calls: equal calls in
// equal order give equal moves. [Engine.Clear] clears the tables.
type Engine[P game.Position[P, M], M comparable] struct {
	def     game.Def[P, M]
	options Options
	tables  Prober[P]
	thread  *thread[P, M]   // leads the search; made on first use
	second  *thread[P, M]   // searches further lines; made on first use
	helpers []*thread[P, M] // made on first use
}

// New returns an engine for a rule set. The first search allocates its memory.
func New[P game.Position[P, M], M comparable](def game.Def[P, M], o Options) *Engine[P, M] {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.TableBytes, o.Threads = cmp.Or(o.TableBytes, DefaultTableBytes), max(o.Threads, 1)
	return &Engine[P, M]{def: def, options: o}
}

// SetTables lets searches and the highest levels probe tables of solved positions; nil
// turns that off. Tables ignore the history of a game, so draws by repetition and by the
// clock are checked first.
func (e *Engine[P, M]) SetTables(tables Prober[P]) { e.tables = tables }

// Clear clears the transposition tables.
func (e *Engine[P, M]) Clear() {
	for _, t := range []*thread[P, M]{e.thread, e.second} {
		if t != nil && t.table != nil {
			clear(t.table.buckets)
		}
	}
}

// Search finds the best move of p. Recent holds the hashes of the positions
// since the last irreversible move, p included, as [game.History.Recent] gives
// them; it may be empty. Report, which may be nil, is called with the result of each
// iteration.
//
// When a limit or the context ends the search it returns the best move it
// knows, a legal one in any case; a context that has ended is no error. The
// only error is ErrOver.
func (e *Engine[P, M]) Search(ctx context.Context, p P, recent []uint64, l Limits, report func(Result[M])) (Result[M], error) {
	return e.search(ctx, p, recent, e.tables, l, report)
}

// search is Search with some tables, or none.
func (e *Engine[P, M]) search(ctx context.Context, p P, recent []uint64, tables Prober[P], l Limits, report func(Result[M])) (Result[M], error) {
	if len(p.AppendMoves(nil)) == 0 {
		return Result[M]{}, ErrOver
	}
	if l.Nodes > 0 {
		l.Nodes = max(l.Nodes/uint64(e.options.Threads), 1)
	}
	e.thread = e.prepare(ctx, e.thread, p, recent, tables, l)
	r := newRoots(e.thread, p)
	dismiss := e.startHelpers(r.group, p, recent, tables, l)
	r.ranked, r.multiPV = l.Lines > 0, e.newMultiPV(r, p, recent, tables, l)
	r.deepen(l.Depth, report)
	dismiss()
	return r.summary(), nil
}

// prepare begins a search of p by a thread with a transposition table of its own, and
// makes it if it is nil.
func (e *Engine[P, M]) prepare(ctx context.Context, t *thread[P, M], p P, recent []uint64, tables Prober[P], l Limits) *thread[P, M] {
	if t == nil {
		t = newThread(e.def, e.options)
		if !e.options.NoTable {
			t.table = newTable(e.options.TableBytes)
		}
	}
	if t.table != nil {
		t.table.nextAge()
	}
	t.tables = tables
	t.prepare(ctx, p, recent, l)
	return t
}

// DefaultTableBytes is the default size of the transposition table. A larger table saves
// few nodes in a search of about a second, and its cache misses cost more than it saves.
const DefaultTableBytes = 2 << 20

// Options set up an engine. The zero value is the full engine; every technique
// can be switched off, so that tests can measure its effect.
type Options struct {
	TableBytes int              // upper bound of the table's size; DefaultTableBytes if 0
	Now        func() time.Time // the clock for time limits; time.Now if nil
	Threads    int              // that search in parallel and share the table; 1 if 0

	NoTable      bool // no transposition table
	NoScout      bool // plain alpha-beta: no null windows
	NoTakesFirst bool // captures are not tried before quiet moves
	NoKillers    bool // moves that refuted a sibling are not tried early
	NoHistory    bool // moves that refuted often are not tried early
	NoQuiescence bool // leaves are judged at once, captures or not
	NoCounters   bool // the move that refuted the opponent's last one is not tried early
	NoAspiration bool // every iteration begins with an open window
	NoReductions bool // late moves are searched as deep as the first
	NoFutility   bool // quiet moves are searched at the last plies however far behind
	NoThinning   bool // no internal iterative reduction of nodes without a hash move
}
