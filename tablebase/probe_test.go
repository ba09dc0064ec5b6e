// SPDX-License-Identifier: Apache-2.0

package tablebase_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"reflect"
	"sync"
	"testing"

	"cairn/game"
	"cairn/games/fanorona"
	fanoronaindex "cairn/games/fanorona/index"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/solver"
	"cairn/tablebase"
)

// solveSix solves six men's morris into a folder, whole or without men in hand.
func solveSix(t *testing.T, placing bool) string {
	t.Helper()
	dir, def := t.TempDir(), six
	if err := solver.Solve(context.Background(), &def, solver.Options{Dir: dir, Placing: placing}, func(solver.TierResult) {}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func prober(t *testing.T, dir string) sixTables {
	t.Helper()
	p, err := tablebase.OpenProber(dir, &six)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

type sixTables = *tablebase.Prober[morris.Position, morris.Move]

// TestSixMensMorris runs tests that share one solved set of tables.
func TestSixMensMorris(t *testing.T) {
	whole, moving := prober(t, solveSix(t, true)), prober(t, solveSix(t, false))
	t.Run("a search is as good as tables", func(t *testing.T) { searchIsAsGoodAsTables(t, whole, moving) })
	t.Run("a search of uneven hands", func(t *testing.T) { searchOfUnevenHands(t, moving) })
	t.Run("searches at the same time", func(t *testing.T) { searchesTogether(t, whole, moving) })
	t.Run("a proof", func(t *testing.T) { proof(t, whole, moving) })
	t.Run("an interrupted search", func(t *testing.T) { interruptedSearch(t, moving) })
	t.Run("a probe allocates nothing", func(t *testing.T) { probeAllocatesNothing(t, whole) })
}

// A search into the tables without men in hand agrees with the tables of placing.
func searchIsAsGoodAsTables(t *testing.T, whole, moving sixTables) {
	random, index := rand.New(rand.NewPCG(1, 1)), six.Index
	for _, group := range index.Groups() {
		tier := group[0]
		if !tier.Placing() || tier.Hand+tier.OtherHand > 3 {
			continue
		}
		for range 3 {
			p := index.Unrank(tier, random.Uint64N(index.Size(tier)))
			want, _, err := whole.Probe(p)
			if err != nil {
				t.Fatal(err)
			}
			if _, _, err := moving.Probe(p); !errors.Is(err, tablebase.ErrMissing) {
				t.Fatalf("%s: a table answers without being there: %v", six.Format(p), err)
			}
			got, plies, err := moving.NewSearch().Value(context.Background(), p)
			if err != nil || !plies || got != want {
				t.Fatalf("%s: got %s in %d, %v, want %s in %d", six.Format(p), got, got.Plies(), err, want, want.Plies())
			}
		}
	}
	_, _, err := moving.NewSearch().Value(context.Background(), six.Start())
	if !errors.Is(err, tablebase.ErrFar) {
		t.Errorf("start: got %v, want it too far", err)
	}
}

// Positions with numbers of men in hand that play does not reach have no tables, but lead
// to positions with tables.
func searchOfUnevenHands(t *testing.T, moving sixTables) {
	p, err := six.Parse("w1w/1b1/4/b1b/w2 b 0,3 0")
	if err != nil {
		t.Fatal(err)
	}
	search := moving.NewSearch()
	v, plies, err := search.Value(context.Background(), p)
	if err != nil || !plies {
		t.Fatalf("got %s, %v", v, err)
	}
	best := tablebase.Lost
	for _, m := range p.AppendMoves(nil) {
		child, _, err := search.Value(context.Background(), p.Play(m))
		if err != nil {
			t.Fatal(err)
		}
		best = max(best, child.Before())
	}
	if v != best {
		t.Errorf("got %s in %d, its moves say %s in %d", v, v.Plies(), best, best.Plies())
	}
}

// Concurrent searches share the tables and their block cache.
func searchesTogether(t *testing.T, whole, moving sixTables) {
	index, tier := six.Index, tablebase.Tier{Own: 4, Other: 4, Hand: 2, OtherHand: 2}
	var group sync.WaitGroup
	for seed := range uint64(4) {
		group.Go(func() {
			random := rand.New(rand.NewPCG(seed, 0))
			for range 5 {
				p := index.Unrank(tier, random.Uint64N(index.Size(tier)))
				want, _, wantErr := whole.Probe(p)
				got, _, err := moving.NewSearch().Value(context.Background(), p)
				if err != nil || wantErr != nil || got != want {
					t.Errorf("%s: got %s, %v, want %s, %v", six.Format(p), got, err, want, wantErr)
				}
			}
		})
	}
	group.Wait()
}

// A proof of the start by the tables without men in hand agrees with the tables of placing.
func proof(t *testing.T, whole, moving sixTables) {
	random, index := rand.New(rand.NewPCG(2, 1)), six.Index
	search, reports := moving.NewProof(1<<24), 0
	search.Report = func(uint64) { reports++ }
	for _, group := range index.Groups() {
		tier := group[0]
		p := index.Unrank(tier, random.Uint64N(index.Size(tier)))
		want, _, err := whole.Probe(p)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := search.Sign(context.Background(), p); err != nil || got != tablebase.WDL.Reduce(want) {
			t.Errorf("%s: got %s, %v, want %s", six.Format(p), got, err, want)
		}
	}
	if got, err := search.Sign(context.Background(), six.Start()); err != nil || got != tablebase.Drawn {
		t.Errorf("start: got %s, %v, want a draw", got, err)
	}
	if search.Positions() == 0 || reports == 0 {
		t.Errorf("looked at %d positions and reported %d times", search.Positions(), reports)
	}
}

func interruptedSearch(t *testing.T, moving sixTables) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	p, err := six.Parse("w1w/3/4/b1b/3 w 2,2 0")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := moving.NewSearch().Value(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("value: got %v, want it cancelled", err)
	}
	if _, err := moving.NewProof(1<<20).Sign(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("proof: got %v, want it cancelled", err)
	}
}

func probeAllocatesNothing(t *testing.T, tables sixTables) {
	p := six.Start()
	for range 5 {
		p = p.Play(p.AppendMoves(nil)[0])
	}
	probe := func() {
		if _, _, err := tables.Probe(p); err != nil {
			t.Fatal(err)
		}
	}
	probe()
	if got := testing.AllocsPerRun(1000, probe); got != 0 {
		t.Errorf("got %v allocations a probe, want none", got)
	}
}

func TestEndsNeedNoTable(t *testing.T) {
	tables := prober(t, t.TempDir())
	for text, want := range map[string]tablebase.Value{
		"www/3/4/3/1bb b 0,0 0": tablebase.Lost,
		"www/3/4/3/1bb w 0,0 0": tablebase.Won,
	} {
		p, err := six.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, _, err := tables.Probe(p); err != nil || got != want {
			t.Errorf("%s: got %s, %v, want %s", text, got, err, want)
		}
	}
	if _, _, err := tables.Probe(six.Start()); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("start: got %v, want it missing", err)
	}
	none, err := tablebase.OpenProber(t.TempDir(), &tsivy)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := none.NewSearch().Value(context.Background(), tsivy.Start()); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("a game without tables: got %v, want them missing", err)
	}
}

