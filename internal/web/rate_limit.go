// SPDX-License-Identifier: Apache-2.0

package web

import (
	"cmp"
	"context"
	"errors"
	"hash/maphash"
	"maps"
	"math"
	"net/http"
	"sync"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/limit"
)

const (
	// maxKeys bounds the memory of a limiter: it takes at most 2 MB, all of them
	// 25 MB.
	maxKeys = 50_000
	// sweepEvery is how often keys are removed that are back at their full burst.
	sweepEvery = time.Minute
)

// Limiter applies a limit to each of many keys. It stores
// hashes of keys, as keys may be long and personal. Keys whose hashes collide share a count.
type Limiter struct {
	limit limit.Rate
	now   func() time.Time
	start time.Time
	seed  maphash.Seed

	name  string               // tells its keys from the keys of other limiters in the store
	store account.AttemptStore // counts for all nodes; nil if this one counts alone

	mu    sync.Mutex
	full  map[uint64]time.Duration // when a key is back at its full burst, since start
	sweep time.Duration            // when to sweep next, since start
}

func newLimiter(l limit.Rate, now func() time.Time) *Limiter {
	return &Limiter{limit: l, now: now, start: now(), seed: maphash.MakeSeed(), full: map[uint64]time.Duration{}}
}

// Keys are the keys of an action. Each has its own multiple of the limit.
type Keys []share

type share struct {
	key   string
	times int
}

// Key counts by one key.
func Key(key string) Keys { return Keys{{key, 1}} }

// Keys counts by address and by network. Actions with different names
// are counted separately.
func (o Origin) Keys(what string) Keys { return o.keys(what, 1) }

func (o Origin) keys(what string, times int) Keys {
	return Keys{{"address " + o.Address + " " + what, times}, {"network " + o.Network + " " + what, times * OfNetwork}}
}

// Allow counts one action of a key; the error says when to try again.
func (l *Limiter) Allow(ctx context.Context, key string) error { return l.Count(ctx, Key(key)) }

// Count counts one action by all keys, or by no key if the limit of one is reached; the
// error says when to retry. The store is asked only after this node's own counts allow
// the action, so that a flood does not reach the store.
func (l *Limiter) Count(ctx context.Context, keys Keys) error {
	if l.limit.Every <= 0 {
		return nil
	}
	if err := l.countHere(keys); err != nil || l.store == nil {
		return err
	}
	counts := make([]account.AttemptCount, len(keys))
	for i, s := range keys {
		counts[i] = account.AttemptCount{Key: l.stored(s), Cost: l.limit.Every / time.Duration(s.times)}
	}
	wait, err := l.store.CountAttempts(ctx, counts, time.Duration(l.limit.Burst)*l.limit.Every, l.now())
	if wait > 0 {
		return limited(wait)
	}
	return err
}

// stored is a key in the store.
func (l *Limiter) stored(s share) string { return account.HashToken(l.name + " " + s.key) }

func (l *Limiter) countHere(keys Keys) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now().Sub(l.start)
	l.drop(now)
	var wait time.Duration
	for _, s := range keys {
		wait = max(wait, l.next(s, now)-now-time.Duration(l.limit.Burst)*l.limit.Every)
	}
	if wait > 0 {
		return limited(wait)
	}
	for _, s := range keys {
		l.full[l.hash(s)] = l.next(s, now)
	}
	return nil
}

// next returns when a key is back at its full burst after one more action.
func (l *Limiter) next(s share, now time.Duration) time.Duration {
	return max(l.full[l.hash(s)], now) + l.limit.Every/time.Duration(s.times)
}

// left returns how many actions a key has now, and when it is back at its full
// burst.
func (l *Limiter) left(key string) (int, time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	wait := max(0, l.full[l.hash(Key(key)[0])]-l.now().Sub(l.start))
	return max(0, l.limit.Burst-int(math.Ceil(float64(wait)/float64(l.limit.Every)))), wait
}

func (l *Limiter) hash(s share) uint64 { return maphash.String(l.seed, s.key) }

