// SPDX-License-Identifier: Apache-2.0

package catalog_test

import (
	"errors"
	"testing"

	"cairn/catalog"
	"cairn/engine"
)

// named returns a standard game.
func named(t *testing.T, name string) *catalog.Entry {
	t.Helper()
	entry, err := catalog.Standard().Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return entry
}

// A thinker remembers: the same question costs less the second time, and as
// much as at first once it has forgotten.
func TestThinkerRemembers(t *testing.T) {
	entry := named(t, "nine")
	thinker := entry.NewThinker(engine.Options{})
	question := catalog.Question{State: entry.Start(), Limits: engine.Limits{Depth: 5}}
	nodes := func() uint64 {
		answer, err := thinker.Think(t.Context(), question)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Nodes
	}
	first, second := nodes(), nodes()
	thinker.Clear()
	third := nodes()
	if second >= first || third != first {
		t.Errorf("got %d, %d and, cleared, %d nodes; want fewer the second time and as many as at first the third", first, second, third)
	}
}

func TestThinkerOver(t *testing.T) {
	entry := named(t, "three")
	over, err := entry.Parse("www/bb1/3 b 0,1 0")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := entry.NewThinker(engine.Options{}).Think(t.Context(), catalog.Question{State: over}); !errors.Is(err, engine.ErrOver) {
		t.Errorf("got error %v, want %v", err, engine.ErrOver)
	}
}
