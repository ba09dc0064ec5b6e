// SPDX-License-Identifier: Apache-2.0

package analyst

import (
	"context"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/fair"
	"cairn/internal/study"
)

const (
	// quickNodes bounds a quick estimate: a few milliseconds, or less than a second on a
	// busy server.
	quickNodes = 20_000
	quickTime  = 5 * time.Second // waiting included
	keptQuick  = 1000            // estimates of a few kilobytes
)

// Estimate fills in the worths of a position that are not exact, by a short search of
// all its moves, in a queue that long searches do not use. When that queue is full it
// adds nothing.
func (s *Service) Estimate(ctx context.Context, c fair.Client, e *catalog.Entry, state game.State, p *study.Position) {
	ctx, cancel := context.WithTimeout(ctx, quickTime)
	defer cancel()
	v := &quick{queued{s, c, e}, e.Info().ID}
	_ = study.Estimate(ctx, v, state, p, 0, engine.Limits{Nodes: quickNodes})
}

// quick is a Searcher with a cache: first a page asks for a position, then its script.
type quick struct {
	queued
	game string
}

// Think implements study.Searcher.
func (v *quick) Think(ctx context.Context, q catalog.Question) (catalog.Answer, error) {
	key := v.game + " " + q.State.String()
	if a, known := v.estimates.Find(key); known {
		return a, nil
	}
	a, err := v.queued.Think(ctx, q)
	if err == nil {
		v.estimates.Add(key, a, 1)
	}
	return a, err
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
