// SPDX-License-Identifier: Apache-2.0

package play

import "time"

// User is a person who plays: a guest, or somebody with an account. A guest who
// signs up keeps the id, and with it all games.
type User struct {
	ID       string
	Name     string // shown to others; unique, whatever the letter case
	Email    string // empty for guests
	Password string // hash with its parameters; empty for guests
	Guest    bool
	Role     Role
	Banned   bool   // may not log in
	Settings string // as the pages write them; nothing here reads it
	Second   Second
	Created  time.Time
}

// Role is what somebody may do beyond playing.
type Role string

// The roles.
const (
	Player    Role = ""
	Moderator Role = "moderator" // may ban players
	Admin     Role = "admin"     // may ban anyone and make moderators
)

// Second is the second factor of an account: codes that change with time.
type Second struct {
	Secret string   // empty without a second factor
	Step   int64    // of the code used last: none is good twice
	Codes  []string // hashes of recovery codes that are left
}

// On reports whether logging in takes a code.
func (s Second) On() bool { return s.Secret != "" }

// Session is one browser that is logged in, or is a guest's.
type Session struct {
	Hash    string // SHA-256 of the token in the cookie, hexadecimal
	User    string
	Agent   string // what kind of browser it is, for the person to recognise
	Created time.Time
	Seen    time.Time // to the hour
	Expires time.Time
}

// Ended is a session that was ended before its time.
type Ended struct {
	Seq  int64 // rises
	Hash string
}

// Purpose says what a token is good for.
type Purpose string

// The purposes.
const (
	ResetPassword Purpose = "reset"  // set a new password
	SecondStep    Purpose = "second" // the password was right, a code is wanted
	SecondSetup   Purpose = "setup"  // a second factor to be confirmed; its secret is the data
	FirstAdmin    Purpose = "admin"  // become the first administrator
)

// Token is a secret that is good for one use.
type Token struct {
	Hash    string // SHA-256 of the secret, hexadecimal
	Purpose Purpose
	User    string // whose it is; empty for whoever has it
	Data    string
	Created time.Time
	Expires time.Time
}

// Score is how a user has done in one rule set.
type Score struct {
	Game                string
	Wins, Losses, Draws int
}

// Seek is someone waiting for an opponent.
type Seek struct {
	ID      string
	User    string
	Game    string
	Control string
	Rated   bool
	Rating  float64 // of who waits, when it began
	Created time.Time
	Seen    time.Time // when the waiting page last asked
	Match   string    // set once an opponent was found
	Casual  bool      // rated, while somebody waits for the same as a casual match; never stored
}
