// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"net/http"

	"cairn/internal/account"
	"cairn/internal/web"
)

// attempt is an attempt to prove the ownership of an account. A browser that has logged
// in to the account before has its own rate limit; other browsers share the limits of
// their address and network. So guessing does not lock out the owner.
type attempt struct {
	account.Attempt
	ctx    context.Context // of the request
	limits *web.Limiters
	from   web.Origin
	what   string // attempts of one kind do not count for another
}

func newAttempt(s *web.Server, r *http.Request, what string, a account.Attempt) attempt {
	return attempt{a, r.Context(), &s.Limits, web.OriginOf(r), what}
}

// allow counts the attempt at the account, and from its address or marked browser.
func (a attempt) allow() error {
	from := a.from.Keys(a.what)
	if a.Device != "" {
		from = web.Key(a.what + " " + a.Device)
	}
	if err := a.limits.LogIn.Count(a.ctx, from); err != nil {
		return err
	}
	return a.limits.Account.Count(a.ctx, a.keys())
}

// allowFrom counts the attempt from its address, for all accounts together.
func (a attempt) allowFrom() error { return a.limits.LogIn.Count(a.ctx, a.from.Keys(a.what)) }

// succeeded forgets the attempts at the account.
func (a attempt) succeeded() { a.limits.Account.Clear(a.ctx, a.keys()) }

func (a attempt) keys() web.Keys {
	key := a.what + " " + a.Key
	if a.Device != "" {
		return web.Key(key + " " + a.Device)
	}
	return a.from.Keys(key)
}

// allowCode limits how many codes an attacker who knows the password can guess. All
// browsers that have not logged in before share one count, so that many addresses do not
// help. A new password does not reset the count: with access to the mailbox the attacker
// could set new passwords without end.
func (a attempt) allowCode() error {
	if a.Device != "" {
		return a.limits.Code.Allow(a.ctx, a.what+" "+a.Key+" "+a.Device)
	}
	return a.limits.Code.Allow(a.ctx, a.what+" of "+a.User)
}

// proven limits a handler that asks for the password again, and for the code if there
// is one, like a log-in, and by address from any browser: each attempt costs a hash.
func proven(s *web.Server, do web.Handler) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		user := web.VisitorOf(r).User
		a := newAttempt(s, r, "change", s.Accounts.Attempts.Of(user, s.Cookies.Marks(r)))
		if a.Device != "" {
			if err := a.allowFrom(); err != nil {
				return err
			}
		}
		if err := a.allow(); err != nil {
			return err
		}
		if user.TwoFactor.On() {
			if err := a.allowCode(); err != nil {
				return err
			}
		}
		return do(w, r)
	}
}
