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

// Try calls create with the ids of a key until an id is not taken, maxTries times at most.
// If find then knows the id, the same request has created it meanwhile.
func (k Key) Try(n int, create, find func(id string) error) (err error) {
	for attempt := range maxTries {
		id := k.ID(attempt, n)
		err = create(id)
		if taken := (*failure.TakenError)(nil); !errors.As(err, &taken) {
			return err
		}
		if k != "" && find(id) == nil {
			return nil
		}
	}
	return err
}
