// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"context"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/cluster"
)

const (
	// seekLife is how long a seek waits after it was last seen. The waiting page
	// asks every few seconds, also without JavaScript.
	seekLife = 60 * time.Second
	// seekSeenEvery is the precision of Seek.Seen: fine enough for seekLife, coarse
	// enough for thousands of seeks.
	seekSeenEvery = 10 * time.Second
)

// Seek is a user waiting for an opponent.
type Seek struct {
	ID      string
	User    string
	Game    string // the favourite one
	Control string // likewise
	Rated   bool
	Rating  float64 // of the user in Game, when the seek began

	AlsoGames    []string // others that the user would play
	AlsoControls []string
	AlsoRatings  []float64 // in AlsoGames

	Created time.Time
	Seen    time.Time // when the waiting page last asked
	Match   string    // set once an opponent is found
	Casual  bool      // rated, while a casual seek for the same game and clock waits; not stored
}

// FindSeek returns a seek of a user and notes that the user still waits.
func (l *Lobby) FindSeek(ctx context.Context, user account.User, id string) (Seek, error) {
	seek, err := l.findSeek(ctx, user, id)
	if err == nil {
		l.env.Presence.Seeks.Visit(id)
	}
	seek.Casual = l.pairing.hasCasual(seek)
	return seek, err
}

func (l *Lobby) findSeek(ctx context.Context, user account.User, id string) (Seek, error) {
	seek, err := l.store.FindSeek(ctx, id)
	if err == nil && seek.User != user.ID {
		return Seek{}, failure.ErrNotFound
	}
	now := l.env.Cluster.Now()
	if err != nil || seek.Match != "" || now.Sub(seek.Seen) < seekSeenEvery {
		return seek, err
	}
	if err = l.store.TouchSeek(ctx, id, now); failure.CodeOf(err) == failure.NotFound { // matched or deleted meanwhile
		return l.store.FindSeek(ctx, id)
	}
	seek.Seen = now
	return seek, err
}

// CancelSeek gives up waiting; NotFound when an opponent was found meanwhile.
func (l *Lobby) CancelSeek(ctx context.Context, user account.User, id string) error {
	err := l.store.DeleteSeek(ctx, id, user.ID)
	if err == nil {
		l.pairing.cancelled(user.ID)
		l.env.Bus.Publish(cluster.SeekTopic(id), 1)
	}
	return err
}

// AwaitSeek waits until an opponent is found, the seek is gone or differs from
// the known one, or the context ends, and returns the current seek. The seek is
// deleted some seconds after the last call has returned, unless its page is read
// again.
func (l *Lobby) AwaitSeek(ctx context.Context, user account.User, known Seek) (Seek, error) {
	signal, end := l.env.Bus.Subscribe(cluster.SeekTopic(known.ID))
	defer end()
	defer l.env.Presence.Seeks.Enter(known.ID)()
	seen := time.NewTicker(seekSeenEvery)
	defer seen.Stop()
	for {
		seek, err := l.findSeek(ctx, user, known.ID)
		seek.Casual = l.pairing.hasCasual(seek)
		if err != nil || seek.Match != "" || !seek.sameWish(known) || seek.Casual != known.Casual {
			return seek, err
		}
		select {
		case <-signal:
		case <-seen.C:
		case <-l.env.Stopped.Done():
			return seek, context.Canceled
		case <-ctx.Done():
			return seek, ctx.Err()
		}
	}
}