// A finished game has a value of 0 plies and no moves.
func TestMovesOfEndedGame(t *testing.T) {
	tables := prober(t, t.TempDir())
	for text, want := range map[string]tablebase.Value{
		"www/3/4/3/1bb b 0,0 0": tablebase.Lost,
		"www/3/4/3/1bb w 0,0 0": tablebase.Won,
	} {
		s, err := game.Erase(six.Def).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := tables.ProbeMoves(t.Context(), s)
		if err != nil || got.Worth != (tablebase.Worth{Known: true, Value: want}) || len(got.Moves) != 0 {
			t.Errorf("%s: got %+v, %v, want %s in 0 plies", text, got, err, want)
		}
	}
}

// The value of a position without a table follows from the values of all its moves.
func TestPositionWithoutTable(t *testing.T) {
	dir, def := t.TempDir(), six
	if err := solver.Solve(t.Context(), &def, solver.Options{Dir: dir, Limit: 4}, func(solver.TierResult) {}); err != nil {
		t.Fatal(err)
	}
	full := prober(t, dir)
	tier := tablebase.Tier{Own: 4, Other: 3}
	want := map[string]tablebase.MoveValues{}
	for slot := uint64(0); slot < six.Index.Size(tier); slot += 1000 {
		s, err := game.Erase(six.Def).Parse(six.Format(six.Index.Unrank(tier, slot)))
		if err != nil {
			t.Fatal(err)
		}
		if want[s.String()], err = full.ProbeMoves(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Remove(tablebase.Path(dir, six.ID, tier.String())); err != nil {
		t.Fatal(err)
	}
	part := prober(t, dir)
	for text, want := range want {
		s, err := game.Erase(six.Def).Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := part.ProbeMoves(t.Context(), s); err != nil || !want.Known || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v, want %+v", text, got, err, want)
		}
	}
}

// If men may also be moved while men are in hand, positions may repeat: the search fails at
// once.
func TestStepsWhilePlacingAreFar(t *testing.T) {
	tables, err := tablebase.OpenProber(t.TempDir(), &lasker)
	if err != nil {
		t.Fatal(err)
	}
	p, err := lasker.Parse("www/3/3/6/3/3/bbb w 1,1 0")
	if err != nil {
		t.Fatal(err)
	}
	search := tables.NewSearch()
	if _, _, err := search.Value(context.Background(), p); !errors.Is(err, tablebase.ErrFar) || search.Positions() != 1 {
		t.Errorf("got %v after %d positions, want it too far at once", err, search.Positions())
	}
}

func TestSetKeepsSoundTables(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, tablebase.DTW, sample(10))
	broken := tablebase.Path(dir, "toy", "3-3")
	if err := os.WriteFile(broken, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	set, err := tablebase.OpenSet(dir, key)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	if _, err := set.At(tier, 0); err != nil || set.Slots() != 10 || len(set.Tables()) != 1 {
		t.Errorf("sound: got %d values in %d tables, %v", set.Slots(), len(set.Tables()), err)
	}
	three := tablebase.Tier{Own: 3, Other: 3}
	if _, err := set.At(three, 0); !errors.Is(err, tablebase.ErrDamaged) || len(set.Faults()) != 1 || len(set.Verify()) != 1 {
		t.Errorf("damaged: got %v, faults %v", err, set.Faults())
	}
	if _, err := set.At(tier.Partner(), 0); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("missing: got %v", err)
	}
}

