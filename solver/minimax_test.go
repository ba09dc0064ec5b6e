// SPDX-License-Identifier: Apache-2.0

package solver_test

import (
	"math/rand/v2"
	"testing"

	"cairn/game"
	"cairn/solver"
	"cairn/tablebase"
)

// node is a position with the hashes of its successors. Positions that differ only in the
// clock are one node.
type node[P any] struct {
	pos   P
	next  []uint64
	value tablebase.Value
	known bool
}

// plain is the reference solver: it finds the values of all reachable positions by sweeping
// over the open ones ply by ply. It uses no index.
func plain[P game.Position[P, M], M comparable](start P) map[uint64]*node[P] {
	nodes := map[uint64]*node[P]{}
	for queue := []P{start}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if nodes[p.Hash()] != nil {
			continue
		}
		n := &node[P]{pos: p}
		nodes[p.Hash()] = n
		for _, m := range p.AppendMoves(nil) {
			n.next = append(n.next, p.Play(m).Hash())
			queue = append(queue, p.Play(m))
		}
	}
	for ply, found := 0, true; found || ply < 2; ply++ {
		found = false
		for _, n := range nodes {
			if !n.known && decided(n, nodes, ply) {
				n.value, n.known, found = tablebase.LostIn(ply), true, true
				if ply%2 == 1 {
					n.value = tablebase.WonIn(ply)
				}
			}
		}
	}
	return nodes
}

// decided reports whether a position is decided in exactly that many plies, given all
// positions that are decided in fewer. In these games no turn loses at once, and only lines
// end them.
func decided[P any](n *node[P], nodes map[uint64]*node[P], ply int) bool {
	if ply == 0 {
		return len(n.next) == 0
	}
	lost, longest := len(n.next) > 0, 0
	for _, hash := range n.next {
		q := nodes[hash]
		if ply%2 == 1 && q.known && q.value == tablebase.LostIn(ply-1) {
			return true
		}
		lost = lost && q.known && q.value.Sign() > 0
		longest = max(longest, q.value.Plies())
	}
	return ply%2 == 0 && lost && longest == ply-1
}

func TestWholeOfThreeByPlainSearch(t *testing.T) {
	for _, def := range []morrisDef{three, threeNineHoles, threeOrthogonal} {
		dir := t.TempDir()
		solve(t, def, solver.Options{Dir: dir, Placing: true})
		tables := prober(t, dir, def)
		known := 0
		for _, n := range plain(def.Start()) {
			want := tablebase.Drawn
			if n.known {
				want = n.value
				known++
			}
			if got, plies, err := tables.Probe(n.pos); err != nil || !plies || got != want {
				t.Fatalf("%s: got %s in %d, %v, want %s in %d", def.Format(n.pos), got, got.Plies(), err, want, want.Plies())
			}
		}
		if known < 1000 {
			t.Errorf("%s: only %d positions are decided", def.ID, known)
		}
	}
}

// mate returns the value of a position by a search of some plies, a draw if it finds no
// decided end.
func mate[P game.Position[P, M], M comparable](p P, depth int) tablebase.Value {
	moves := p.AppendMoves(nil)
	switch {
	case len(moves) == 0:
		return tablebase.Lost
	case depth == 0:
		return tablebase.Drawn
	}
	best := tablebase.Lost
	for _, m := range moves {
		best = max(best, mate(p.Play(m), depth-1).Before())
	}
	return best
}

func TestSixByPlainSearch(t *testing.T) {
	const depth = 3
	dir, def := t.TempDir(), six
	solve(t, def, solver.Options{Dir: dir, Placing: true})
	tables := prober(t, dir, def)
	random := rand.New(rand.NewPCG(5, 5))
	groups := def.Index.Groups()
	decided := 0
	for range 1000 {
		tier := groups[random.IntN(len(groups))][0]
		p := def.Index.Unrank(tier, random.Uint64N(def.Index.Size(tier)))
		want := mate(p, depth)
		got, _, err := tables.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		if want == tablebase.Drawn && got.Sign() != 0 && got.Plies() > depth {
			continue // decided, but later than the search sees
		}
		if got != want {
			t.Fatalf("%s: got %s in %d, want %s in %d", def.Format(p), got, got.Plies(), want, want.Plies())
		}
		if want != tablebase.Drawn {
			decided++
		}
	}
	if decided < 50 {
		t.Errorf("only %d positions were decided", decided)
	}
}
