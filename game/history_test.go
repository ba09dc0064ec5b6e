// SPDX-License-Identifier: Apache-2.0

package game_test

import (
	"slices"
	"testing"

	"cairn/game"
)

func TestHistoryCounts(t *testing.T) {
	var h game.History
	if got := h.Count(); got != 0 {
		t.Fatalf("empty history: got %d", got)
	}
	if got := h.Recent(); got != nil {
		t.Fatalf("empty history: recent is %v", got)
	}
	h.Push(1, true)
	for _, hash := range []uint64{2, 1, 2, 1} {
		h.Push(hash, false)
	}
	if got, want := h.Count(), 3; got != want {
		t.Errorf("third occurrence: got %d, want %d", got, want)
	}
	h.Push(1, true)
	if got, want := h.Count(), 1; got != want {
		t.Errorf("after an irreversible move: got %d, want %d", got, want)
	}
	h.Push(2, false)
	if got, want := h.Recent(), []uint64{1, 2}; !slices.Equal(got, want) {
		t.Errorf("recent: got %v, want %v", got, want)
	}
	h.Pop()
	h.Pop()
	if got, want := h.Count(), 3; got != want || h.Len() != 5 {
		t.Errorf("after taking back: got %d of %d positions, want %d of 5", got, h.Len(), want)
	}
}

// still is a state that says what a test wants.
type still struct {
	game.State
	result       game.Result
	clock, limit int
}

func (s still) Result() game.Result { return s.result }
func (s still) Clock() int          { return s.clock }
func (s still) QuietLimit() int     { return s.limit }

func TestJudge(t *testing.T) {
	won := game.Result{Verdict: game.WhiteWins, Reason: game.NoMoves}
	for _, c := range []struct {
		name   string
		hashes []uint64
		state  still
		want   game.Result
	}{
		{"goes on", []uint64{1}, still{clock: 99, limit: 100}, game.Result{}},
		{"quiet", []uint64{1}, still{clock: 100, limit: 100}, game.Result{Verdict: game.Draw, Reason: game.Quiet}},
		{"shorter limit", []uint64{1}, still{clock: 20, limit: 20}, game.Result{Verdict: game.Draw, Reason: game.Quiet}},
		{"twice", []uint64{1, 2, 1}, still{limit: 100}, game.Result{}},
		{"three times", []uint64{1, 2, 1, 2, 1}, still{limit: 100}, game.Result{Verdict: game.Draw, Reason: game.Repetition}},
		{"a win comes first", []uint64{1, 2, 1, 2, 1}, still{result: won, clock: 100, limit: 100}, won},
	} {
		t.Run(c.name, func(t *testing.T) {
			var h game.History
			for i, hash := range c.hashes {
				h.Push(hash, i == 0)
			}
			if got := h.Result(game.StandardDraws, c.state); got != c.want {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}
