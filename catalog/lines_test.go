// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"testing"

	"cairn/catalog"
	"cairn/engine"
	"cairn/tablebase"
)

func TestLines(t *testing.T) {
	for _, e := range catalog.Standard().All() {
		reports, want := 0, min(3, len(e.Start().Moves()))
		q := catalog.Question{State: e.Start(), Limits: engine.Limits{Nodes: 5_000}, Lines: 3}
		q.Report = func(a catalog.Answer) {
			if reports++; len(a.Lines) != want {
				t.Errorf("%s: a report has %d lines, want %d", e.Info().ID, len(a.Lines), want)
			}
		}
		a, err := e.Think(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Lines) != want || a.Lines[0].Move != a.Move || want > 1 && a.Lines[1].Move == a.Move || reports == 0 {
			t.Errorf("%s: %+v after %d reports", e.Info().ID, a.Lines, reports)
		}
		for _, line := range a.Lines {
			if line.Exact || line.PV[0] != line.Move {
				t.Errorf("%s: line %+v", e.Info().ID, line)
			}
		}
		if q.Lines, q.Report = 0, nil; reports > 0 {
			if a, err := e.Think(t.Context(), q); err != nil || a.Lines != nil {
				t.Errorf("%s: got %d lines, %v; want none without a question for them", e.Info().ID, len(a.Lines), err)
			}
		}
	}
}

// With tables every line is exact, and its score is the value of the tables.
func TestLinesByTables(t *testing.T) {
	e, err := catalog.Standard().Find("three")
	if err != nil {
		t.Fatal(err)
	}
	tables, dir := solved(t, e)
	e.UseTables(dir)
	state := e.Start()
	for range 12 {
		want, err := tables.ProbeMoves(t.Context(), state)
		if err != nil {
			t.Fatal(err)
		}
		values := map[string]tablebase.Worth{}
		for _, m := range want.Moves {
			values[m.Move] = m.Worth
		}
		a, err := e.Think(t.Context(), catalog.Question{State: state, Lines: 99, Limits: engine.Limits{Depth: 3}})
		if err != nil {
			t.Fatal(err)
		}
		if len(a.Lines) != len(want.Moves) {
			t.Errorf("%s: got %d lines, want %d", state, len(a.Lines), len(want.Moves))
		}
		for _, line := range a.Lines {
			value, _ := engine.Promises(line.Score)
			plies, decided := engine.MateIn(line.Score)
			w := values[line.Move]
			if !line.Exact || int(value) != w.Value.Sign() || decided && plies != w.Plies {
				t.Errorf("%s: %+v, want %+v", state, line, w)
			}
		}
		if state, err = state.Play(a.Lines[len(a.Lines)/2].Move); err != nil {
			t.Fatal(err)
		}
		if state.Result().Over() {
			break
		}
	}
}
