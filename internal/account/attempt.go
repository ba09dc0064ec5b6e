// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"slices"
	"time"

	"cairn/internal/failure"
)

// MaxLogin bounds the name to log in with, in bytes: an email address is the longest.
const MaxLogin = 254

// Attempt is an attempt to prove that one owns an account, as limits count it.
type Attempt struct {
	// Key stands for the account with its password. A new password has another key:
	// attempts at the old password no longer count. A name without an account has a key
	// as well.
	Key string
	// User is the id of the account, empty if there is none.
	User string
	// Device is the mark of a browser that has logged in to the account before;
	// empty for others.
	Device string
}

// AttemptStore counts attempts for all nodes of a site. The promises of Store hold
// here too.
type AttemptStore interface {
	// CountAttempts counts an attempt by all keys, or by none if a key is exhausted: it
	// then returns how long to wait. A key is a leaky bucket of size most.
	CountAttempts(ctx context.Context, counts []AttemptCount, most time.Duration, now time.Time) (wait time.Duration, err error)
	// ClearAttempts forgets the attempts of keys, and all that no longer count.
	ClearAttempts(ctx context.Context, keys []string, now time.Time) error
}

// AttemptCount is the cost of an attempt for a key.
type AttemptCount struct {
	Key  string
	Cost time.Duration
}

// Attempts makes the Attempt of a request.
type Attempts struct{ accounts *Service }

// ByLogin is an attempt to log in by name or email address from a browser with
// marks.
func (a Attempts) ByLogin(ctx context.Context, login string, marks []string) (Attempt, error) {
	u, err := a.accounts.findByLogin(ctx, login)
	if failure.CodeOf(err) == failure.NotFound {
		return Attempt{Key: HashToken("name " + FoldLogin(login))}, nil
	}
	if err != nil {
		return Attempt{}, err
	}
	return a.Of(u, marks), nil
}

// ByCode is an attempt to complete a log-in with a two-factor code; NotFound
// "two-factor-gone" if there is no such log-in.
func (a Attempts) ByCode(ctx context.Context, secret string, marks []string) (Attempt, error) {
	_, u, err := a.accounts.tokens.findOwner(ctx, a.accounts.users, TwoFactorLogIn, secret, "two-factor-gone")
	if err != nil {
		return Attempt{}, err
	}
	return a.Of(u, marks), nil
}

// Of is an attempt at the password of a user, such as a Proof.
func (a Attempts) Of(u User, marks []string) Attempt {
	attempt := Attempt{Key: HashToken("user " + u.ID + " " + u.Password), User: u.ID}
	if i := slices.IndexFunc(marks, u.marked); i >= 0 {
		attempt.Device = marks[i]
	}
	return attempt
}

// Bytes of a mark: a random number and its signature.
const markID, markSum = 9, 15

// NewMark returns a mark for a browser whose user has logged in, or has set the
// password by a link. It names no account and is valid until the password changes. It is
// not stored, but signed with the hash of the password, which has a random salt and
// never leaves the server.
func (u User) NewMark() string {
	id, _ := base64.RawURLEncoding.DecodeString(newSecret())
	return u.mark(id)
}

func (u User) mark(id []byte) string {
	mac := hmac.New(sha256.New, []byte(u.Password))
	mac.Write([]byte("device " + u.ID + " "))
	mac.Write(id[:markID])
	return base64.RawURLEncoding.EncodeToString(append(id[:markID:markID], mac.Sum(nil)[:markSum]...))
}

// marked reports whether NewMark has made a mark for this user and password.
func (u User) marked(mark string) bool {
	id, err := base64.RawURLEncoding.DecodeString(mark)
	return err == nil && len(id) == markID+markSum && u.Password != "" && hmac.Equal([]byte(u.mark(id)), []byte(mark))
}
