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
	mostReviews = 50              // that run or wait in the background
	keptReviews = 500             // of about 15 KB each
	reviewTime  = 5 * time.Minute // that one may take, waiting included
)

// Review returns the review of a game that the tables know only in part: r with
// estimates in place of what they left open. They are made in the background, once
// for a key that stands for the game; until then ready is false and r is returned as
// it came. The error is fair.ErrBusy when too many are being made.
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

// review makes a review. One that fails is made again when it is asked for.
func (s *Service) review(c fair.Client, key string, e *catalog.Entry, w *record.Walk, r study.Review) {
	ctx, cancel := context.WithTimeout(s.options.Context, reviewTime)
	defer cancel()
	err := r.Estimate(ctx, &reviewer{s, c, e.NewThinker(engine.Options{})}, w, study.ReviewLimits, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.reviewing, key)
	if err == nil {
		s.reviews.Add(key, r, 1)
	}
}

// reviewer searches the positions of a game, each at its turn in the queue.
type reviewer struct {
	*Service
	client  fair.Client
	thinker catalog.Thinker
}

// Think implements study.Engine.
func (v *reviewer) Think(ctx context.Context, q catalog.Question) (a catalog.Answer, err error) {
	t := &search{Service: v.Service, uninterrupted: true}
	t.ctx, t.cancel = context.WithCancelCause(ctx)
	defer t.cancel(nil)
	err = t.run(v.short, v.client, func(ctx context.Context) error {
		a, err = v.thinker.Think(ctx, q)
		return err
	})
	return a, err
}
