// SPDX-License-Identifier: Apache-2.0

package solver_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"cairn/solver"
	"cairn/tablebase"
)

func TestInterruptedRunResumes(t *testing.T) {
	dir, def := t.TempDir(), six
	ctx, cancel := context.WithCancel(context.Background())
	var first []tablebase.Tier
	err := solver.Solve(ctx, &def, solver.Options{Dir: dir}, func(r solver.TierResult) {
		if first = append(first, r.Tier); len(first) == 5 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(first) != 5 {
		t.Fatalf("got %v after %d tiers", err, len(first))
	}
	rows := solve(t, def, solver.Options{Dir: dir, Resume: true, Check: true})
	resumed := 0
	for tier, r := range rows {
		if r.Resumed {
			resumed++
		}
		if r.Wrong != 0 {
			t.Errorf("tier %s: %d values are wrong", tier, r.Wrong)
		}
	}
	if resumed != len(first) || len(rows) != 16 {
		t.Errorf("resumed %d of %d tiers, want %d of 16", resumed, len(rows), len(first))
	}
}

func TestDamagedTableIsSolvedAgain(t *testing.T) {
	dir, def := t.TempDir(), three
	solve(t, def, solver.Options{Dir: dir, Placing: true})
	path := tablebase.Path(dir, def.ID, "3-3")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	for tier, r := range solve(t, def, solver.Options{Dir: dir, Placing: true, Resume: true, Check: true}) {
		if r.Resumed != (tier != "3-3") || r.Wrong != 0 {
			t.Errorf("tier %s: resumed is %v, %d wrong", tier, r.Resumed, r.Wrong)
		}
	}
}

// Resuming keeps tables of the wanted kind, and never replaces distances by values.
func TestResumeOtherKind(t *testing.T) {
	run := func(dir string, o solver.Options) (resumed, tiers int, err error) {
		o.Dir, o.Resume, o.Limit = dir, true, 4
		def := six
		err = solver.Solve(t.Context(), &def, o, func(r solver.TierResult) {
			if tiers++; r.Resumed {
				resumed++
			}
		})
		return resumed, tiers, err
	}
	dtw, wdl := t.TempDir(), t.TempDir()
	solve(t, six, solver.Options{Dir: dtw, Limit: 4})
	solve(t, six, solver.Options{Dir: wdl, Limit: 4, Kind: tablebase.WDL})
	for _, c := range []struct {
		name string
		dir  string
		o    solver.Options
		keep bool
		want error
	}{
		{"distances are there and wanted", dtw, solver.Options{}, true, nil},
		{"values are there and wanted", wdl, solver.Options{Kind: tablebase.WDL}, true, nil},
		{"values are there and wanted, distances would do", wdl, solver.Options{Kind: tablebase.WDL, KeepDTW: true}, true, nil},
		{"distances do as well", dtw, solver.Options{Kind: tablebase.WDL, KeepDTW: true}, true, nil},
		{"distances would be lost", dtw, solver.Options{Kind: tablebase.WDL}, false, solver.ErrDistances},
		{"values are there, distances wanted", wdl, solver.Options{}, false, nil},
	} {
		resumed, tiers, err := run(c.dir, c.o)
		if !errors.Is(err, c.want) || c.keep != (resumed == tiers && tiers > 0) || !c.keep && resumed > 0 {
			t.Errorf("%s: resumed %d of %d tiers, %v", c.name, resumed, tiers, err)
		}
	}
}

// The check finds a changed value, and the predecessors that it contradicts.
func TestCheckFindsMistakes(t *testing.T) {
	dir, def := t.TempDir(), six
	solve(t, def, solver.Options{Dir: dir, Limit: 3})
	tier := tablebase.Tier{Own: 3, Other: 3}
	key := tablebase.KeyOf(&def.Info, def.Index.Scheme())
	values := load(t, dir, &def.Info, def.Index, tier)
	for slot, v := range values {
		if tablebase.Value(v) == tablebase.LostIn(2) {
			values[slot] = byte(tablebase.LostIn(4))
			break
		}
	}
	header := tablebase.Header{Key: key, Tier: tier.String(), Kind: tablebase.DTW, Slots: uint64(len(values))}
	if err := tablebase.Write(dir, header, values); err != nil {
		t.Fatal(err)
	}
	rows := solve(t, def, solver.Options{Dir: dir, Limit: 3, Resume: true, Check: true})
	if rows["3-3"].Wrong == 0 {
		t.Error("the wrong value was not found")
	}
}

// Tiers with equal numbers of men, which the Checker checks in another way, are right too.
func TestCheckOfEqualSides(t *testing.T) {
	dir, def := t.TempDir(), six
	solve(t, def, solver.Options{Dir: dir, Limit: 4})
	tier := tablebase.Tier{Own: 4, Other: 4}
	values := map[tablebase.Tier][]byte{}
	for _, near := range append(def.Index.Below(tier), tier) {
		values[near] = load(t, dir, &def.Info, def.Index, near)
	}
	job := tablebase.FillJob{Below: values, Workers: 1, Each: func(n int, work func(worker, from, to int)) error {
		work(0, 0, n)
		return nil
	}}
	for _, broken := range []bool{false, true} {
		if broken {
			values[tier][1000] ^= 1
		}
		wrong, ok, err := def.Index.(tablebase.Checker).Check(tier, job)
		if !ok || err != nil || (wrong > 0) != broken {
			t.Errorf("one value broken is %v: got %d wrong, %v, %v", broken, wrong, ok, err)
		}
	}
}

// With hardly more memory than the largest group needs, tables are read again
// instead of being kept.
func TestLittleMemory(t *testing.T) {
	rich, poor := t.TempDir(), t.TempDir()
	solve(t, six, solver.Options{Dir: rich})
	solve(t, six, solver.Options{Dir: poor, Memory: 1_500_000})
	for _, group := range tablebase.Plan(six.Index, 0, false) {
		for _, tier := range group {
			got := load(t, poor, &six.Info, six.Index, tier)
			want := load(t, rich, &six.Info, six.Index, tier)
			if string(got) != string(want) {
				t.Errorf("tier %s differs", tier)
			}
		}
	}
}

func TestProgress(t *testing.T) {
	var last solver.Progress
	calls := 0
	def := three
	o := solver.Options{Dir: t.TempDir(), Placing: true, Report: func(p solver.Progress) {
		if p.Done < last.Done || p.Done > p.Total {
			t.Errorf("progress went from %d to %d of %d", last.Done, p.Done, p.Total)
		}
		last, calls = p, calls+1
	}}
	solve(t, def, o)
	if last.Done != last.Total || last.Total == 0 || calls < 8 {
		t.Errorf("ended with %d of %d after %d reports", last.Done, last.Total, calls)
	}
}

// The progress within a group is reported.
func TestProgressWithinAGroup(t *testing.T) {
	var last solver.Progress
	within := 0
	o := solver.Options{Dir: t.TempDir(), Limit: 3, Check: true, Report: func(p solver.Progress) {
		if p.Share < last.Share && len(p.Tiers) > 0 || p.Share > 1 {
			t.Errorf("the share went from %v to %v", last.Share, p.Share)
		}
		if p.Doing == "solving" && p.Share > 0 && p.Share < 1 {
			within++
		}
		last = p
	}}
	solve(t, six, o)
	if within < 10 {
		t.Errorf("got %d reports within the tier, want some for every ply", within)
	}
}
