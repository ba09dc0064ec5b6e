// SPDX-License-Identifier: Apache-2.0

package account

import (
	"cmp"
	"time"
)

// User is a person who plays: a guest or the holder of an account. A guest who
// signs up keeps the id, and with it all games.
type User struct {
	ID        string
	Name      string // shown to others; unique in any letter case
	Email     string // confirmed, or given before there were confirmations; empty for none
	Password  string // hash with its parameters; empty for guests
	Guest     bool
	Bot       bool // a program plays; for good
	Role      Role
	Banned    bool   // may not log in
	Settings  string // opaque text of the web pages
	TwoFactor TwoFactor
	Version   int64 // rises with every change of password, two-factor authentication or ban
	Created   time.Time

	// Unconfirmed is the address that the user gave and has not confirmed yet; empty
	// for none. Others may have given it, too.
	Unconfirmed      string
	UnconfirmedSince time.Time

	// LoggedIn is when the session began, and Scopes what a personal token allows,
	// zero for a browser; only Authenticate sets them.
	LoggedIn time.Time
	Scopes   Scopes
}

// recentLogIn is how long a log-in counts as proof of who uses the browser.
const recentLogIn = 10 * time.Minute

// loggedInNow reports whether the session of a user began within recentLogIn.
func (u User) loggedInNow(now time.Time) bool {
	return !u.LoggedIn.IsZero() && now.Sub(u.LoggedIn) < recentLogIn
}

// NeedsCode reports whether a change of the account requires a two-factor code. A user
// with passkeys alone who logged in within recentLogIn need not use up a recovery code.
func (u User) NeedsCode(now time.Time) bool {
	return u.TwoFactor.App() || u.TwoFactor.On() && !u.loggedInNow(now)
}

// NeedsCodeToAdd reports whether adding a token or an SSH key requires a two-factor code.
// A user who logged in within recentLogIn has just given a code, and an app shows the next
// one only after half a minute.
func (u User) NeedsCodeToAdd(now time.Time) bool {
	return u.TwoFactor.On() && !u.loggedInNow(now)
}

// Address returns the email address of a user, confirmed or not.
func (u User) Address() string { return cmp.Or(u.Email, u.Unconfirmed) }

// Role says what a user may do beyond playing.
type Role string

// The roles.
const (
	Player    Role = ""
	Moderator Role = "moderator" // may ban players
	Admin     Role = "admin"     // may ban anyone and appoint moderators
)

// Operator is the user of the command line, who may do everything. It is not
// possible to log in as the operator.
var Operator = User{ID: "operator", Role: "operator"}

// isOperator reports whether a user is the operator; the zero User is not.
func (u User) isOperator() bool { return u.ID == Operator.ID && u.Role == Operator.Role }

// TwoFactor is the two-factor authentication of an account: codes of an app (TOTP,
// RFC 6238), passkeys, or both.
type TwoFactor struct {
	Secret   string   // of the app; empty without one
	Step     int64    // time step of the last code used: no code is accepted twice
	Codes    []string // hashes of the recovery codes that are left
	Passkeys int      // how many there are; the store removes them when it becomes 0
}

// On reports whether logging in with a password requires a second factor.
func (f TwoFactor) On() bool { return f.App() || f.Passkeys > 0 }

// App reports whether codes of an app are a second factor.
func (f TwoFactor) App() bool { return f.Secret != "" }

// tidy removes the recovery codes when there is no second factor left.
func (f *TwoFactor) tidy() {
	if !f.On() {
		f.Codes = nil
	}
}

// Session is a browser that is logged in or belongs to a guest, or a personal token,
// with which a program acts for its user.
type Session struct {
	Hash    string // SHA-256 of the token, hexadecimal
	User    string
	Browser string // name of the browser, for the user to recognise the session
	Name    string // of a personal token, given by the user
	Scopes  Scopes // what a personal token allows; zero for a browser
	Created time.Time
	Seen    time.Time // to the hour
	Expires time.Time
}

// EndedSession is a session that was ended before it expired.
type EndedSession struct {
	Seq  int64 // increasing
	Hash string
}

// Purpose says what a token is for.
type Purpose string

// The purposes.
const (
	ResetPassword  Purpose = "reset"      // set a new password; its data is the address it was sent to, if any
	ConfirmEmail   Purpose = "confirm"    // confirm the email address that is the data
	TwoFactorLogIn Purpose = "two-factor" // the password was right, a code is required
	TwoFactorSetup Purpose = "setup"      // two-factor authentication to be confirmed; its secret is the data
	FirstAdmin     Purpose = "admin"      // become the first administrator

	passkeyStep    Purpose = "passkey"     // a challenge was sent to a browser
	openIDAwayStep Purpose = "openid-away" // a browser was sent to the provider
	openIDBackStep Purpose = "openid-back" // it came back as a person without an account
)

// Token is a secret that can be used once.
type Token struct {
	Hash    string // SHA-256 of the secret, hexadecimal
	Purpose Purpose
	User    string // its owner; empty when anyone may use it
	Data    string
	Created time.Time
	Expires time.Time
}
