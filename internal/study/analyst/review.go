// SPDX-License-Identifier: Apache-2.0

package analyst

import (
	"context"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/fair"
	"cairn/internal/study"
	"cairn/record"
)

const (
	mostReviews = 50              // running or queued in the background
	keptReviews = 500             // in the cache, of about 15 KB each
	reviewTime  = 5 * time.Minute // of one review, time in the queue included
)

// Review completes a review by estimates where it is not exact. They are computed in the
// background, once for each key; until then it returns r unchanged and ready is false.
// The error is fair.ErrBusy when too many reviews are queued.
func (s *Service) Review(c fair.Client, key string, e *catalog.Entry, w *record.Walk, r study.Review) (review study.Review, ready bool, err error) {
	if r.Exactly() {
		return r, true, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if done, ok := s.reviews.Find(key); ok {
		return done, true, nil
	}
	switch {
	case s.reviewing[key]:
		return r, false, nil
	case len(s.reviewing) >= mostReviews:
		return r, false, fair.ErrBusy
	}
	s.reviewing[key] = true
	go s.review(c, key, e, w, r)
	return r, false, nil
}

// review computes a review. After a failure the next request computes it again.
func (s *Service) review(c fair.Client, key string, e *catalog.Entry, w *record.Walk, r study.Review) {
	ctx, cancel := context.WithTimeout(s.options.Context, reviewTime)
	defer cancel()
	err := r.Estimate(ctx, &queued{s, c, e.NewThinker(engine.Options{})}, w, study.ReviewLimits, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.reviewing, key)
	if err == nil {
		s.reviews.Add(key, r, 1)
	}
}

// queued is a Searcher that waits in the queue of short searches for each position.
type queued struct {
	*Service
	client   fair.Client
	searcher study.Searcher
}

// Think implements study.Searcher.
func (v *queued) Think(ctx context.Context, q catalog.Question) (a catalog.Answer, err error) {
	t := &search{Service: v.Service, uninterrupted: true}
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	defer t.cancel(nil)
	err = t.run(v.short, v.client, func(ctx context.Context) error {
		a, err = v.searcher.Think(ctx, q)
		return err
	})
	return a, err
}
