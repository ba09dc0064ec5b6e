// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// Keeping says which of the records that a user has opened are kept. A record that
// is only looked at is in no list and is deleted after a while, unless its user
// keeps it or plays on from it.
type Keeping struct{ store MatchStore }

// Keeping returns what is kept.
func (s *Service) Keeping() Keeping { return Keeping{s.store} }

// Kept reports whether a match needs no keeping: it is in the user's lists, or not
// the user's to keep.
func (k Keeping) Kept(ctx context.Context, user account.User, info *Info) (bool, error) {
	if info.Kind != Screen || user.ID == "" || user.ID != info.Creator {
		return true, nil
	}
	return k.store.Listed(ctx, info.ID, user.ID)
}

// Keep adds a match that the user has opened to the user's lists.
func (k Keeping) Keep(ctx context.Context, user account.User, id string) error {
	info, err := k.store.FindMatch(ctx, id)
	if err != nil {
		return err
	}
	if info.Kind != Screen || user.ID == "" || user.ID != info.Creator {
		return failure.ErrNotFound
	}
	return k.store.List(ctx, id, user.ID)
}
