// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"cairn/internal/store/sqlite"
)

// checkEvery is the time between two checks of the database; the first is at the
// start.
const checkEvery = 24 * time.Hour

// databaseCheck looks for damage in the database while the server runs. A damaged
// database is still used, but the server reports that it is not ready.
type databaseCheck struct {
	damaged atomic.Bool
	cancel  context.CancelFunc
	ended   chan struct{}
}

// startCheck checks the database until stop.
func startCheck(check func(context.Context) error, log *slog.Logger) *databaseCheck {
	ctx, cancel := context.WithCancel(context.Background())
	c := &databaseCheck{cancel: cancel, ended: make(chan struct{})}
	go func() {
		defer close(c.ended)
		ticker := time.NewTicker(checkEvery)
		defer ticker.Stop()
		for {
			c.note(ctx, check(ctx), log)
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
		}
	}()
	return c
}

// note stores and logs the result of a check.
func (c *databaseCheck) note(ctx context.Context, err error, log *slog.Logger) {
	switch {
	case ctx.Err() != nil:
	case errors.Is(err, sqlite.ErrDamaged):
		c.damaged.Store(true)
		log.Error("the database is damaged: stop the server and restore a backup", "err", err)
	case err != nil:
		log.Warn("the database could not be checked", "err", err)
	default:
		c.damaged.Store(false)
	}
}

func (c *databaseCheck) stop() {
	c.cancel()
	<-c.ended
}