func TestRemove(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, tablebase.DTW, sample(1000))
	size := open(t, dir).Bytes()
	if freed, err := tablebase.Remove(dir, "toy"); err != nil || freed != size {
		t.Errorf("got %d bytes freed, %v, want %d", freed, err, size)
	}
	if tablebase.Has(dir, key, tier) {
		t.Error("the table is still there")
	}
	if _, err := tablebase.Remove(dir, "toy"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("again: got %v, want nothing there", err)
	}
}

// A key never gets the bounds of another key, and while there is room hardly any bounds are
// lost.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name  string
		most  int
		n     int
		words int
		lost  int // percent at most
	}{
		{"grows", 2 * tablebase.LeastWords, tablebase.LeastWords * 3 / 4, 2 * tablebase.LeastWords, 1},
		{"is full", tablebase.LeastWords, tablebase.LeastWords, tablebase.LeastWords, 15},
		{"is given too little", 1, 10, tablebase.LeastWords, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			k, want := tablebase.NewKnown(c.most), map[uint64]tablebase.Value{}
			random := rand.New(rand.NewPCG(5, 5))
			for range c.n {
				key := random.Uint64() >> random.IntN(40)
				want[key] = tablebase.Value(1 + random.IntN(254))
				k.Put(key, want[key], tablebase.Won)
			}
			lost := 0
			for key, v := range want {
				switch low, high := k.At(key); {
				case low == tablebase.Lost && high == tablebase.Won:
					lost++
				case low != v || high != tablebase.Won:
					t.Fatalf("key %x: got %d and %d, want %d and %d", key, low, high, v, tablebase.Won)
				}
			}
			if lost*100 > c.lost*len(want) || k.Words() != c.words {
				t.Errorf("%d of %d are lost in %d words, want %d %% in %d", lost, len(want), k.Words(), c.lost, c.words)
			}
			if low, high := k.At(1 << 63); low != tablebase.Lost || high != tablebase.Won {
				t.Errorf("a key never put: got %d and %d", low, high)
			}
		})
	}
}

func TestKnownKeepsTheLatest(t *testing.T) {
	k := tablebase.NewKnown(tablebase.LeastWords)
	k.Put(7, tablebase.Lost, tablebase.Drawn)
	k.Put(7, tablebase.Drawn, tablebase.Drawn)
	if low, high := k.At(7); low != tablebase.Drawn || high != tablebase.Drawn {
		t.Errorf("got %d and %d, want a draw", low, high)
	}
}

// The rule sets of the tests, with their indexes.
var (
	tsivy  = tablebase.Number(fanorona.Standard, fanoronaindex.For)
	lasker = tablebase.Number(morris.Lasker, morrisindex.For)
	six    = tablebase.Number(morris.Six, morrisindex.For)
)
