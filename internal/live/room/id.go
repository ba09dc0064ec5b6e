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
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(strings.TrimSpace(typed)))
}

// IDLength is the length of ids that users never type, as account.NewID makes them.
const IDLength = 20

// Key is the idempotency key of a request to create a match, seek or challenge: a
// repeated request finds the first one's. It is secret, since ids derive from it; empty
// for none.
type Key string

// ID returns an id of n letters and digits, derived from the key and the attempt, or a
// random one without a key.
func (k Key) ID(attempt, n int) string {
	if k == "" {
		return account.RandomText(n)
	}
	return account.TextOf(string(k)+" "+strconv.Itoa(attempt), n)
}

// Once calls create with ids of a key, of n characters, until an id is not taken, maxTries
// times at most. A repeated request creates nothing: it returns the result of find.
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
		if same, missing := find(id); missing == nil { // a concurrent request with this key has created it
			return same, nil
		}
	}
	return made, err
}
