// SPDX-License-Identifier: Apache-2.0

package catalog

import (
	"context"
	"fmt"
	"sync"

	"cairn/engine"
	"cairn/game"
)

// Bind makes an entry of a rule set. Both types are inferred.
func Bind[P game.Position[P, M], M comparable](def game.Def[P, M]) *Entry {
	b := &binding[P, M]{def: def}
	b.engines.New = func() any { return b.thinker(engine.Options{}) }
	return &Entry{Game: game.Erase(def), bound: b}
}

// binding keeps the types of one game. Its engines are reused, since each holds
// a table and serves one search at a time.
type binding[P game.Position[P, M], M comparable] struct {
	def     game.Def[P, M]
	engines sync.Pool
	shelf   shelf[P, M]
}

// fast returns the position behind a state. A state of another game is a
// mistake of the program.
func (b *binding[P, M]) fast(s game.State) P {
	p, ok := game.Fast[P, M](s)
	if !ok {
		panic(fmt.Sprintf("catalog: %q is no state of %s", s, b.def.ID))
	}
	return p
}

func (b *binding[P, M]) Perft(s game.State, depth int) uint64 { return game.Perft(b.fast(s), depth) }

func (b *binding[P, M]) Bench(s game.State) func(depth int) uint64 {
	p, w := b.fast(s), game.NewWalker[P, M]()
	return func(depth int) uint64 { return w.CountPlayed(p, depth) }
}

func (b *binding[P, M]) Divide(s game.State, depth int) []Count {
	p := b.fast(s)
	var counts []Count
	for _, m := range p.AppendMoves(nil) {
		counts = append(counts, Count{b.def.FormatMove(p, m), game.Perft(p.Play(m), depth-1)})
	}
	return counts
}

func (b *binding[P, M]) Think(ctx context.Context, q Question) (Answer, error) {
	t := b.engines.Get().(*thinker[P, M])
	defer b.engines.Put(t)
	t.Clear() // what another game left in the table must not change the answer
	return t.Think(ctx, q)
}

// answer writes a result in the notation of the game.
func (b *binding[P, M]) answer(p P, r engine.Result[M]) Answer {
	a := Answer{Score: r.Score, Depth: r.Depth, Nodes: r.Nodes, Elapsed: r.Elapsed}
	for _, m := range r.PV {
		a.PV = append(a.PV, b.def.FormatMove(p, m))
		p = p.Play(m)
	}
	if len(a.PV) > 0 {
		a.Move = a.PV[0]
	}
	return a
}
