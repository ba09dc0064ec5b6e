// SPDX-License-Identifier: Apache-2.0

package room

import (
	"errors"
	"strconv"
	"strings"

	"cairn/internal/account"
	"cairn/internal/failure"
)

// matchIDLength gives 27 thousand million ids, too many to guess an open match
// under any rate limit.
const matchIDLength = 7

func newMatchID() string { return account.RandomText(matchIDLength) }

// CleanMatchID returns the id that a user meant to type: letter case, blanks and
// hyphens do not count.
func CleanMatchID(typed string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '-' {
			return -1
		}
		return r
	}, strings.ToLower(strings.TrimSpace(typed)))
}

// IDLength is the length of ids that users never type, as account.NewID makes them.
const IDLength = 20

// Key is the idempotency key of a request to create something: when the request is
// repeated, what was created is found. It is secret, since ids are made of it; empty for
// none.
type Key string

// ID returns the id of what a key creates, of n letters and digits, or a random one.
// Should it belong to another user, the next attempt has another.
func (k Key) ID(attempt, n int) string {
	if k == "" {
		return account.RandomText(n)
	}
	return account.TextOf(string(k)+" "+strconv.Itoa(attempt), n)
}

// Once calls create with the ids of a key, of n characters, until an id is not taken,
// maxTries times at most. If find knows what a key has created, the request is a
// repetition, and Once returns what is found.
func Once[T any](k Key, n int, find, create func(id string) (T, error)) (made T, err error) {
	if k != "" {
		if made, err = find(k.ID(0, n)); failure.CodeOf(err) != failure.NotFound {
			return made, err
		}
	}
	for attempt := range maxTries {
		id := k.ID(attempt, n)
		made, err = create(id)
		if _, taken := errors.AsType[*failure.TakenError](err); !taken {
			return made, err
		}
		if k == "" {
			continue
		}
		if same, missing := find(id); missing == nil { // the same request, at the same time
			return same, nil
		}
	}
	return made, err
}
