// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"testing"

	"cairn/internal/account"
	"cairn/internal/live"
)

// await waits for news of a seek.
func (h *house) await(u account.User, known live.Seek) live.Seek {
	h.t.Helper()
	seek, err := h.AwaitSeek(background, u, known)
	if err != nil {
		h.t.Fatal(err)
	}
	return seek
}

// Whoever waits for a rated match learns that somebody waits for a casual one, and
// that nobody does any more; the other way round nothing is told.
func TestCasualInstead(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.account("ann"), h.account("bob")
	rated := h.seek(ann, true)
	if rated.Casual {
		t.Fatalf("got %+v, want nobody to wait", rated)
	}
	if _, err := h.Seek(background, h.guest(), "toy", "5m+3s", false); err != nil {
		t.Fatal(err)
	}
	if s, err := h.FindSeek(background, ann, rated.ID); err != nil || s.Casual {
		t.Errorf("another clock: got %+v, %v, want nothing told", s, err)
	}
	casual := h.seek(bob, false)
	if casual.Casual {
		t.Errorf("got %+v, want nothing told of rated matches", casual)
	}
	told := h.await(ann, rated)
	if !told.Casual {
		t.Fatalf("got %+v, want bob to be told of", told)
	}
	if _, err := h.Seek(background, h.guest(), "toy", "", false); err != nil { // takes bob
		t.Fatal(err)
	}
	if told = h.await(ann, told); told.Casual || told.Match != "" {
		t.Errorf("got %+v, want nobody to wait any more", told)
	}
}

// Whoever waits and seeks again, in another tab, has one seek still: the first
// page learns what became of it.
func TestSeekAgain(t *testing.T) {
	h := newHouse(t)
	ann, bob := h.account("ann"), h.account("bob")
	first := h.seek(ann, true)
	second := h.seek(ann, false)
	if second.ID != first.ID {
		t.Errorf("got the id %s, want %s to be kept", second.ID, first.ID)
	}
	if got := h.await(ann, first); got.Rated || got.Match != "" {
		t.Errorf("got %+v, want the second seek", got)
	}
	h.seek(bob, true)
	third, err := h.Seek(background, ann, "toy", "", true)
	if err != nil || third.Match == "" {
		t.Fatalf("got %+v, %v, want a match with bob", third, err)
	}
	if got := h.await(ann, second); got.Match != third.Match {
		t.Errorf("got %+v, want the match %s", got, third.Match)
	}
	if next := h.seek(ann, false); next.ID == first.ID {
		t.Error("a seek took the id of one that has its match")
	}
}
