// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"time"

	"cairn/internal/failure"
)

// Identity links an account to a person at an OpenID Connect provider.
type Identity struct {
	Issuer, Subject string // the person
	User            string
	Created         time.Time
}

// IdentityStore keeps identities. The promises of Store hold here too.
type IdentityStore interface {
	// CreateIdentity links a person to a user; *failure.TakenError if either is linked
	// already, or for a name that is taken. The user is changed in the same
	// transaction like in UpdateUser, or created if there is none: change gets the
	// zero User then.
	CreateIdentity(ctx context.Context, i Identity, change func(*User) error) error
	FindIdentity(ctx context.Context, issuer, subject string) (Identity, error)
	// FindIdentities returns the identities of a user.
	FindIdentities(ctx context.Context, user string) ([]Identity, error)
	// DeleteIdentities removes all identities of a user and changes the user in the
	// same transaction, like UpdateAccess.
	DeleteIdentities(ctx context.Context, user string, a AccessChange, change func(*User) error) error
}

// Provider is a site at which people log in with OpenID Connect.
type Provider interface {
	// Begin returns the address to which a browser is sent, and what Finish must
	// know. Unavailable "openid-down" if the provider does not answer.
	Begin(ctx context.Context) (address string, e Exchange, err error)
	// Finish returns the person who comes back with the query of an address.
	// Unavailable "openid-down"; Forbidden "openid-refused" if the person or the
	// provider refused; Forbidden "openid-wrong" for everything that is not as it
	// must be.
	Finish(ctx context.Context, e Exchange, answer url.Values) (Person, error)
}

// Exchange has the secrets of one log-in at a provider.
type Exchange struct{ State, Nonce, Verifier string }

// Person is a person at a provider.
type Person struct {
	Issuer, Subject string
	Name            string // a suggestion; may be empty
}

// Identities logs people in who have an account at a provider. An account is found
// by the issuer and the subject, never by an email address.
type Identities struct {
	Provider Provider
	Name     string // of the provider, as people know it
	Only     bool   // there is no sign-up with a password

	accounts *Service
	store    IdentityStore
	away     steps[awayLogIn]
	back     steps[backLogIn]
}

// awayLogIn is the state of a browser that was sent to the provider.
type awayLogIn struct {
	Exchange Exchange
	Next     string
	User     string // the account to be linked; empty for a log-in
}

// backLogIn is the state of a browser that returned as a person without an account.
type backLogIn struct {
	Person Person
	Next   string
	User   string
}

// NewIdentities returns the identities at a provider.
func NewIdentities(accounts *Service, store IdentityStore, provider Provider) *Identities {
	return &Identities{
		Provider: provider, accounts: accounts, store: store,
		away: steps[awayLogIn]{accounts.tokens, openIDAwayStep}, back: steps[backLogIn]{accounts.tokens, openIDBackStep},
	}
}

// Linked reports whether an account is linked.
func (s *Identities) Linked(ctx context.Context, user User) (bool, error) {
	list, err := s.store.FindIdentities(ctx, user.ID)
	return len(list) > 0, err
}

// Begin returns the address of the provider to which a browser is sent, and the
// secret for Finish. A user is given to link the account, the zero User to log in;
// next is the page that was wanted.
func (s *Identities) Begin(ctx context.Context, user User, next string) (address, secret string, err error) {
	address, exchange, err := s.Provider.Begin(ctx)
	if err != nil {
		return "", "", err
	}
	secret, err = s.away.add(ctx, awayLogIn{exchange, next, user.ID})
	return address, secret, err
}

// IdentityResult is the result of Finish: a log-in, or a person without an account for
// SignUp or Link.
type IdentityResult struct {
	LogInResult
	Next    string
	Pending string // secret for SignUp or Link; empty for a log-in
	Link    bool   // it is for Link
	Name    string // a suggestion for SignUp
}

// Finish continues when a browser comes back from the provider. A secret that is
// used, too old or of another browser is NotFound "openid-gone". A person who is
// linked to another account already is Forbidden "openid-taken"; a banned user, Forbidden
// "banned". It returns the errors of Provider.Finish as well.
func (s *Identities) Finish(ctx context.Context, user User, secret string, answer url.Values, browser string) (IdentityResult, error) {
	away, err := s.away.take(ctx, secret, "openid-gone", func(a awayLogIn) bool { return a.User == "" || a.User == user.ID })
	if err != nil {
		return IdentityResult{}, err
	}
	person, err := s.Provider.Finish(ctx, away.Exchange, answer)
	if err != nil {
		return IdentityResult{}, err
	}
	identity, err := s.store.FindIdentity(ctx, person.Issuer, person.Subject)
	switch {
	case failure.CodeOf(err) == failure.NotFound && err != nil:
		pending, err := s.back.add(ctx, backLogIn{person, away.Next, away.User})
		return IdentityResult{Next: away.Next, Pending: pending, Link: away.User != "", Name: suggestName(person.Name)}, err
	case err != nil:
		return IdentityResult{}, err
	case away.User != "":
		return IdentityResult{}, failure.New(failure.Forbidden, "openid-taken")
	}
	u, err := s.accounts.users.FindUser(ctx, identity.User)
	if err == nil { // again, after the version that the session is compared with
		_, err = s.store.FindIdentity(ctx, person.Issuer, person.Subject)
	}
	if err != nil {
		return IdentityResult{}, failure.Missing(err, "openid-gone")
	}
	if u.Banned {
		return IdentityResult{}, failure.New(failure.Forbidden, "banned")
	}
	result, err := s.accounts.firstFactor(ctx, u, browser)
	return IdentityResult{LogInResult: result, Next: away.Next}, failure.Replace(err, failure.Stale, failure.NotFound, "openid-gone")
}

