// SPDX-License-Identifier: Apache-2.0

package cluster_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"cairn/internal/account/accounttest"
	"cairn/internal/bus/mem"
	"cairn/internal/live/cluster"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
)

// hanging is a store whose writes of announcements hang until the context ends.
type hanging struct {
	cluster.Store
	begun chan struct{}
}

func (h *hanging) SaveRoster(ctx context.Context, _ string, _ int64, _ string) error {
	h.begun <- struct{}{}
	<-ctx.Done()
	return ctx.Err()
}

// announcer has one announcement and forgets all others.
type announcer struct{ cluster.Announcer }

func (announcer) Announcement() (string, error) { return "here", nil }
func (announcer) Heard([]cluster.Peer)          {}

// A claim reads who is present elsewhere; it does not wait for an announcement of its own
// node that hangs. Nor does the announcement count as made afterwards.
func TestLearnWhileAnnouncing(t *testing.T) {
	store := sqlitetest.Open(t, t.TempDir(), sqlite.Options{})
	defer func() { accounttest.Must(t, store.Close()) }()
	h := &hanging{store, make(chan struct{}, 3)}
	c := cluster.NewShared(cluster.Options{Store: h, Bus: mem.New(), Now: time.Now, Log: slog.New(slog.DiscardHandler)})
	accounttest.Must(t, c.Start(t.Context()))
	_, err := c.Heartbeat(t.Context(), func(_ context.Context, now time.Time) (time.Time, error) { return now, nil })
	accounttest.Must(t, err)

	ctx, cancel := context.WithCancel(t.Context())
	announced := make(chan error, 1)
	go func() { announced <- c.Announce(ctx, announcer{}) }()
	<-h.begun
	learned := make(chan error, 1)
	go func() { learned <- c.Learn(t.Context(), announcer{}) }()
	select {
	case err := <-learned:
		accounttest.Must(t, err)
	case <-time.After(10 * time.Second):
		t.Error("a claim waits for the announcement")
	}
	cancel()
	if err := <-announced; err == nil {
		t.Error("the announcement hangs, and there is no error")
	}
	for range 2 {
		if err := c.Announce(ctx, announcer{}); err == nil {
			t.Error("an announcement that failed is not made again")
		}
	}
}
