// SPDX-License-Identifier: Apache-2.0

package account

import (
	"slices"
	"strings"

	"cairn/internal/failure"
)

// Scopes are what a token may be used for. The zero value is for the session of
// a browser, which may do everything that its user may.
type Scopes uint8

// The scopes.
const (
	ScopeRead      Scopes = 1 << iota // see what its user sees
	ScopePlay                         // play: matches, seeks, puzzles
	ScopeChallenge                    // challenge players, and answer challenges
	ScopeBot                          // make the account a bot
	ScopeModerate                     // what a moderator may do
)

// AllScopes has every scope.
const AllScopes = ScopeRead | ScopePlay | ScopeChallenge | ScopeBot | ScopeModerate

// ScopeNames are the names of the scopes, in the order of their values.
var ScopeNames = []string{"read", "play", "challenge", "bot", "moderate"}

// Allow reports whether a session with these scopes may do what needs others.
func (s Scopes) Allow(need Scopes) bool { return s == 0 || s&need == need }

// Names lists the scopes.
func (s Scopes) Names() []string {
	names := []string{}
	for i, name := range ScopeNames {
		if s&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}

// String writes scopes as ParseScopes reads them.
func (s Scopes) String() string { return strings.Join(s.Names(), ",") }

// ParseScopes reads names of scopes with commas or spaces between them.
func ParseScopes(text string) (Scopes, error) {
	var all Scopes
	for name := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		i := slices.Index(ScopeNames, name)
		if i < 0 {
			return 0, failure.Form(map[string]string{"scopes": "no-choice"})
		}
		all |= 1 << i
	}
	return all, nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Scopes) UnmarshalText(text []byte) (err error) {
	*s, err = ParseScopes(string(text))
	return err
}