// Clear forgets the actions of keys. Where the store fails, they count on.
func (l *Limiter) Clear(ctx context.Context, keys Keys) {
	stored := make([]string, len(keys))
	l.mu.Lock()
	for i, s := range keys {
		delete(l.full, l.hash(s))
		stored[i] = l.stored(s)
	}
	l.mu.Unlock()
	if l.store != nil {
		_ = l.store.ClearAttempts(context.WithoutCancel(ctx), stored, l.now())
	}
}

// drop removes keys that are back at their full burst, once in a while, and any
// keys beyond maxKeys: in a flood of addresses this is better than growing.
func (l *Limiter) drop(now time.Duration) {
	if now >= l.sweep {
		l.sweep = now + sweepEvery
		maps.DeleteFunc(l.full, func(_ uint64, full time.Duration) bool { return full <= now })
	}
	for hash := range l.full {
		if len(l.full) < maxKeys {
			return
		}
		delete(l.full, hash)
	}
}

// limited is the error of a limit that was exceeded.
func limited(retry time.Duration) error {
	return &failure.Error{Code: failure.Limited, Key: "limited", Retry: retry}
}

// retrySeconds is when to try again after an error, rounded up; 0 if that is not
// known.
func retrySeconds(err error) int {
	if refused, ok := errors.AsType[*failure.Error](err); ok {
		return seconds(refused.Retry)
	}
	return 0
}

// seconds rounds a duration up.
func seconds(d time.Duration) int { return int(math.Ceil(d.Seconds())) }

// limitedBy counts each request before it is handled.
func limitedBy(l *Limiter, h Handler, keys func(*http.Request) Keys) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := l.Count(r.Context(), keys(r)); err != nil {
			return err
		}
		return h(w, r)
	}
}

// PerAddress limits a handler by address and network: sessions are free, so they
// do not protect against guessing.
func PerAddress(l *Limiter, h Handler) Handler {
	return limitedBy(l, h, func(r *http.Request) Keys { return OriginOf(r).Keys("") })
}

// PerPlayer limits a handler by user, so that many may play from one address.
// Visitors without a session are limited by address.
func PerPlayer(l *Limiter, h Handler) Handler {
	return limitedBy(l, h, func(r *http.Request) Keys { return Key(cmp.Or(VisitorOf(r).User.ID, AddressOf(r))) })
}

// ofAddress is how many times the limit of a person an address has for creating things:
// a class plays from one address, and one person can be many guests.
const ofAddress = 4

// PerCreator limits a handler that stores something new by user, address and
// network.
func PerCreator(l *Limiter, h Handler) Handler {
	return limitedBy(l, h, func(r *http.Request) Keys {
		keys := OriginOf(r).keys("", ofAddress)
		if user := VisitorOf(r).User.ID; user != "" {
			keys = append(keys, Key("person "+user)...)
		}
		return keys
	})
}

// Limiters are the limits of a running server, one limiter for each.
type Limiters struct{ SignUp, Guest, LogIn, Account, Code, Reset, Join, Create, Upload, Command, Token, Request *Limiter }

// newLimiters returns limiters. Attempts at accounts, and requests that send mail or
// create accounts, are counted for all nodes if there is a store.
func newLimiters(l limit.Limits, now func() time.Time, store account.AttemptStore) Limiters {
	all := Limiters{
		SignUp: newLimiter(l.SignUp, now), Guest: newLimiter(l.SignUp, now),
		LogIn: newLimiter(l.LogIn, now), Account: newLimiter(l.Account, now), Code: newLimiter(l.Code, now),
		Reset: newLimiter(l.Reset, now), Join: newLimiter(l.Join, now),
		Create: newLimiter(l.Create, now), Upload: newLimiter(l.Upload, now), Command: newLimiter(l.Command, now),
		Token: newLimiter(l.Token, now), Request: newLimiter(l.Request, now),
	}
	for name, shared := range map[string]*Limiter{
		"signup": all.SignUp, "login": all.LogIn, "account": all.Account, "code": all.Code, "reset": all.Reset,
	} {
		shared.name, shared.store = name, store
	}
	return all
}
