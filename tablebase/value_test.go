// SPDX-License-Identifier: Apache-2.0

package tablebase_test

import (
	"testing"

	"cairn/tablebase"
)

func TestValuesRoundTrip(t *testing.T) {
	for plies := 0; plies <= tablebase.MaxPlies; plies += 2 {
		if got, want := tablebase.EndsIn(plies), tablebase.LostIn(plies); got != want {
			t.Errorf("ends in %d: got %d, want %d", plies, got, want)
		}
		if got, want := tablebase.EndsIn(plies+1), tablebase.WonIn(plies+1); got != want {
			t.Errorf("ends in %d: got %d, want %d", plies+1, got, want)
		}
		if v := tablebase.LostIn(plies); v.Plies() != plies || v.Sign() != -1 || v.String() != "loss" {
			t.Errorf("lost in %d: got %s in %d", plies, v, v.Plies())
		}
		if v := tablebase.WonIn(plies + 1); v.Plies() != plies+1 || v.Sign() != 1 || v.String() != "win" {
			t.Errorf("won in %d: got %s in %d", plies+1, v, v.Plies())
		}
	}
	if v := tablebase.Drawn; v.Plies() != 0 || v.Sign() != 0 || v.String() != "draw" {
		t.Errorf("drawn: got %s in %d", v, v.Plies())
	}
}

func TestBetterValuesAreLarger(t *testing.T) {
	order := []tablebase.Value{
		tablebase.Lost, tablebase.LostIn(2), tablebase.LostIn(tablebase.MaxPlies), tablebase.Drawn,
		tablebase.WonIn(tablebase.MaxPlies + 1), tablebase.WonIn(3), tablebase.WonIn(1),
	}
	for i := 1; i < len(order); i++ {
		if order[i-1] >= order[i] {
			t.Errorf("%s in %d is not worse than %s in %d", order[i-1], order[i-1].Plies(), order[i], order[i].Plies())
		}
	}
}

func TestBefore(t *testing.T) {
	for v := range 256 {
		after := tablebase.Value(v)
		got := after.Before()
		if got.Sign() != -after.Sign() {
			t.Errorf("before %s in %d: got %s", after, after.Plies(), got)
		}
		want := min(after.Plies()+1, tablebase.MaxPlies+1)
		if after.Sign() > 0 {
			want = min(want, tablebase.MaxPlies)
		}
		if after != tablebase.Drawn && got.Plies() != want {
			t.Errorf("before %s in %d: got %d plies, want %d", after, after.Plies(), got.Plies(), want)
		}
	}
}
