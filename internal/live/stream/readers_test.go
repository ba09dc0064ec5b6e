// SPDX-License-Identifier: Apache-2.0

package stream

import "testing"

// Wake-ups coalesce: one is left, for the highest seq.
func TestCoalesce(t *testing.T) {
	wakes := make(chan int, 1)
	for _, seq := range []int{3, 7, 0, 5} {
		coalesce(wakes, seq)
	}
	if got := <-wakes; got != 7 {
		t.Errorf("got seq %d, want 7", got)
	}
	if len(wakes) != 0 {
		t.Errorf("another wake-up waits, for seq %d", <-wakes)
	}
}

// The store wakes the streams that are behind it, and all of a match in which a phrase was
// said.
func TestWake(t *testing.T) {
	r := readers{matches: map[string]*readership{}}
	late, current := &Watch{id: "one"}, &Watch{id: "one"}
	late.shown.Store(4)
	current.shown.Store(5)
	lateWakes, leaveLate := r.enter(late)
	currentWakes, leave := r.enter(current)
	check := func(what string, behind, wantBehind bool, wantLate, wantCurrent int) {
		t.Helper()
		if behind != wantBehind || len(lateWakes) != wantLate || len(currentWakes) != wantCurrent {
			t.Errorf("%s: got behind %v, %d and %d wake-ups, want %v, %d and %d",
				what, behind, len(lateWakes), len(currentWakes), wantBehind, wantLate, wantCurrent)
		}
		for _, wakes := range []<-chan int{lateWakes, currentWakes} {
			for len(wakes) > 0 {
				<-wakes
			}
		}
	}
	check("a move", r.wake("one", State{Seq: 5}), true, 1, 0)
	late.shown.Store(5)
	check("nothing", r.wake("one", State{Seq: 5}), false, 0, 0)
	check("a phrase", r.wake("one", State{Seq: 5, Phrase: 1}), false, 1, 1)
	check("the same phrase", r.wake("one", State{Seq: 5, Phrase: 1}), false, 0, 0)
	check("another match", r.wake("two", State{Seq: 9}), false, 0, 0)
	leaveLate()
	leave()
	if ids := r.ids(); len(ids) != 0 {
		t.Errorf("matches %v have streams after all have ended", ids)
	}
}
