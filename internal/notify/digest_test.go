// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"context"
	"errors"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/cluster"
	"cairn/internal/mail"
)

// oneDigest is a store with at most one digest.
type oneDigest struct {
	Store
	digest Digest
	err    error
	saved  []Digest
}

func (s *oneDigest) FindDigest(context.Context, string) (Digest, error) { return s.digest, s.err }

func (s *oneDigest) SaveDigest(_ context.Context, d Digest) error {
	s.saved = append(s.saved, d)
	return nil
}

// A digest is saved if the number changes, and not if the store does not know it.
func TestSetPerDay(t *testing.T) {
	down := errors.New("down")
	now := time.Date(2026, 11, 19, 12, 0, 0, 0, time.UTC)
	member := account.User{ID: "u1", Email: "ann@example.org"}
	for _, c := range []struct {
		name  string
		user  account.User
		store oneDigest
		set   int
		code  failure.Code // of the error; empty for none, and for the error of the store
		saved bool
	}{
		{"first", member, oneDigest{err: failure.ErrNotFound}, 1, "", true},
		{"none as before", member, oneDigest{err: failure.ErrNotFound}, 0, "", false},
		{"more", member, oneDigest{digest: Digest{PerDay: 1}}, 2, "", true},
		{"none", member, oneDigest{digest: Digest{PerDay: 1}}, 0, "", true},
		{"as before", member, oneDigest{digest: Digest{PerDay: 2}}, 2, "", false},
		{"store down", member, oneDigest{err: down}, 1, "", false},
		{"store down, none", member, oneDigest{err: down}, 0, "", false},
		{"three", member, oneDigest{}, 3, failure.Invalid, false},
		{"negative", member, oneDigest{}, -1, failure.Invalid, false},
		{"guest", account.User{ID: "u1", Email: "ann@example.org", Guest: true}, oneDigest{}, 1, failure.Forbidden, false},
		{"no address", account.User{ID: "u1"}, oneDigest{}, 1, failure.Forbidden, false},
		{"no address, none", account.User{ID: "u1"}, oneDigest{digest: Digest{PerDay: 1}}, 0, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := &Service{Options: Options{
				Store: &c.store, URL: "https://example.org", Mail: func(mail.Message) bool { return true },
				Live: &live.Service{Cluster: cluster.NewAlone(cluster.Options{Now: func() time.Time { return now }})},
			}}
			err := s.SetPerDay(t.Context(), c.user, c.set, "en")
			switch {
			case c.code != "" && (err == nil || failure.CodeOf(err) != c.code):
				t.Errorf("got error %v, want code %s", err, c.code)
			case c.code == "" && errors.Is(c.store.err, down) != errors.Is(err, down), c.code == "" && c.store.err != down && err != nil:
				t.Errorf("got error %v, store error %v", err, c.store.err)
			}
			if len(c.store.saved) > 0 != c.saved {
				t.Fatalf("saved %v, want saved %t", c.store.saved, c.saved)
			}
			if !c.saved {
				return
			}
			d := c.store.saved[0]
			if d.User != "u1" || d.PerDay != c.set || !d.Last.Equal(now) || len(d.Token) != 32 || d.Lang != "en" {
				t.Errorf("saved %+v", d)
			}
		})
	}
}
