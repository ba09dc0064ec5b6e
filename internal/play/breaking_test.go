// SPDX-License-Identifier: Apache-2.0

package play_test

import (
	"context"
	"sync/atomic"
	"time"

	"cairn/internal/play"
)

// breaking is a store on a disk that breaks after a number of calls.
type breaking struct {
	play.Store
	left atomic.Int64 // calls that still work
}

// spend uses up one call.
func (b *breaking) spend() error {
	if b.left.Add(-1) < 0 {
		return play.ErrNoSpace
	}
	return nil
}

// answer asks the store, as long as it works.
func answer[T any](b *breaking, ask func() (T, error)) (value T, err error) {
	if err := b.spend(); err != nil {
		return value, err
	}
	return ask()
}

// act tells the store, as long as it works.
func act(b *breaking, do func() error) error {
	if err := b.spend(); err != nil {
		return err
	}
	return do()
}

func (b *breaking) CreateUser(ctx context.Context, u play.User) error {
	return act(b, func() error { return b.Store.CreateUser(ctx, u) })
}

func (b *breaking) UpdateUser(ctx context.Context, id string, change func(*play.User) error) (play.User, error) {
	return answer(b, func() (play.User, error) { return b.Store.UpdateUser(ctx, id, change) })
}

func (b *breaking) FindUser(ctx context.Context, id string) (play.User, error) {
	return answer(b, func() (play.User, error) { return b.Store.FindUser(ctx, id) })
}

func (b *breaking) FindUserByLogin(ctx context.Context, login string) (play.User, error) {
	return answer(b, func() (play.User, error) { return b.Store.FindUserByLogin(ctx, login) })
}

func (b *breaking) FindUserByName(ctx context.Context, name string) (play.User, error) {
	return answer(b, func() (play.User, error) { return b.Store.FindUserByName(ctx, name) })
}

func (b *breaking) FindUsers(ctx context.Context, f play.UserFilter) ([]play.User, error) {
	return answer(b, func() ([]play.User, error) { return b.Store.FindUsers(ctx, f) })
}

func (b *breaking) DeleteUser(ctx context.Context, id string, now time.Time) error {
	return act(b, func() error { return b.Store.DeleteUser(ctx, id, now) })
}

func (b *breaking) CreateSession(ctx context.Context, s play.Session) error {
	return act(b, func() error { return b.Store.CreateSession(ctx, s) })
}

func (b *breaking) FindSessions(ctx context.Context, user string, now time.Time) ([]play.Session, error) {
	return answer(b, func() ([]play.Session, error) { return b.Store.FindSessions(ctx, user, now) })
}

func (b *breaking) TouchSession(ctx context.Context, hash string, now time.Time) error {
	return act(b, func() error { return b.Store.TouchSession(ctx, hash, now) })
}

func (b *breaking) DeleteSession(ctx context.Context, hash string, now time.Time) error {
	return act(b, func() error { return b.Store.DeleteSession(ctx, hash, now) })
}

func (b *breaking) DeleteSessions(ctx context.Context, user, except string, now time.Time) error {
	return act(b, func() error { return b.Store.DeleteSessions(ctx, user, except, now) })
}

func (b *breaking) CreateToken(ctx context.Context, t play.Token) error {
	return act(b, func() error { return b.Store.CreateToken(ctx, t) })
}

func (b *breaking) FindToken(ctx context.Context, p play.Purpose, hash string, now time.Time) (play.Token, error) {
	return answer(b, func() (play.Token, error) { return b.Store.FindToken(ctx, p, hash, now) })
}

func (b *breaking) FindTokenOf(ctx context.Context, p play.Purpose, user string, now time.Time) (play.Token, error) {
	return answer(b, func() (play.Token, error) { return b.Store.FindTokenOf(ctx, p, user, now) })
}

func (b *breaking) TakeToken(ctx context.Context, p play.Purpose, hash string, now time.Time) (play.Token, error) {
	return answer(b, func() (play.Token, error) { return b.Store.TakeToken(ctx, p, hash, now) })
}

func (b *breaking) DeleteTokens(ctx context.Context, p play.Purpose, user string) error {
	return act(b, func() error { return b.Store.DeleteTokens(ctx, p, user) })
}

func (b *breaking) FindScores(ctx context.Context, user string) ([]play.Score, error) {
	return answer(b, func() ([]play.Score, error) { return b.Store.FindScores(ctx, user) })
}

func (b *breaking) FindRatings(ctx context.Context, user string) ([]play.Rating, error) {
	return answer(b, func() ([]play.Rating, error) { return b.Store.FindRatings(ctx, user) })
}

func (b *breaking) FindMatches(ctx context.Context, f play.Filter) ([]play.Info, error) {
	return answer(b, func() ([]play.Info, error) { return b.Store.FindMatches(ctx, f) })
}

func (b *breaking) FindWaiting(ctx context.Context) ([]play.Seek, error) {
	return answer(b, func() ([]play.Seek, error) { return b.Store.FindWaiting(ctx) })
}

func (b *breaking) Append(ctx context.Context, c play.Change) error {
	return act(b, func() error { return b.Store.Append(ctx, c) })
}
