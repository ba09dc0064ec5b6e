// SPDX-License-Identifier: Apache-2.0

//go:build unix

package faults_test

import (
	"context"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"
)

// TestRolling restarts one node after another while people play: every stream goes on
// where it was, nothing is lost, and no clock runs while no move is taken. It counts
// the charges only in the long form, which runs on a quiet machine.
func TestRolling(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	s := newSite(ctx, t)
	l := s.load()
	rolling := max(*tables, 20)
	l.think = time.Duration(rolling) * 20 * time.Millisecond // some 100 moves a second
	players, playing := errgroup.WithContext(ctx)
	for i := range rolling {
		players.Go(func() error { return l.play(playing, i) })
	}
	restart := func() error {
		for _, n := range s.nodes {
			if err := l.await(playing, int64(2*rolling)); err != nil {
				return err
			}
			if err := n.process.Stop(); err != nil {
				return err
			}
			if err := n.start(playing, 0); err != nil {
				return err
			}
		}
		return l.await(playing, int64(2*rolling))
	}
	if err := restart(); err != nil && playing.Err() == nil {
		t.Error(err)
		cancel()
	}
	l.stop.Store(true)
	if err := players.Wait(); err != nil {
		t.Errorf("a player: %v", err)
	}
	r := s.rest(t, l)
	t.Logf("%d nodes restarted under %d games, %d retries%s", len(s.nodes), rolling, l.retries.Load(), r)
	if *tables > 0 && r.Charged > time.Second {
		t.Errorf("a move was charged %s more than its player took, want a second at most: %s", r.Charged, r.Dearest)
	}
}
