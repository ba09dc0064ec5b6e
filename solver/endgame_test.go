// SPDX-License-Identifier: Apache-2.0

package solver_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"cairn/game"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
	"cairn/solver"
	"cairn/tablebase"
)

// sameTables compares two ways of solving a game, slot by slot.
func sameTables[P game.Position[P, M], M comparable](t *testing.T, def tablebase.Numbered[P, M], index tablebase.Indexer[P], limit int) {
	t.Helper()
	one, other := t.TempDir(), t.TempDir()
	for tier, r := range solve(t, def, solver.Options{Dir: one, Limit: limit, Check: true}) {
		if r.Wrong != 0 {
			t.Errorf("%s, tier %s: %d values are wrong", def.ID, tier, r.Wrong)
		}
	}
	hidden := def
	hidden.Index = index
	solve(t, hidden, solver.Options{Dir: other, Limit: limit})
	for _, group := range tablebase.Plan(def.Index, limit, false) {
		for _, tier := range group {
			got, want := load(t, one, &def.Info, def.Index, tier), load(t, other, &def.Info, index, tier)
			if !bytes.Equal(got, want) {
				t.Errorf("%s, tier %s: the two ways differ", def.ID, tier)
			}
		}
	}
}

func TestEndgamesBothWays(t *testing.T) {
	for _, def := range []tablebase.Numbered[fanorona.Position, fanorona.Move]{telo, dimy, tsivy} {
		sameTables(t, def, general[fanorona.Position]{def.Index}, 3)
	}
	for _, def := range []tablebase.Numbered[yote.Position, yote.Move]{yoteFree, yoteNoThreeDraw} {
		sameTables(t, def, general[yote.Position]{def.Index}, 3)
	}
}

// samePlain compares tables with the values that the reference solver, plain, finds for all
// reachable positions.
func samePlain[P game.Position[P, M], M comparable](t *testing.T, def tablebase.Numbered[P, M], limit, decided int, starts ...string) {
	t.Helper()
	dir := t.TempDir()
	solve(t, def, solver.Options{Dir: dir, Limit: limit})
	tables := prober(t, dir, def)
	known := 0
	for _, text := range starts {
		start, err := def.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range plain(start) {
			want := tablebase.Drawn
			if n.known {
				want = n.value
				known++
			}
			if got, plies, err := tables.Probe(n.pos); err != nil || !plies || got != want {
				t.Fatalf("%s: %s: got %s in %d, %v, want %s in %d", def.ID, def.Format(n.pos), got, got.Plies(), err, want, want.Plies())
			}
		}
	}
	if known < decided {
		t.Errorf("%s: only %d positions are decided", def.ID, known)
	}
}

func TestEndgamesByPlainSearch(t *testing.T) {
	samePlain(t, telo, 0, 900, "bbb/b1w/www w 0")
	samePlain(t, dimy, 3, 5000, "w4/5/4b/5/w4 w 0")
	samePlain(t, tsivy, 2, 500, "w8/9/9/9/8b w 0", "w8/9/9/9/7b1 w 0")
	samePlain(t, yoteFree, 3, 12000, "w5/6/2w3/6/5b w 0,0 -,- 0")
	samePlain(t, yoteNoThreeDraw, 2, 3000, "w5/6/6/6/5b w 0,0 -,- 0", "w5/6/6/6/4b1 w 0,0 -,- 0")
}

func TestEndgamesWithoutDistances(t *testing.T) {
	sameSigns(t, tsivy, 3)
	sameSigns(t, yoteFree, 3)
	sameSigns(t, yoteNoThreeDraw, 3)
}

func TestValueOfTelo(t *testing.T) {
	dir := t.TempDir()
	solve(t, telo, solver.Options{Dir: dir, Placing: true})
	v, _, err := prober(t, dir, telo).Probe(telo.Start())
	if want := tablebase.WonIn(11); err != nil || v != want {
		t.Errorf("got %s in %d, %v, want %s in %d", v, v.Plies(), err, want, want.Plies())
	}
}

// With three men each no move is remembered, since a capture ends the game. Values of
// positions without remembered moves equal those of twelve men's morris; values of the
// others follow from their moves.
func TestBarredWaysBack(t *testing.T) {
	if testing.Short() {
		t.Skip("some seconds")
	}
	dir, limit := t.TempDir(), solver.Options{Limit: 3}
	limit.Dir = dir
	solve(t, twelve, limit)
	solve(t, morabaraba, limit)
	free, barred := prober(t, dir, twelve), prober(t, dir, morabaraba)
	tier, random := tablebase.Tier{Own: 3, Other: 3}, rand.New(rand.NewPCG(9, 9))
	for range 5000 {
		p := twelve.Index.Unrank(tier, random.Uint64N(twelve.Index.Size(tier)))
		q, err := morabaraba.Parse(twelve.Format(p) + " -,-")
		if err != nil {
			t.Fatal(err)
		}
		want, _, err := free.Probe(p)
		if got, _, err2 := barred.Probe(q); err != nil || err2 != nil || got != want {
			t.Fatalf("%s: got %s in %d, %v, want %s in %d, %v", morabaraba.Format(q), got, got.Plies(), err2, want, want.Plies(), err)
		}
	}
	for range 5000 {
		p := morabaraba.Index.Unrank(tier, random.Uint64N(morabaraba.Index.Size(tier)))
		if got, want := value(t, barred, p), best(t, barred, p); got != want {
			t.Fatalf("%s: got %s in %d, its moves say %s in %d", morabaraba.Format(p), got, got.Plies(), want, want.Plies())
		}
	}
}

func value(t *testing.T, tables *tablebase.Prober[morris.Position, morris.Move], p morris.Position) tablebase.Value {
	t.Helper()
	v, _, err := tables.Probe(p)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// best returns the value of the best move of a position.
func best(t *testing.T, tables *tablebase.Prober[morris.Position, morris.Move], p morris.Position) tablebase.Value {
	t.Helper()
	best := tablebase.Lost
	for _, m := range p.AppendMoves(nil) {
		best = max(best, value(t, tables, p.Play(m)).Before())
	}
	return best
}
