// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"sync"
	"time"
)

const (
	// recognisedFor is how long a user is recognised without asking the store.
	recognisedFor = 10 * time.Second
	// maxRecognised bounds the sessions in memory; one takes less than a kilobyte.
	maxRecognised = 10_000
)

// Recognise is Authenticate for commands in a match, which come often and need no more
// of the user than the id: the answer may be seconds old. A session that this service
// has ended is unknown at once; one that another process has ended, as soon as
// OnSessionEnd reports it.
func (s *Service) Recognise(ctx context.Context, token string) (User, error) {
	hash := HashToken(token)
	u, age, known := s.recent.find(hash, s.now())
	if known {
		return u, nil
	}
	u, err := s.Authenticate(ctx, token)
	if err == nil {
		s.recent.keep(hash, u, s.now(), age)
	}
	return u, err
}

// Forget makes Recognise ask the store about all sessions of a user.
func (s *Service) Forget(user string) {
	s.recent.drop(func(_ string, u User) bool { return u.ID == user })
}

// recent are the sessions that were recognised lately. The zero value is empty.
type recent struct {
	mu    sync.Mutex
	users map[string]recognised // by the hash of the token
	age   int                   // rises with every drop
}

type recognised struct {
	user User
	till time.Time
}

// find returns the user of a session, and the age of the cache, which keep needs.
func (c *recent) find(hash string, now time.Time) (u User, age int, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r, known := c.users[hash]
	return r.user, c.age, known && now.Before(r.till)
}

// keep adds a session that was read from the store when the cache had that age. If one
// was dropped since, it could be this one.
func (c *recent) keep(hash string, u User, now time.Time, age int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.age != age {
		return
	}
	if c.users == nil || len(c.users) >= maxRecognised {
		c.users = map[string]recognised{}
	}
	c.users[hash] = recognised{u, now.Add(recognisedFor)}
}

// drop removes sessions.
func (c *recent) drop(which func(hash string, u User) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.age++
	for hash, r := range c.users {
		if which(hash, r.user) {
			delete(c.users, hash)
		}
	}
}

// end removes one session.
func (c *recent) end(hash string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.age++
	delete(c.users, hash)
}
