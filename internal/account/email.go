// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"strings"
	"time"

	"cairn/internal/failure"
)

// Emails confirms the email addresses of accounts. An address that was given at
// sign-up or by ChangeEmail is not used, except to log in, until its owner has
// opened a link that was mailed to it. Confirmed addresses are unique.
type Emails struct{ s *Service }

// ConfirmMail is the mail that follows when a user has given an address.
type ConfirmMail struct {
	To     string
	User   User   // the account of the receiver
	Secret string // of the link; empty if User is another account that has the address already
}

// Require sets whether addresses must be confirmed to log in by them, as on a server that
// sends mail. It is called before the service starts.
func (e Emails) Require(yes bool) { e.s.confirmed = yes }

// Request makes a link that confirms the address of a user and calls send with it
// in the background, so that neither the result nor its time reveals whether another
// account has the address: its owner gets a mail without a link then. There is at
// most one mail a minute for an address of an account.
func (e Emails) Request(ctx context.Context, user User, send func(ConfirmMail)) error {
	return e.s.later(ctx, "make a link to confirm an address", func(ctx context.Context) error {
		m, err := e.link(ctx, user.ID)
		if err == nil && m.To != "" {
			send(m)
		}
		return err
	})
}

// link makes a link; To is empty when no mail may be sent.
func (e Emails) link(ctx context.Context, user string) (ConfirmMail, error) {
	u, err := e.s.users.FindUser(ctx, user)
	if err != nil || u.Unconfirmed == "" || u.Banned {
		return ConfirmMail{}, err
	}
	last, err := e.s.tokens.findOf(ctx, ConfirmEmail, u.ID)
	if err != nil || last.Data == u.Unconfirmed && e.s.now().Sub(last.Created) < linkEvery {
		return ConfirmMail{}, err
	}
	secret, err := e.s.tokens.create(ctx, ConfirmEmail, u.ID, u.Unconfirmed, confirmLife)
	if err != nil {
		return ConfirmMail{}, err
	}
	owner, err := e.s.users.FindUserByLogin(ctx, u.Unconfirmed)
	if err == nil && FoldLogin(owner.Email) == FoldLogin(u.Unconfirmed) {
		if owner.ID == u.ID { // confirmed meanwhile
			return ConfirmMail{}, nil
		}
		return ConfirmMail{To: owner.Email, User: owner}, nil
	}
	return ConfirmMail{To: u.Unconfirmed, User: u, Secret: secret}, err
}

// Check returns the user whose address a link confirms; NotFound "confirm-gone" if
// the link is not valid.
func (e Emails) Check(ctx context.Context, secret string) (User, error) {
	link, u, err := e.s.tokens.findOwner(ctx, e.s.users, ConfirmEmail, secret, "confirm-gone")
	if err == nil && u.Unconfirmed != link.Data {
		err = failure.New(failure.NotFound, "confirm-gone")
	}
	return u, err
}

// Confirm confirms the address of a user by a link, and returns the user before and
// after. Others who gave the address lose it, and links to reset the password that
// were sent to the old address become invalid. NotFound "confirm-gone".
func (e Emails) Confirm(ctx context.Context, secret string) (before, after User, err error) {
	u, err := e.Check(ctx, secret)
	if err != nil {
		return User{}, User{}, err
	}
	before, after, err = e.s.users.ConfirmEmail(ctx, u.ID, u.Unconfirmed)
	return before, after, failure.IfTaken(failure.Missing(err, "confirm-gone"), failure.NotFound, "confirm-gone")
}

// ConfirmOf confirms the address of a user without a link, for the operator. It is
// no error if it is confirmed already. NotFound "no-user", Invalid "email-missing"
// or "email-taken".
func (e Emails) ConfirmOf(ctx context.Context, name string) error {
	u, err := e.s.users.FindUserByName(ctx, strings.TrimSpace(name))
	switch {
	case err != nil:
		return failure.Missing(err, "no-user")
	case u.Unconfirmed == "" && u.Email != "":
		return nil
	case u.Unconfirmed == "":
		return failure.New(failure.Invalid, "email-missing")
	}
	_, _, err = e.s.users.ConfirmEmail(ctx, u.ID, u.Unconfirmed)
	return failure.IfTaken(err, failure.Invalid, "email-taken")
}

// dropChange cancels an unconfirmed change of address, as a new password does: a person who
// knew the old password may have requested the change.
func (u *User) dropChange() {
	if u.Email != "" {
		u.Unconfirmed, u.UnconfirmedSince = "", time.Time{}
	}
}

// sameAddress reports whether two addresses differ at most in the case of ASCII
// letters: other letters that FoldLogin makes equal may lead to another mailbox.
func sameAddress(a, b string) bool {
	lower := func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}
	return strings.Map(lower, a) == strings.Map(lower, b)
}

// give sets the address to be confirmed.
func (u *User) give(address string, now time.Time) {
	if sameAddress(address, u.Email) {
		u.Email, u.Unconfirmed, u.UnconfirmedSince = address, "", time.Time{}
		return
	}
	if FoldLogin(address) != FoldLogin(u.Unconfirmed) {
		u.UnconfirmedSince = now
	}
	u.Unconfirmed = address
}
