// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

// matchIDLength gives 27 thousand million ids, too many to guess an open match
// under any rate limit.
const matchIDLength = 7

func newMatchID() string { return account.RandomText(matchIDLength) }

// CleanMatchID returns the id that a user meant to type: letter case, blanks and
// hyphens do not count.
func CleanMatchID(typed string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(typed)))
}

// Join seats a user in a private match. A user who has a seat already gets the
// match again. It returns NotFound "join-malformed" or "join-unknown", Forbidden
// "join-full", "join-off" (aborted), "rated-guest", "rated-bot" or "bot-busy".
func (s *Service) Join(ctx context.Context, user account.User, typed string) (Info, error) {
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
	if err := mayPlayMore(ctx, s.store, user); err != nil {
		return Info{}, err
	}
	err = s.rooms.commitLatest(ctx, r, s.now(), match.Action{Kind: match.Join, Account: user.ID})
	var refused *match.Error
	if _, plays := r.Info.SideOf(user.ID); plays && errors.As(err, &refused) {
		return r.Info, nil // by another node, whose answer was lost
	}
	if errors.As(err, &refused) {
		return Info{}, &failure.Error{Code: failure.Forbidden, Key: "join-full", Err: err}
	}
	if err != nil {
		return Info{}, fmt.Errorf("join %s: %w", r.Info.ID, err)
	}
	return r.Info, nil
}

// CheckJoin returns the error that Join would return for a new guest, so that no
// guest is created only to learn that an id is wrong.
func (s *Service) CheckJoin(ctx context.Context, typed string) error {
	r, err := s.joinable(ctx, typed)
	if err != nil {
		return err
	}
	r.Lock()
	defer r.Unlock()
	if err := mayJoin(&r.Info, account.User{Guest: true}); err != nil {
		return err
	}
	if r.Info.Status != match.Waiting {
		return failure.New(failure.Forbidden, "join-full")
	}
	return nil
}

// Invitation returns the match with a typed id while one of its seats is open.
// Anyone who has the id may see it.
func (s *Service) Invitation(ctx context.Context, typed string) (Info, error) {
	r, err := s.joinable(ctx, typed)
	if err != nil {
		return Info{}, err
	}
	r.Lock()
	defer r.Unlock()
	switch {
	case r.Info.Kind != Private:
		return Info{}, failure.New(failure.NotFound, "join-unknown")
	case r.Info.Status != match.Waiting:
		return Info{}, failure.New(failure.Forbidden, "join-full")
	}
	return r.Info, nil
}

// joinable finds the match with a typed id.
func (s *Service) joinable(ctx context.Context, typed string) (*room, error) {
	id := CleanMatchID(typed)
	if len(id) != matchIDLength {
		return nil, failure.New(failure.NotFound, "join-malformed")
	}
	r, err := s.rooms.latest(ctx, id)
	if failure.CodeOf(err) == failure.NotFound {
		return nil, failure.New(failure.NotFound, "join-unknown")
	}
	return r, err
}

// mayJoin refuses users who cannot join a match.
func mayJoin(info *Info, user account.User) error {
	switch {
	case info.Kind != Private:
		return failure.New(failure.NotFound, "join-unknown")
	case info.End.Reason == match.ByAbort:
		return failure.New(failure.Forbidden, "join-off")
	case info.Rated && user.Guest && info.Status == match.Waiting:
		return failure.New(failure.Forbidden, "rated-guest")
	case info.Rated && user.Bot && info.Status == match.Waiting:
		return errRatedBot // bots do not make such matches
	}
	return nil
}
