// SPDX-License-Identifier: Apache-2.0

package web

import (
	"math"
	"net"
	"net/http"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"cairn/internal/failure"
)

// Limit is how often something may be done: Burst times at once, and then once
// in every Every. A zero Every means without limit.
type Limit struct {
	Every time.Duration
	Burst int
}

// maxKeys bounds the memory of a limiter.
const maxKeys = 50_000

// limiter applies one limit to many keys.
type limiter struct {
	limit Limit
	now   func() time.Time

	mu   sync.Mutex
	keys map[string]*rate.Limiter
}

func newLimiter(l Limit, now func() time.Time) *limiter {
	return &limiter{limit: l, now: now, keys: map[string]*rate.Limiter{}}
}

// allow counts one deed of a key; the error says when to come back.
func (l *limiter) allow(key string) error {
	if l.limit.Every <= 0 {
		return nil
	}
	now := l.now()
	l.mu.Lock()
	defer l.mu.Unlock()
	lim := l.keys[key]
	if lim == nil {
		l.sweep(now)
		lim = rate.NewLimiter(rate.Every(l.limit.Every), l.limit.Burst)
		l.keys[key] = lim
	}
	if lim.AllowN(now, 1) {
		return nil
	}
	missing := 1 - lim.TokensAt(now)
	return &limitError{retry: time.Duration(missing * float64(l.limit.Every))}
}

// sweep forgets the keys that have all their deeds back, when there are many.
func (l *limiter) sweep(now time.Time) {
	if len(l.keys) < maxKeys {
		return
	}
	for key, lim := range l.keys {
		if lim.TokensAt(now) >= float64(l.limit.Burst) {
			delete(l.keys, key)
		}
	}
	for key := range l.keys {
		if len(l.keys) < maxKeys {
			return
		}
		delete(l.keys, key) // a flood of addresses: forgetting some is better than growing
	}
}

// limitError says that something was done too often.
type limitError struct{ retry time.Duration }

// Error says so.
func (e *limitError) Error() string { return "too often; again in " + e.retry.String() }

// Unwrap gives it the code of the platform.
func (e *limitError) Unwrap() error { return errLimited }

// seconds is after how many of them, rounded up, it may be tried again.
func (e *limitError) seconds() int { return max(1, int(math.Ceil(e.retry.Seconds()))) }

var errLimited = &failure.Error{Code: failure.Limited, Key: "limited"}

// perAddress serves each address no more than the limit allows: a session costs
// nothing, so it is no protection against guessing.
func perAddress(l *limiter, h handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := l.allow(addressOf(r)); err != nil {
			return err
		}
		return h(w, r)
	}
}

// perPlayer serves each person no more than the limit allows, so that many may
// play from one address; those who are nobody yet count by theirs.
func perPlayer(l *limiter, h handler) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		key := visitorOf(r).user.ID
		if key == "" {
			key = addressOf(r)
		}
		if err := l.allow(key); err != nil {
			return err
		}
		return h(w, r)
	}
}

// addressOf returns where a request comes from, without the port. An IPv6 host
// has a whole /64 to itself, so that counts as one. Behind a proxy, whoever runs
// the server puts the real address into RemoteAddr.
func addressOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	ip := net.ParseIP(host)
	if ip == nil || ip.To4() != nil {
		return host
	}
	return ip.Mask(net.CIDRMask(64, 128)).String()
}
