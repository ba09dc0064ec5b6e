// SPDX-License-Identifier: Apache-2.0

package solver_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	tictactoeindex "cairn/game/gametest/tictactoe/index"
	"cairn/games/fanorona"
	fanoronaindex "cairn/games/fanorona/index"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/games/yote"
	yoteindex "cairn/games/yote/index"
	"cairn/solver"
	"cairn/tablebase"
)

type morrisDef = tablebase.Numbered[morris.Position, morris.Move]

// general hides the optional methods of an index, so that the general solver is used.
type general[P any] struct{ tablebase.Indexer[P] }

// solve solves a game into a folder and returns its rows by tier.
func solve[P game.Position[P, M], M comparable](t *testing.T, def tablebase.Numbered[P, M], o solver.Options) map[string]solver.TierResult {
	t.Helper()
	rows := map[string]solver.TierResult{}
	err := solver.Solve(context.Background(), &def, o, func(r solver.TierResult) { rows[r.Tier.String()] = r })
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// load returns the values of a tier from its table.
func load[P any](t *testing.T, dir string, info *game.Info, index tablebase.Indexer[P], tier tablebase.Tier) []byte {
	t.Helper()
	table, err := tablebase.Open(dir, tablebase.KeyOf(info, index.Scheme()), tier)
	if err != nil {
		t.Fatal(err)
	}
	defer table.Close()
	values, err := table.Load()
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// prober opens the tables of a folder.
func prober[P game.Position[P, M], M comparable](t *testing.T, dir string, def tablebase.Numbered[P, M]) *tablebase.Prober[P, M] {
	t.Helper()
	p, err := tablebase.OpenProber(dir, &def)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

func TestTicTacToe(t *testing.T) {
	dir := t.TempDir()
	rows := solve(t, toy, solver.Options{Dir: dir, Placing: true, Check: true})
	var positions uint64
	for tier, r := range rows {
		positions += r.Positions
		if r.Wrong != 0 {
			t.Errorf("tier %s: %d values are wrong", tier, r.Wrong)
		}
	}
	// 765 positions can be reached up to symmetry; the rest have lines that
	// would have ended the game before.
	if len(rows) != 10 || positions < 765 {
		t.Errorf("got %d tiers with %d positions", len(rows), positions)
	}
	v, _, err := prober(t, dir, toy).Probe(toy.Start())
	if err != nil || v != tablebase.Drawn {
		t.Errorf("start: got %s, %v, want a draw", v, err)
	}
}

// The values of whole games that are known from the literature.
func TestStartPositions(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes under the race detector; without it make test runs this too")
	}
	for _, c := range []struct {
		def  morrisDef
		long bool // too long to be checked as well in quick tests
		want string
	}{
		{three, false, "win"},
		{threeNineHoles, false, "draw"},
		{threeOrthogonal, false, "win"},
		{six, false, "draw"},
		{sixNoFlying, true, "draw"},
	} {
		t.Run(c.def.ID, func(t *testing.T) {
			dir := t.TempDir()
			o := solver.Options{Dir: dir, Placing: true, Check: !c.long}
			for tier, r := range solve(t, c.def, o) {
				if r.Wrong != 0 {
					t.Errorf("tier %s: %d values are wrong", tier, r.Wrong)
				}
			}
			v, _, err := prober(t, dir, c.def).Probe(c.def.Start())
			if err != nil || v.String() != c.want {
				t.Errorf("got %s, %v, want %s", v, err, c.want)
			}
		})
	}
}

// Nine men's morris, side to move first. An independent program has counted 3-3
// (and 5-5 and 6-6, which take longer); the others are our own, checked move by move, as a
// regression test.
func TestNineCounts(t *testing.T) {
	rows := solve(t, nine, solver.Options{Dir: t.TempDir(), Limit: 4})
	for tier, want := range map[string]string{
		"3-3": "140621/269/28736",
		"4-3": "75397/681906/3095",
		"3-4": "102281/658117/0",
		"4-4": "159/3225409/29",
	} {
		r := rows[tier]
		if got := fmt.Sprintf("%d/%d/%d", r.Win, r.Draw, r.Loss); got != want || r.Positions != r.Win+r.Draw+r.Loss {
			t.Errorf("%s: got %s of %d positions, want %s", tier, got, r.Positions, want)
		}
	}
	if got := rows["3-3"].Longest; got != 26 {
		t.Errorf("longest of 3-3: got %d, want 26", got)
	}
}

// A Filler and the general solver find the same value for every slot.
func TestFastIsGeneral(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes under the race detector; without it make test runs this too")
	}
	for _, c := range []struct {
		def   morrisDef
		limit int
	}{{six, 6}, {sixNoFlying, 4}, {nine, 3}} {
		t.Run(c.def.ID, func(t *testing.T) {
			fast, slow, plain := t.TempDir(), t.TempDir(), c.def
			plain.Index = general[morris.Position]{c.def.Index}
			solve(t, c.def, solver.Options{Dir: fast, Limit: c.limit, Placing: true})
			solve(t, plain, solver.Options{Dir: slow, Limit: c.limit, Placing: true})
			for _, group := range tablebase.Plan(c.def.Index, c.limit, true) {
				for _, tier := range group {
					got := load(t, fast, &c.def.Info, c.def.Index, tier)
					want := load(t, slow, &c.def.Info, c.def.Index, tier)
					if !bytes.Equal(got, want) {
						t.Errorf("tier %s: the ways differ", tier)
					}
				}
			}
		})
	}
}

// some is an index with only some of its groups.
type some struct {
	tablebase.Indexer[morris.Position]
	tablebase.Filler
	groups [][]tablebase.Tier
}

func (s some) Groups() [][]tablebase.Tier { return s.groups }

// Where a man is taken for every mill, a step along a diagonal into a corner may take two. The value of a position must be that of its best move.
func TestSeveralTakenAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("minutes under the race detector; without it make test runs this too")
	}
	dir, def := t.TempDir(), twelveMulti
	var groups [][]tablebase.Tier
	for _, group := range tablebase.Plan(def.Index, 5, false) {
		if t := group[0]; t.Own+t.Other < 10 {
			groups = append(groups, group)
		}
	}
	def.Index = some{def.Index, def.Index.(tablebase.Filler), groups}
	solve(t, def, solver.Options{Dir: dir})
	tables, random, twice := prober(t, dir, def), rand.New(rand.NewPCG(7, 7)), 0
	for range 5000 {
		tier := tablebase.Tier{Own: 5, Other: 4}
		if random.IntN(2) == 0 {
			tier = tier.Partner()
		}
		p := def.Index.Unrank(tier, random.Uint64N(def.Index.Size(tier)))
		best := tablebase.Lost
		for _, m := range p.AppendMoves(nil) {
			v, _, err := tables.Probe(p.Play(m))
			if err != nil {
				t.Fatal(err)
			}
			best = max(best, v.Before())
			if p.Takes(m) > 1 {
				twice++
			}
		}
		if got, _, err := tables.Probe(p); err != nil || got != best {
			t.Fatalf("%s: got %s in %d, %v, its moves say %s in %d", def.Format(p), got, got.Plies(), err, best, best.Plies())
		}
	}
	if twice == 0 {
		t.Error("two men were never taken")
	}
}

