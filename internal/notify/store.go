// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"context"
	"time"
)

// Store keeps keys, subscriptions and digests. Each method is one transaction. What
// does not exist is failure.ErrNotFound.
type Store interface {
	// VAPIDKeys returns the keys of the site, which all its nodes share; the first call
	// stores the keys that fresh makes.
	VAPIDKeys(ctx context.Context, fresh func() (Keys, error)) (Keys, error)

	// SavePush stores the subscription of a session in place of an earlier one, and
	// of another session of the same browser; failure.ErrNotFound when the session
	// has ended. It is deleted with the session.
	SavePush(ctx context.Context, p Push) error
	// FindPush returns the subscription of a session.
	FindPush(ctx context.Context, session string) (Push, error)
	// FindPushes returns the subscriptions of a user whose sessions are valid at a
	// time, the oldest first.
	FindPushes(ctx context.Context, user string, now time.Time) ([]Push, error)
	// DeletePush deletes the subscription of a session, if there is one.
	DeletePush(ctx context.Context, session string) error

	// SaveTurns stores the turns of users with a subscription. A turn replaces an earlier
	// turn of its match and user.
	SaveTurns(ctx context.Context, list []Turn) error
	// TakeTurns removes and returns the turns that are due: each turn is pushed by one
	// node.
	TakeTurns(ctx context.Context, now time.Time) ([]Turn, error)

	// SaveDigest stores how often a user gets a digest. The token and, unless that
	// number changes, the time of the last one stay.
	SaveDigest(ctx context.Context, d Digest) error
	FindDigest(ctx context.Context, user string) (Digest, error)
	FindDigestByToken(ctx context.Context, token string) (Digest, error)
	// FindDueDigests returns at most limit digests that were last sent before a time:
	// before once if a user gets one a day, before twice if two.
	FindDueDigests(ctx context.Context, once, twice time.Time, limit int) ([]Digest, error)
	// TakeDigest sets when a digest was last sent; failure.ErrNotFound if another node has
	// done so since known was read.
	TakeDigest(ctx context.Context, known Digest, now time.Time) error
}

// Keys are the VAPID keys of the server (RFC 8292), base64url without padding.
type Keys struct{ Private, Public string }

// Push is the subscription of a browser at its push service (RFC 8030).
type Push struct {
	Session  string // hash of the session, which it belongs to
	User     string
	Endpoint string // a secret: it suffices to send
	P256dh   string // key of the browser, base64url
	Auth     string // secret of the browser, base64url
	Lang     string // of the page that asked for it
	Created  time.Time
}

// Turn is a match that waits for a user, who gets a notification when it is due.
type Turn struct {
	Match, User string
	Due         time.Time
}

// Digest is how a user gets mail digests.
type Digest struct {
	User   string
	PerDay int       // 0 for none, 1 or 2
	Last   time.Time // when the last one was sent, or they were turned on
	Token  string    // in the link that ends them
	Lang   string    // of the page that asked for it
}
