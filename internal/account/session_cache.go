// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"sync"
	"time"

	"cairn/internal/lru"
)

const (
	// recognisedFor is how long a user is recognised without asking the store.
	recognisedFor = 10 * time.Second
	// maxRecognised bounds the sessions in memory; one takes less than a kilobyte.
	maxRecognised = 10_000
)

// Recognise is Authenticate for commands in a match, which come often and need no more
// of the user than the id: the answer may be seconds old. A session that this service has
// ended is unknown at once; a session that another process has ended, as soon as
// OnSessionEnd reports it.
func (s *Service) Recognise(ctx context.Context, token string) (User, error) {
	hash := HashToken(token)
	if u, known := s.recent.find(hash, s.now()); known {
		return u, nil
	}
	deletions := s.recent.countDeletions()
	u, err := s.Authenticate(ctx, token)
	if err == nil {
		s.recent.add(hash, u, s.now(), deletions)
	}
	return u, err
}

// Forget makes Recognise ask the store about all sessions of a user.
func (s *Service) Forget(user string) {
	s.recent.delete(func() {
		s.recent.users.DeleteFunc(func(_ string, r recognised) bool { return r.user.ID == user })
	})
}

// sessionCache has the sessions that were recognised lately, by the hash of the token.
type sessionCache struct {
	users *lru.Cache[string, recognised]

	mu sync.Mutex
	// deletions counts calls of delete. A session that was read from the store before
	// such a call is not added after it: it could be the deleted one.
	deletions int
}

type recognised struct {
	user User
	till time.Time
}

func (c *sessionCache) find(hash string, now time.Time) (User, bool) {
	r, known := c.users.Find(hash)
	return r.user, known && now.Before(r.till)
}

// countDeletions returns the argument for add.
func (c *sessionCache) countDeletions() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.deletions
}

// add adds a session that was read from the store after that many deletions.
func (c *sessionCache) add(hash string, u User, now time.Time, deletions int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.deletions == deletions {
		c.users.Add(hash, recognised{u, now.Add(recognisedFor)}, 1)
	}
}

// delete calls f to delete sessions.
func (c *sessionCache) delete(f func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deletions++
	f()
}
