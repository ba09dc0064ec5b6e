// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"
)

const (
	// wipeTimeout bounds how long deleting an account waits for the wipe, which takes
	// a fraction of a second unless a backup is being made.
	wipeTimeout = 5 * time.Second
	// sweepEvery is how often a failed wipe is tried again.
	sweepEvery = time.Minute
	// expireEvery is the number of sweeps between two deletions of what has expired.
	expireEvery = 24 * 60
)

// DeleteAccount deletes the user's own account. It requires a Proof, except of
// guests. It forfeits running games, aborts games that have not begun and
// removes all personal data. Games stay, with a seat whose id belongs to no user.
// It returns Forbidden "last-admin" for the last administrator.
func (s *Service) DeleteAccount(ctx context.Context, user User, p Proof) error {
	u, err := s.users.FindUser(ctx, user.ID)
	if err != nil {
		return err
	}
	if !u.Guest {
		if u, err = s.confirm(ctx, user, p); err != nil {
			return err
		}
		if err := keepAdmin(ctx, s.users, u); err != nil {
			return err
		}
		if _, err := s.users.UpdateUser(ctx, u.ID, func(now *User) error { return p.use(now, u, s.now()) }); err != nil {
			return err
		}
	}
	return s.remove(ctx, u.ID)
}

// remove withdraws a user from seeks and matches and deletes the user. Sessions end first,
// so that no new seek or match begins meanwhile.
func (s *Service) remove(ctx context.Context, user string) error {
	if err := s.sessions.endAll(ctx, user); err != nil {
		return err
	}
	if err := s.withdraw(ctx, user); err != nil {
		return err
	}
	if err := s.sessions.reporting(ctx, func() error { return s.users.DeleteUser(ctx, user, s.now()) }); err != nil {
		return err
	}
	s.sweeper.unwiped.Store(true)
	s.sweeper.wipe(ctx)
	return nil
}

// sweeper deletes expired data and erases deleted data.
type sweeper struct {
	store    ExpiryStore
	now      func() time.Time
	log      *slog.Logger
	onExpire []func(ctx context.Context, now time.Time) error
	unwiped  atomic.Bool // the files may still hold deleted data
}

// run sweeps until the context ends.
func (s *sweeper) run(ctx context.Context) {
	ticker := time.NewTicker(sweepEvery)
	defer ticker.Stop()
	s.sweep(ctx, ticker.C)
}

// sweep sweeps immediately, since a crash may have left deleted data in the files, and then
// each time it receives from times.
func (s *sweeper) sweep(ctx context.Context, times <-chan time.Time) {
	s.unwiped.Store(true)
	for n := 0; ; n++ {
		s.wipe(ctx)
		if n%expireEvery == 0 {
			if err := s.expire(ctx, s.now()); err != nil && !errors.Is(err, context.Canceled) {
				s.log.Error("delete what has expired", "err", err)
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-times:
		}
	}
}

// expire deletes what has expired. Sessions come first: the functions of OnExpire may
// look for users without a session.
func (s *sweeper) expire(ctx context.Context, now time.Time) error {
	err := s.store.DeleteExpired(ctx, now, now.Add(-idleLife))
	for _, f := range s.onExpire {
		err = errors.Join(err, f(ctx, now))
	}
	return err
}

// wipe removes deleted data from the files of the database, if there is any. When
// it fails, the next sweep tries again.
func (s *sweeper) wipe(ctx context.Context) {
	if !s.unwiped.Swap(false) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, wipeTimeout)
	defer cancel()
	if err := s.store.Wipe(ctx); err != nil {
		s.unwiped.Store(true)
		if !errors.Is(err, context.Canceled) {
			s.log.Warn("wipe deleted data; will retry", "err", err)
		}
	}
}
