// SPDX-License-Identifier: Apache-2.0

package account

import (
	"fmt"
	"strings"
)

// Scopes is a set of what a personal token allows. The zero value is that of a
// browser's session, which may do everything its user may.
type Scopes uint8

// The scopes.
const (
	ScopeRead      Scopes = 1 << iota // read what the user sees
	ScopePlay                         // play: seeks, moves, offers
	ScopeChallenge                    // challenge others, and answer challenges
	ScopeBot                          // make the account a bot
	ScopeModerate                     // what moderators and administrators do
)

// AllScopes has every scope.
const AllScopes = ScopeRead | ScopePlay | ScopeChallenge | ScopeBot | ScopeModerate

// scopeWords are the names of the scopes, in order.
var scopeWords = []string{"read", "play", "challenge", "bot", "moderate"}

// ParseScopes reads the words of scopes, with commas or spaces between them.
func ParseScopes(text string) (Scopes, error) {
	var all Scopes
words:
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' }) {
		for i, name := range scopeWords {
			if word == name {
				all |= 1 << i
				continue words
			}
		}
		return 0, fmt.Errorf("unknown scope %q: the scopes are %s", word, strings.Join(scopeWords, ", "))
	}
	return all, nil
}

// Words returns the names of the scopes in a set.
func (s Scopes) Words() []string {
	words := []string{}
	for i, name := range scopeWords {
		if s&(1<<i) != 0 {
			words = append(words, name)
		}
	}
	return words
}

// Has reports whether a set has all of other scopes.
func (s Scopes) Has(other Scopes) bool { return s&other == other }

// Allows reports whether a session with these scopes may do what needs another:
// that of a browser may.
func (s Scopes) Allows(needed Scopes) bool { return s == 0 || s.Has(needed) }

// String returns the words with spaces between them.
func (s Scopes) String() string { return strings.Join(s.Words(), " ") }

// MarshalText implements encoding.TextMarshaler.
func (s Scopes) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Scopes) UnmarshalText(text []byte) (err error) {
	*s, err = ParseScopes(string(text))
	return err
}