// WDL values have the sign of the DTW values, whichever solver finds them.
func TestKindWithoutDistances(t *testing.T) {
	hidden := six
	hidden.Index = general[morris.Position]{hidden.Index}
	t.Run("fast", func(t *testing.T) { sameSigns(t, six, 5) })
	t.Run("general", func(t *testing.T) { sameSigns(t, hidden, 4) })
	t.Run("backward", func(t *testing.T) { sameSigns(t, telo, 0) })
}

func sameSigns[P game.Position[P, M], M comparable](t *testing.T, def tablebase.Numbered[P, M], limit int) {
	full, plain := t.TempDir(), t.TempDir()
	solve(t, def, solver.Options{Dir: full, Limit: limit})
	rows := solve(t, def, solver.Options{Dir: plain, Limit: limit, Kind: tablebase.WDL, Check: true})
	for _, group := range tablebase.Plan(def.Index, limit, false) {
		for _, tier := range group {
			got := load(t, plain, &def.Info, def.Index, tier)
			for slot, v := range load(t, full, &def.Info, def.Index, tier) {
				if tablebase.Value(v).Sign() != tablebase.Value(got[slot]).Sign() {
					t.Fatalf("tier %s, slot %d: got %s, want %s", tier, slot, tablebase.Value(got[slot]), tablebase.Value(v))
				}
			}
			if r := rows[tier.String()]; r.Wrong != 0 || r.Longest != 0 {
				t.Errorf("tier %s: %d wrong, longest %d", tier, r.Wrong, r.Longest)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	without := nine
	without.Index = nil
	for name, c := range map[string]struct {
		def  morrisDef
		o    solver.Options
		want error
	}{
		"not numbered":            {without, solver.Options{}, solver.ErrNoIndex},
		"no tier so small":        {nine, solver.Options{Limit: 2}, solver.ErrNothing},
		"placing is not numbered": {lasker, solver.Options{Placing: true}, solver.ErrNothing},
		"too little memory":       {six, solver.Options{Memory: 100_000}, solver.ErrMemory},
	} {
		t.Run(name, func(t *testing.T) {
			c.o.Dir = t.TempDir()
			err := solver.Solve(context.Background(), &c.def, c.o, func(solver.TierResult) {})
			if !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

// The rule sets of the tests, with their indexes.
var (
	dimy            = tablebase.Number(fanorona.Dimy, fanoronaindex.For)
	tsivy           = tablebase.Number(fanorona.Standard, fanoronaindex.For)
	telo            = tablebase.Number(fanorona.Telo, fanoronaindex.For)
	lasker          = tablebase.Number(morris.Lasker, morrisindex.For)
	morabaraba      = tablebase.Number(morris.Morabaraba, morrisindex.For)
	nine            = tablebase.Number(morris.Nine, morrisindex.For)
	six             = tablebase.Number(morris.Six, morrisindex.For)
	sixNoFlying     = tablebase.Number(morris.SixNoFlying, morrisindex.For)
	three           = tablebase.Number(morris.Three, morrisindex.For)
	threeNineHoles  = tablebase.Number(morris.ThreeNineHoles, morrisindex.For)
	threeOrthogonal = tablebase.Number(morris.ThreeOrthogonal, morrisindex.For)
	twelve          = tablebase.Number(morris.Twelve, morrisindex.For)
	twelveMulti     = tablebase.Number(morris.TwelveMulti, morrisindex.For)
	toy             = tablebase.Number(tictactoe.Standard, tictactoeindex.For)
	yoteFree        = tablebase.Number(yote.Free, yoteindex.For)
	yoteNoThreeDraw = tablebase.Number(yote.NoThreeDraw, yoteindex.For)
)
