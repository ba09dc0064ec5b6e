// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"time"
)

// Store is everything that New needs. Each type of the package takes only its part.
//
// Each method of the parts is one transaction: when it returns nil, all of it is on
// the disk; otherwise nothing has changed. What does not exist is failure.ErrNotFound; a
// value that must be unique and is not is *failure.TakenError; a disk that is full or
// read-only is failure.ErrNoSpace. After failure.ErrUnknown, an unknown commit, all of
// it may be there or nothing.
type Store interface {
	UserStore
	SessionStore
	TokenStore
	ProgramStore
	ReportStore
	ExpiryStore
}

// UserStore keeps users.
type UserStore interface {
	CreateUser(ctx context.Context, u User) error
	// UpdateUser changes a user and returns the new value; *failure.TakenError for a
	// name or confirmed email address of another user. change gets the stored user inside
	// the transaction, so that no concurrent change is lost; if it returns an
	// error, UpdateUser returns that error and changes nothing. It may be called
	// more than once.
	UpdateUser(ctx context.Context, id string, change func(*User) error) (User, error)
	FindUser(ctx context.Context, id string) (User, error)
	// FindUserByLogin finds an account, never a guest, by confirmed email address,
	// by name, or by unconfirmed address, in this order and in any letter case. Of
	// several with the same unconfirmed address it finds the one that has had it for
	// the longest time.
	FindUserByLogin(ctx context.Context, login string) (User, error)
	// FindUserByName finds an account, never a guest, by its name in any letter
	// case.
	FindUserByName(ctx context.Context, name string) (User, error)
	// FindUsers lists accounts, never guests, by name.
	FindUsers(ctx context.Context, f UserFilter) ([]User, error)
	// FindNames returns the names of users, and which of them are bots; unknown ids
	// are left out.
	FindNames(ctx context.Context, ids []string) (names map[string]string, bots map[string]bool, err error)
	// ConfirmEmail confirms the address that a user gave, in any letter case:
	// ErrNotFound if the user gave another one, *failure.TakenError if it is the confirmed
	// address of another user. It removes the address from others who gave it, and the
	// user's links to confirm it and to reset the password.
	ConfirmEmail(ctx context.Context, id, address string) (before, after User, err error)
	// DeleteUser removes a user and all personal data: sessions, which count as
	// ended, tokens, seeks, scores, ratings and the list of matches. Seats keep the
	// id, which then belongs to no user.
	DeleteUser(ctx context.Context, id string, now time.Time) error
}

// SessionStore keeps sessions, and ends them when the way a user logs in changes.
type SessionStore interface {
	// CreateSession stores a session of a user whose version is still the given one,
	// which the caller has checked; failure.ErrStale otherwise.
	CreateSession(ctx context.Context, s Session, version int64) error
	// FindSession returns a session with its user, unless it expired before now.
	FindSession(ctx context.Context, hash string, now time.Time) (Session, User, error)
	// FindSessions returns the valid sessions of a user, latest seen first.
	FindSessions(ctx context.Context, user string, now time.Time) ([]Session, error)
	// TouchSession sets when a session was last seen.
	TouchSession(ctx context.Context, hash string, now time.Time) error
	// DeleteSession ends a session.
	DeleteSession(ctx context.Context, hash string, now time.Time) error
	// DeleteSessions ends all sessions of a user except one; except may be empty.
	DeleteSessions(ctx context.Context, user, except string, now time.Time) error
	// FindEndedSessions returns the sessions ended after a seq, in order, and the
	// seq of the last one ever ended, 0 if there is none. Sessions that ended more
	// than an hour ago may be missing.
	FindEndedSessions(ctx context.Context, after int64) ([]EndedSession, int64, error)
	// UpdateAccess is UserStore.UpdateUser for what log-ins depend on: password,
	// two-factor authentication, ban. In the same transaction it raises the version of
	// the user, ends the sessions and deletes the tokens that were made before, so that
	// no log-in outlives the change.
	UpdateAccess(ctx context.Context, id string, a AccessChange, change func(*User) error) (User, error)
}

// TokenStore keeps tokens.
type TokenStore interface {
	// CreateToken stores a token and removes other tokens with the same purpose and
	// user. Tokens without a user stay beside each other.
	CreateToken(ctx context.Context, t Token) error
	// FindToken returns a token, unless it expired before now.
	FindToken(ctx context.Context, purpose Purpose, hash string, now time.Time) (Token, error)
	// FindTokenOf returns the token of a user for a purpose.
	FindTokenOf(ctx context.Context, purpose Purpose, user string, now time.Time) (Token, error)
	// TakeToken is FindToken that also removes the token: of concurrent callers,
	// one succeeds.
	TakeToken(ctx context.Context, purpose Purpose, hash string, now time.Time) (Token, error)
}

// ExpiryStore deletes what has expired and erases what was deleted.
type ExpiryStore interface {
	// DeleteExpired removes sessions and tokens that expired before now, attempts that
	// no longer count, and sessions of browsers last seen before unseen.
	DeleteExpired(ctx context.Context, now, unseen time.Time) error
	// Wipe makes sure that no deleted data remains in the files of the database. It
	// waits for transactions that still read older data; when it fails, the data
	// stays deleted and Wipe can be called again.
	Wipe(ctx context.Context) error
}

// AccessChange accompanies a change of how a user logs in.
type AccessChange struct {
	Now  time.Time
	Link string  // hash of the reset link that allows the change; ErrNotFound if it is not valid. Empty for none
	Keep string  // hash of the session that stays; empty for none
	Open Session // a session to be created; none if it has no hash
}

// UserFilter selects accounts.
type UserFilter struct {
	Role   Role   // empty for all
	Banned bool   // only banned accounts
	After  string // only names after this one, for the next page
	Limit  int    // 0 for no limit
}
