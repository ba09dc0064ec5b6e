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
	Created  time.Time
}

// Session is one browser that is logged in, or is a guest's.
type Session struct {
	Hash    string // SHA-256 of the token in the cookie, hexadecimal
	User    string
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
	Created time.Time
	Match   string // set once an opponent was found
}
