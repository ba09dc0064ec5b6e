// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"context"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
)

// Kept reports whether a match needs no keeping: it is in the user's lists, or the user
// may not keep it. An unlisted record is deleted after a while, unless its user keeps it
// or plays on from it.
func (a *Archive) Kept(ctx context.Context, user account.User, info *room.Info) (bool, error) {
	if info.Kind != room.Screen || user.ID == "" || user.ID != info.Creator {
		return true, nil
	}
	return a.store.Listed(ctx, info.ID, user.ID)
}

// Keep adds a match that the user has opened to the user's lists.
func (a *Archive) Keep(ctx context.Context, user account.User, id string) error {
	info, err := a.store.FindMatch(ctx, id)
	if err != nil {
		return err
	}
	if info.Kind != room.Screen || user.ID == "" || user.ID != info.Creator {
		return failure.ErrNotFound
	}
	return a.store.List(ctx, id, user.ID)
}
