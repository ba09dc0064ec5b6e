// SPDX-License-Identifier: Apache-2.0

package tablebase_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"cairn/tablebase"
)

func TestReduce(t *testing.T) {
	for _, kind := range []tablebase.Kind{tablebase.WDL, tablebase.DTW} {
		for _, n := range []int{0, 1, 8192, 100_001} {
			from, to, values := t.TempDir(), t.TempDir(), sample(n)
			write(t, from, kind, values)
			if err := open(t, from).Reduce(to); err != nil {
				t.Fatalf("%s of %d: %v", kind, n, err)
			}
			reduced := open(t, to)
			if reduced.Kind != tablebase.WDL || reduced.Slots != uint64(n) {
				t.Errorf("%s of %d: got %d of kind %s", kind, n, reduced.Slots, reduced.Kind)
			}
			for slot, v := range values {
				want := tablebase.WDL.Reduce(tablebase.Value(v))
				if got, err := reduced.At(uint64(slot)); err != nil || got != want {
					t.Fatalf("%s of %d: slot %d: got %d, %v, want %d", kind, n, slot, got, err, want)
				}
			}
		}
	}
}

// A damaged table is not made into one that looks sound.
func TestReduceDamaged(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	write(t, from, tablebase.DTW, sample(100_000))
	path := tablebase.Path(from, "toy", tier.String())
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := open(t, from).Reduce(to); !errors.Is(err, tablebase.ErrDamaged) {
		t.Errorf("got %v, want it damaged", err)
	}
	left, err := os.ReadDir(filepath.Join(to, "toy"))
	if err != nil || len(left) != 0 {
		t.Errorf("it leaves %v, %v, want nothing", left, err)
	}
}
