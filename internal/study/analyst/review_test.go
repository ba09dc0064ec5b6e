// SPDX-License-Identifier: Apache-2.0

package analyst_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"cairn/internal/fair"
	"cairn/internal/study"
	"cairn/internal/study/analyst"
	"cairn/record"
)

// A review that is not exact is estimated once, in the background.
func TestReview(t *testing.T) {
	entry := find(t, "fanorona")
	walk := record.Begin(entry, entry.Start())
	for range 2 {
		if _, err := walk.Play(walk.State().Moves()[0].Text, 0); err != nil {
			t.Fatal(err)
		}
	}
	exact, err := study.ReviewGame(t.Context(), entry, walk)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		s := analyst.New(analyst.Options{Busy: func() bool { return false }})
		for range 2 {
			if r, ready, err := s.Review(fair.Client{}, "m/2", entry, walk, exact); err != nil || ready || r.Turns[0].Estimated() {
				t.Errorf("at once: ready %v, %v", ready, err)
			}
		}
		time.Sleep(time.Minute)
		r, ready, err := s.Review(fair.Client{}, "m/2", entry, walk, exact)
		if err != nil || !ready || !r.Turns[0].Estimated() || !r.Turns[1].Estimated() {
			t.Errorf("later: ready %v, %v, %+v", ready, err, r)
		}
		if exact.Turns[0].Estimated() {
			t.Error("the caller's review changed")
		}
	})
}

// Beyond the limit reviews are refused; running ones end with the service.
func TestManyReviews(t *testing.T) {
	entry := find(t, "fanorona")
	walk := record.Begin(entry, entry.Start())
	if _, err := walk.Play(walk.State().Moves()[0].Text, 0); err != nil {
		t.Fatal(err)
	}
	exact, err := study.ReviewGame(t.Context(), entry, walk)
	if err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := analyst.New(analyst.Options{Context: ctx, Busy: always})
		refused := 0
		for i := range 60 {
			if _, _, err := s.Review(fair.Client{}, fmt.Sprint(i), entry, walk, exact); errors.Is(err, fair.ErrBusy) {
				refused++
			}
		}
		if refused == 0 {
			t.Error("60 reviews were taken")
		}
		cancel()
		time.Sleep(time.Minute)
		if _, ready, err := s.Review(fair.Client{}, "0", entry, walk, exact); ready || err != nil {
			t.Errorf("got %v, %v; want it to be made again", ready, err)
		}
		time.Sleep(time.Minute)
	})
}

// An exact review is ready at once.
func TestReviewExact(t *testing.T) {
	entry := find(t, "three")
	entry.UseTables(t.TempDir())
	walk := record.Begin(entry, entry.Start())
	if _, err := walk.Play("b2", 0); err != nil {
		t.Fatal(err)
	}
	exact, err := study.ReviewGame(t.Context(), entry, walk)
	if err != nil {
		t.Fatal(err)
	}
	if _, ready, err := analyst.New(analyst.Options{}).Review(fair.Client{}, "m/1", entry, walk, exact); err != nil || !ready {
		t.Errorf("got %v, %v; want it at once", ready, err)
	}
}

// Estimate fills in all moves, searches a position once, and does not wait for long
// searches.
func TestEstimate(t *testing.T) {
	entry := find(t, "yote")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s := analyst.New(analyst.Options{Searches: 1, Busy: always})
		long := begin(ctx, s, "a", entry)
		var took [2]time.Duration
		for i := range took {
			p, err := study.Exact(ctx, entry, entry.Start())
			if err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			s.Estimate(ctx, fair.Client{Person: "b"}, entry, entry.Start(), &p)
			took[i] = time.Since(began)
			for _, m := range p.Moves {
				if m.Exact || m.Depth == 0 {
					t.Errorf("%s: %+v, want an estimate", m.Text, m.Worth)
				}
			}
		}
		if took[0] > 2*time.Second || took[1] != 0 {
			t.Errorf("took %s, want less than 2 s and then none", took)
		}
		cancel()
		<-long
	})
}
