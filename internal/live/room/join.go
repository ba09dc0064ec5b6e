// SPDX-License-Identifier: Apache-2.0

package room

import (
	"context"
	"errors"
	"fmt"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

// Join seats a user in a private match. A user who has a seat already gets the
// match again. It returns NotFound "join-malformed" or "join-unknown", Forbidden
// "join-full", "join-off" (aborted), "rated-guest", "rated-bot" or "bot-busy".
func (rs *Rooms) Join(ctx context.Context, user account.User, typed string) (Info, error) {
	r, err := rs.joinable(ctx, typed)
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
	if err := rs.MayPlayMore(ctx, user); err != nil {
		return Info{}, err
	}
	err = rs.commitLatest(ctx, r, rs.env.Cluster.Now(), match.Action{Kind: match.Join, Account: user.ID})
	_, refused := errors.AsType[*match.Error](err)
	if _, plays := r.Info.SideOf(user.ID); plays && refused {
		return r.Info, nil // by another node, whose answer was lost
	}
	if refused {
		return Info{}, &failure.Error{Code: failure.Forbidden, Key: "join-full", Err: err}
	}
	if err != nil {
		return Info{}, fmt.Errorf("join %s: %w", r.Info.ID, err)
	}
	return r.Info, nil
}

// CheckJoin returns the error that Join would return for a new guest, so that no
// guest is created only to learn that an id is wrong.
func (rs *Rooms) CheckJoin(ctx context.Context, typed string) error {
	r, err := rs.joinable(ctx, typed)
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
func (rs *Rooms) Invitation(ctx context.Context, typed string) (Info, error) {
	r, err := rs.joinable(ctx, typed)
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
func (rs *Rooms) joinable(ctx context.Context, typed string) (*cached, error) {
	id := CleanMatchID(typed)
	if len(id) != matchIDLength {
		return nil, failure.New(failure.NotFound, "join-malformed")
	}
	r, err := rs.memory.latest(ctx, id)
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
		return ErrRatedBot // bots do not make such matches
	}
	return nil
}

// maxBotMatches is the number of unfinished matches of a bot.
const maxBotMatches = 64

var (
	// ErrRatedBot refuses a rated match of a bot and a person.
	ErrRatedBot = failure.Field(failure.Forbidden, "rated", "rated-bot", nil)
	errBotBusy  = failure.New(failure.Forbidden, "bot-busy")
)

// MayPlayMore refuses another match of a bot that has many.
func (rs *Rooms) MayPlayMore(ctx context.Context, user account.User) error {
	if !user.Bot {
		return nil
	}
	unfinished := []match.Status{match.Waiting, match.Ready, match.Playing}
	list, err := rs.store.FindMatches(ctx, Filter{User: user.ID, Statuses: unfinished, Limit: maxBotMatches})
	if err == nil && len(list) >= maxBotMatches {
		err = errBotBusy
	}
	return err
}
