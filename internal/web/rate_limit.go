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

// Limit is a rate limit: Burst times at once, then once in every Every. A zero
// Every means no limit.
type Limit struct {
	Every time.Duration
	Burst int
}

// maxKeys bounds the memory of a limiter.
const maxKeys = 50_000

// Limiter applies a limit to each of many keys.
type Limiter struct {
	limit Limit
	now   func() time.Time

	mu   sync.Mutex
	keys map[string]*rate.Limiter
}

func newLimiter(l Limit, now func() time.Time) *Limiter {
	return &Limiter{limit: l, now: now, keys: map[string]*rate.Limiter{}}
}

// Allow counts one action of a key; the error says when to try again.
func (l *Limiter) Allow(key string) error {
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

// sweep drops keys that are back at their full burst, when there are many.
func (l *Limiter) sweep(now time.Time) {
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
		delete(l.keys, key) // a flood of addresses: dropping some is better than growing
	}
}

// limitError reports that a limit was exceeded.
type limitError struct{ retry time.Duration }

// Error implements error.
func (e *limitError) Error() string { return "too often; again in " + e.retry.String() }

// Unwrap gives it the code Limited.
func (e *limitError) Unwrap() error { return errLimited }

// seconds is the time to wait, rounded up.
func (e *limitError) seconds() int { return max(1, int(math.Ceil(e.retry.Seconds()))) }

var errLimited = &failure.Error{Code: failure.Limited, Key: "limited"}

// PerAddress limits a handler by address: sessions are free, so they do not
// protect against guessing.
func PerAddress(l *Limiter, h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := l.Allow(AddressOf(r)); err != nil {
			return err
		}
		return h(w, r)
	}
}

// PerPlayer limits a handler by user, so that many may play from one address.
// Visitors without a session are limited by address.
func PerPlayer(l *Limiter, h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		key := VisitorOf(r).User.ID
		if key == "" {
			key = AddressOf(r)
		}
		if err := l.Allow(key); err != nil {
			return err
		}
		return h(w, r)
	}
}

// AddressOf returns the address of a request without the port. An IPv6 host
// has a whole /64, which counts as one.
func AddressOf(r *http.Request) string {
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

// Limits are the limits of a Server. Those of a user apply to the address
// where there is no session.
type Limits struct {
	SignUp  Limit // accounts from an address, and separately guests
	LogIn   Limit // attempts from an address, with a password or a code
	Account Limit // attempts at one account, from anywhere: to log in, to request a link, and to change it, each counted separately
	Code    Limit // log-ins to one account that ask for a two-factor code, each with five attempts
	Reset   Limit // links to set a new password, asked for from an address
	Join    Limit // attempts from an address to join by id
	Create  Limit // seeks, matches, uploads and exports of a person
	Command Limit // moves and everything else in a match, of a person
	Streams StreamLimit
}

// StreamLimit is how many live streams may be open at the same time; 0 means
// no limit.
type StreamLimit struct {
	Person  int
	Address int
}

// DefaultLimits do not hinder people, but programs that guess or flood.
var DefaultLimits = Limits{
	SignUp:  Limit{Every: 10 * time.Second, Burst: 30},
	LogIn:   Limit{Every: 6 * time.Second, Burst: 15},
	Account: Limit{Every: 30 * time.Second, Burst: 20},
	Code:    Limit{Every: 5 * time.Minute, Burst: 10},
	Reset:   Limit{Every: time.Minute, Burst: 10},
	Join:    Limit{Every: 3 * time.Second, Burst: 20},
	Create:  Limit{Every: 2 * time.Second, Burst: 30},
	Command: Limit{Every: 100 * time.Millisecond, Burst: 60},
	Streams: StreamLimit{Person: 60, Address: 300},
}

// NoLimits has no limits, for measurements. It differs from the zero Limits,
// which stand for DefaultLimits.
var NoLimits = Limits{Command: Limit{Burst: 1}}

// Limiters are the limits of a running server, one limiter for each.
type Limiters struct{ SignUp, Guest, LogIn, Account, Code, Reset, Join, Create, Command *Limiter }

func newLimiters(l Limits, now func() time.Time) Limiters {
	return Limiters{
		SignUp: newLimiter(l.SignUp, now), Guest: newLimiter(l.SignUp, now),
		LogIn: newLimiter(l.LogIn, now), Account: newLimiter(l.Account, now), Code: newLimiter(l.Code, now),
		Reset: newLimiter(l.Reset, now), Join: newLimiter(l.Join, now),
		Create: newLimiter(l.Create, now), Command: newLimiter(l.Command, now),
	}
}
