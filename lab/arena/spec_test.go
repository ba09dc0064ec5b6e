// SPDX-License-Identifier: Apache-2.0

package arena_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cairn/engine"
	"cairn/lab/arena"
)

func TestParseSpec(t *testing.T) {
	tests := []struct {
		text string
		want arena.Spec
	}{
		{"strong", arena.Spec{Kind: arena.KindLevel, Level: engine.Strong}},
		{"easy:nodes=300", arena.Spec{Kind: arena.KindLevel, Level: engine.Easy, Limits: engine.Limits{Nodes: 300}}},
		{"search:nodes=20000,no-table,no-takes-first,depth=9", arena.Spec{
			Kind: arena.KindSearch, Limits: engine.Limits{Nodes: 20_000, Depth: 9},
			Options: engine.Options{NoTable: true, NoTakesFirst: true},
		}},
		{"search:time=200ms,table=2,threads=2,old-eval", arena.Spec{
			Kind: arena.KindSearch, Limits: engine.Limits{Time: 200 * time.Millisecond},
			Options: engine.Options{TableBytes: 2 << 20, Threads: 2}, OldEval: true,
		}},
		{"uct:time=1s", arena.Spec{Kind: arena.KindUCT, Limits: engine.Limits{Time: time.Second}}},
		{"uct:nodes=10", arena.Spec{Kind: arena.KindUCT, Limits: engine.Limits{Nodes: 10}}},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			got, err := arena.ParseSpec(test.text, arena.Clock{})
			test.want.Text = test.text
			if diff := cmp.Diff(test.want, got, cmpopts.IgnoreFields(engine.Options{}, "Now")); err != nil || diff != "" {
				t.Errorf("error %v, -want +got:\n%s", err, diff)
			}
		})
	}
}

// The foundation has what the first release had, and nothing else.
func TestFoundation(t *testing.T) {
	s, err := arena.ParseSpec("foundation:nodes=10", arena.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	o := s.Options
	if !s.OldEval || s.Kind != arena.KindSearch || s.Limits.Nodes != 10 {
		t.Errorf("got %+v, want the old evaluation and 10 nodes", s)
	}
	if o.NoTable || o.NoScout || o.NoTakesFirst || o.NoKillers || o.NoHistory || o.NoQuiescence {
		t.Errorf("got %+v, want what the first release had", o)
	}
	if !o.NoReductions || !o.NoAspiration || !o.NoCounters {
		t.Errorf("got %+v, want nothing that came later", o)
	}
}

func TestParseSpecFaults(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"no player", "", `player "": want search, uct, foundation, exec or a level`},
		{"unknown", "hard", `level "hard" is unknown`},
		{"no limit", "search", "no limit, want nodes=N or time=T"},
		{"no limit but a switch", "search:no-table", "no limit, want nodes=N or time=T"},
		{"unknown switch", "search:nodes=1,no-luck", `setting "no-luck": want`},
		{"unknown setting", "search:nodes=1,luck=2", `setting "luck" is unknown`},
		{"no number", "search:nodes=many", `nodes "many": want a whole number from 1`},
		{"too few", "search:depth=0", `depth "0": want a whole number from 1 to 100`},
		{"no time", "uct:time=long", `time "long": want a time like 200ms`},
		{"time is over", "uct:time=-1s", `time "-1s": want a time like 200ms`},
		{"no search", "uct:nodes=1,no-table", `setting "no-table": want time=T or nodes=N`},
		{"empty setting", "strong:", `setting "": want`},
		{"both faults", "search:nodes=x,depth=y", `depth "y"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := arena.ParseSpec(test.text, arena.Clock{})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got error %v, want %s", err, test.want)
			}
		})
	}
}

func TestSwitches(t *testing.T) {
	got := strings.Join(arena.Switches(), " ")
	if want := "no-table no-scout no-takes-first"; !strings.HasPrefix(got, want) {
		t.Errorf("got %s, want it to begin with %s", got, want)
	}
}
