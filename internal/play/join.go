// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"errors"
	"fmt"

	"cairn/match"
)

// Join seats somebody in a private match. Who sits there already is let in
// again; unknown ids, full matches and those called off are told apart.
func (s *Service) Join(ctx context.Context, user User, typed string) (Info, error) {
	r, err := s.joinable(ctx, typed)
	if err != nil {
		return Info{}, err
	}
	r.Lock()
	defer r.Unlock()
	if _, plays := r.Info.SideOf(user.ID); plays {
		return r.Info, nil
	}
	if err := mayJoin(&r.Info, user); err != nil {
		return Info{}, err
	}
	join := match.Action{Kind: match.Join, Account: user.ID}
	_, err = s.commit(ctx, r, s.now(), join, Command{})
	if CodeOf(err) == Stale {
		if err = s.refresh(ctx, r); err == nil {
			_, err = s.commit(ctx, r, s.now(), join, Command{})
		}
	}
	var refused *match.Error
	if errors.As(err, &refused) {
		return Info{}, &Error{Code: Forbidden, Key: "join-full", Err: err}
	}
	if err != nil {
		return Info{}, fmt.Errorf("join %s: %w", r.Info.ID, err)
	}
	return r.Info, nil
}

// CheckJoin returns the error that Join has for a guest who sits nowhere: one
// need not become somebody to learn that an id is wrong.
func (s *Service) CheckJoin(ctx context.Context, typed string) error {
	r, err := s.joinable(ctx, typed)
	if err != nil {
		return err
	}
	r.Lock()
	defer r.Unlock()
	if err := mayJoin(&r.Info, User{Guest: true}); err != nil {
		return err
	}
	if r.Info.Status != match.Waiting {
		return refuse(Forbidden, "join-full")
	}
	return nil
}

// Invitation returns the match of an id as somebody typed it, while a seat of it
// is open: whoever was given the id may know what for.
func (s *Service) Invitation(ctx context.Context, typed string) (Info, error) {
	r, err := s.joinable(ctx, typed)
	if err != nil {
		return Info{}, err
	}
	r.Lock()
	defer r.Unlock()
	switch {
	case r.Info.Kind != Private:
		return Info{}, refuse(NotFound, "join-unknown")
	case r.Info.Status != match.Waiting:
		return Info{}, refuse(Forbidden, "join-full")
	}
	return r.Info, nil
}

// joinable finds the match of an id as somebody typed it.
func (s *Service) joinable(ctx context.Context, typed string) (*room, error) {
	id := CleanMatchID(typed)
	if len(id) != matchIDLength {
		return nil, refuse(NotFound, "join-malformed")
	}
	r, err := s.room(ctx, id, 0)
	if CodeOf(err) == NotFound {
		return nil, refuse(NotFound, "join-unknown")
	}
	return r, err
}

// mayJoin refuses those for whom a match is not.
func mayJoin(info *Info, user User) error {
	switch {
	case info.Kind != Private:
		return refuse(NotFound, "join-unknown")
	case info.End.Reason == match.ByAbort:
		return refuse(Forbidden, "join-off")
	case info.Rated && user.Guest && info.Status == match.Waiting:
		return refuse(Forbidden, "rated-guest")
	}
	return nil
}
