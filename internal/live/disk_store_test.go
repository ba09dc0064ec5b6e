// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"context"
	"sync/atomic"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
)

// breaking is a store on a disk that breaks after a number of calls.
type breaking struct {
	store
	left atomic.Int64 // calls that still work
}

// spend uses up one call.
func (b *breaking) spend() error {
	if b.left.Add(-1) < 0 {
		return failure.ErrNoSpace
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

func (b *breaking) CreateUser(ctx context.Context, u account.User) error {
	return act(b, func() error { return b.store.CreateUser(ctx, u) })
}

func (b *breaking) UpdateUser(ctx context.Context, id string, change func(*account.User) error) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.store.UpdateUser(ctx, id, change) })
}

func (b *breaking) FindUser(ctx context.Context, id string) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.store.FindUser(ctx, id) })
}

func (b *breaking) FindUserByLogin(ctx context.Context, login string) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.store.FindUserByLogin(ctx, login) })
}

func (b *breaking) FindUserByName(ctx context.Context, name string) (account.User, error) {
	return answer(b, func() (account.User, error) { return b.store.FindUserByName(ctx, name) })
}

func (b *breaking) FindUsers(ctx context.Context, f account.UserFilter) ([]account.User, error) {
	return answer(b, func() ([]account.User, error) { return b.store.FindUsers(ctx, f) })
}

func (b *breaking) DeleteUser(ctx context.Context, id string, now time.Time) error {
	return act(b, func() error { return b.store.DeleteUser(ctx, id, now) })
}

func (b *breaking) CreateSession(ctx context.Context, s account.Session) error {
	return act(b, func() error { return b.store.CreateSession(ctx, s) })
}

func (b *breaking) FindSessions(ctx context.Context, user string, now time.Time) ([]account.Session, error) {
	return answer(b, func() ([]account.Session, error) { return b.store.FindSessions(ctx, user, now) })
}

func (b *breaking) TouchSession(ctx context.Context, hash string, now time.Time) error {
	return act(b, func() error { return b.store.TouchSession(ctx, hash, now) })
}

func (b *breaking) DeleteSession(ctx context.Context, hash string, now time.Time) error {
	return act(b, func() error { return b.store.DeleteSession(ctx, hash, now) })
}

func (b *breaking) DeleteSessions(ctx context.Context, user, except string, now time.Time) error {
	return act(b, func() error { return b.store.DeleteSessions(ctx, user, except, now) })
}

func (b *breaking) CreateToken(ctx context.Context, t account.Token) error {
	return act(b, func() error { return b.store.CreateToken(ctx, t) })
}

func (b *breaking) FindToken(ctx context.Context, p account.Purpose, hash string, now time.Time) (account.Token, error) {
	return answer(b, func() (account.Token, error) { return b.store.FindToken(ctx, p, hash, now) })
}

func (b *breaking) FindTokenOf(ctx context.Context, p account.Purpose, user string, now time.Time) (account.Token, error) {
	return answer(b, func() (account.Token, error) { return b.store.FindTokenOf(ctx, p, user, now) })
}

func (b *breaking) TakeToken(ctx context.Context, p account.Purpose, hash string, now time.Time) (account.Token, error) {
	return answer(b, func() (account.Token, error) { return b.store.TakeToken(ctx, p, hash, now) })
}

func (b *breaking) DeleteTokens(ctx context.Context, p account.Purpose, user string) error {
	return act(b, func() error { return b.store.DeleteTokens(ctx, p, user) })
}

func (b *breaking) FindScores(ctx context.Context, user string) ([]live.Score, error) {
	return answer(b, func() ([]live.Score, error) { return b.store.FindScores(ctx, user) })
}

func (b *breaking) FindRatings(ctx context.Context, user string) ([]live.Rating, error) {
	return answer(b, func() ([]live.Rating, error) { return b.store.FindRatings(ctx, user) })
}

func (b *breaking) FindMatches(ctx context.Context, f live.Filter) ([]live.Info, error) {
	return answer(b, func() ([]live.Info, error) { return b.store.FindMatches(ctx, f) })
}

func (b *breaking) FindWaiting(ctx context.Context) ([]live.Seek, error) {
	return answer(b, func() ([]live.Seek, error) { return b.store.FindWaiting(ctx) })
}

func (b *breaking) Append(ctx context.Context, c live.Change) error {
	return act(b, func() error { return b.store.Append(ctx, c) })
}