// suggestName returns the name at the provider, or the part before its @; empty if it is no
// valid username.
func suggestName(name string) string {
	name, _, _ = strings.Cut(name, "@")
	if nameProblem(name) != "" {
		return ""
	}
	return name
}

// SignUp creates an account without a password for a person who came back, and
// returns the token of a session. If current is a guest, the guest becomes the
// account and the guest's sessions end. When the name is refused, pending is the
// secret for another attempt.
func (s *Identities) SignUp(ctx context.Context, current User, secret, name, browser string) (u User, token, next, pending string, err error) {
	back, err := s.back.take(ctx, secret, "openid-gone", func(b backLogIn) bool { return b.User == "" })
	if err != nil {
		return User{}, "", "", "", err
	}
	name = strings.TrimSpace(name)
	if err := failure.Form(map[string]string{"name": nameProblem(name)}); err != nil {
		return s.retrySignUp(ctx, back, err)
	}
	now := s.accounts.now()
	identity := Identity{Issuer: back.Person.Issuer, Subject: back.Person.Subject, User: NewID(), Created: now}
	if current.Guest {
		identity.User = current.ID
	}
	err = s.store.CreateIdentity(ctx, identity, func(stored *User) error {
		switch {
		case stored.ID == "":
			stored.ID, stored.Created = identity.User, now
		case !stored.Guest:
			return failure.New(failure.Forbidden, "openid-taken") // signed up in another window
		}
		stored.Name, stored.Guest = name, false
		u = *stored
		return nil
	})
	if taken, is := errors.AsType[*failure.TakenError](err); is && taken.Field == "name" {
		return s.retrySignUp(ctx, back, takenField(err))
	}
	if err == nil && current.Guest {
		err = s.accounts.sessions.endAll(ctx, u.ID)
	}
	if err != nil {
		return User{}, "", "", "", failure.IfTaken(err, failure.Forbidden, "openid-taken")
	}
	token, err = s.accounts.sessions.open(ctx, u, browser)
	return u, token, back.Next, "", err
}

// retrySignUp returns the error of a sign-up with the secret for another attempt.
func (s *Identities) retrySignUp(ctx context.Context, back backLogIn, cause error) (u User, token, next, pending string, err error) {
	if pending, err = s.back.add(ctx, back); err != nil {
		return User{}, "", "", "", err
	}
	return User{}, "", back.Next, pending, cause
}

// Link links the account of a user to the person who came back. It requires a Proof,
// since it is another way to log in. When that is wrong, pending is the secret for
// another attempt.
func (s *Identities) Link(ctx context.Context, user User, secret string, proof Proof) (pending string, err error) {
	back, err := s.back.take(ctx, secret, "openid-gone", func(b backLogIn) bool { return b.User == user.ID && !user.Guest })
	if err != nil {
		return "", err
	}
	checked, err := s.accounts.confirm(ctx, user, proof)
	if err == nil {
		err = s.store.CreateIdentity(ctx, Identity{
			Issuer: back.Person.Issuer, Subject: back.Person.Subject, User: user.ID, Created: s.accounts.now(),
		}, func(u *User) error {
			if u.ID == "" {
				return failure.ErrNotFound
			}
			return proof.use(u, checked, s.accounts.now())
		})
	}
	if failure.CodeOf(err) == failure.Forbidden {
		pending, _ = s.back.add(ctx, back) // without it the person begins again
	}
	return pending, failure.IfTaken(err, failure.Forbidden, "openid-taken")
}

// Unlink removes the link of an account and ends all other sessions. It requires a
// Proof, and a password: an account without one would have no way to log in,
// Forbidden "openid-only-way".
func (s *Identities) Unlink(ctx context.Context, user User, proof Proof) error {
	checked, err := s.accounts.confirm(ctx, user, proof)
	if err != nil {
		return err
	}
	if checked.Password == "" {
		return failure.New(failure.Forbidden, "openid-only-way")
	}
	change := proof.keep()
	change.Now = s.accounts.now()
	return s.accounts.sessions.reporting(ctx, func() error {
		return s.store.DeleteIdentities(ctx, user.ID, change, func(u *User) error { return proof.use(u, checked, change.Now) })
	})
}
