// SPDX-License-Identifier: Apache-2.0

package account

import (
	"context"
	"log/slog"
	"math"
	"slices"
	"sync"
	"time"

	"cairn/internal/failure"
	"cairn/internal/lru"
)

const (
	// sessionLife is how long a session lasts, however much it is used.
	sessionLife = 180 * 24 * time.Hour
	// idleLife is how long an unused session lasts.
	idleLife = 60 * 24 * time.Hour
	// seenEvery is the precision of Session.Seen: a write for every request would
	// be too expensive.
	seenEvery = time.Hour
	// sessionIDLength is how much of the hash is the id of an OwnSession: enough to
	// be unique, useless for logging in.
	sessionIDLength = 16
	// endedEvery is how often to look for sessions ended by other processes.
	endedEvery = 500 * time.Millisecond
)

// OwnSession is a session as its owner sees it.
type OwnSession struct {
	Session
	Current bool // the browser of the request
}

// ID is the beginning of the hash.
func (s Session) ID() string { return s.Hash[:sessionIDLength] }

// Used reports whether a personal token was ever used.
func (s Session) Used() bool { return s.Seen.After(s.Created) }

// Authenticate returns the user of a browser's session or a personal token; Scopes
// of the user is zero for a browser. It returns NotFound when the token is unknown,
// the user is banned or a browser's session was unused for too long.
func (s *Service) Authenticate(ctx context.Context, token string) (User, error) {
	now := s.now()
	session, u, err := s.sessions.store.FindSession(ctx, HashToken(token), now)
	if err != nil {
		return User{}, err
	}
	if u.Banned || session.Scopes == 0 && now.Sub(session.Seen) > idleLife {
		return User{}, failure.ErrNotFound
	}
	if now.Sub(session.Seen) >= seenEvery || session.Scopes != 0 && !session.Seen.After(session.Created) {
		if err := s.sessions.store.TouchSession(ctx, session.Hash, now); err != nil {
			s.log.Warn("touch session", "user", u.ID, "err", err)
		}
	}
	u.LoggedIn, u.Scopes = session.Created, session.Scopes
	return u, nil
}

// Sessions lists the browsers of a user, the latest seen first. The session of the
// token is marked as current.
func (s *Service) Sessions(ctx context.Context, user User, token string) ([]OwnSession, error) {
	sessions, err := s.sessions.list(ctx, user, false)
	list := make([]OwnSession, len(sessions))
	for i, own := range sessions {
		list[i] = OwnSession{own, own.Hash == HashToken(token)}
	}
	return list, err
}

// EndSession ends one session or token of a user; NotFound if the user has no such session.
func (s *Service) EndSession(ctx context.Context, user User, id string) error {
	sessions, err := s.sessions.store.FindSessions(ctx, user.ID, s.now())
	if err != nil {
		return err
	}
	for _, own := range sessions {
		if own.ID() == id {
			return s.sessions.end(ctx, own.Hash)
		}
	}
	return failure.ErrNotFound
}

// EndOtherSessions ends the sessions of all browsers of a user except the session of the
// token. Personal tokens stay.
func (s *Service) EndOtherSessions(ctx context.Context, user User, token string) error {
	list, err := s.sessions.list(ctx, user, false)
	for _, own := range list {
		if err == nil && own.Hash != HashToken(token) {
			err = ignoreMissing(s.sessions.end(ctx, own.Hash))
		}
	}
	return err
}

// ignoreMissing returns nil for an error with the code NotFound.
func ignoreMissing(err error) error {
	if failure.CodeOf(err) == failure.NotFound {
		return nil
	}
	return err
}

// sessions opens and ends sessions, and reports ended sessions.
type sessions struct {
	store SessionStore
	now   func() time.Time
	log   *slog.Logger

	sync.Mutex
	seq   int64 // of the last session reported
	onEnd []func(hash string)
}

// open creates a session and returns its token. checked is the user as read before the
// password or the code was checked: if how the user logs in has changed since, the error
// is Stale.
func (s *sessions) open(ctx context.Context, checked User, browser string) (token string, err error) {
	session, token := s.prepare(checked.ID, browser)
	return token, s.store.CreateSession(ctx, session, checked.Version)
}

// list returns the personal tokens of a user, or the sessions of browsers.
func (s *sessions) list(ctx context.Context, user User, tokens bool) ([]Session, error) {
	sessions, err := s.store.FindSessions(ctx, user.ID, s.now())
	return slices.DeleteFunc(sessions, func(own Session) bool { return own.Scopes != 0 != tokens }), err
}

// prepare returns the session of a browser that is not stored yet, and its token.
func (s *sessions) prepare(user, browser string) (Session, string) {
	return s.complete(Session{User: user, Browser: browser}, newSecret(), sessionLife)
}

// complete adds to a session what depends on its token, and its times.
func (s *sessions) complete(session Session, token string, life time.Duration) (Session, string) {
	now := s.now()
	session.Hash, session.Created, session.Seen, session.Expires = HashToken(token), now, now, now.Add(life)
	return session, token
}

// change changes how a user logs in, and reports the sessions that this has ended.
func (s *sessions) change(ctx context.Context, user string, a AccessChange, change func(*User) error) (u User, err error) {
	a.Now = s.now()
	err = s.reporting(ctx, func() error {
		u, err = s.store.UpdateAccess(ctx, user, a, change)
		return err
	})
	return u, err
}

// end ends one session.
func (s *sessions) end(ctx context.Context, hash string) error {
	return s.reporting(ctx, func() error { return s.store.DeleteSession(ctx, hash, s.now()) })
}

// endAll ends all sessions of a user.
func (s *sessions) endAll(ctx context.Context, user string) error {
	return s.reporting(ctx, func() error { return s.store.DeleteSessions(ctx, user, "", s.now()) })
}

// reporting calls f and reports the sessions that it has ended. If that fails, watch
// reports them later.
func (s *sessions) reporting(ctx context.Context, f func() error) error {
	if err := f(); err != nil {
		return err
	}
	if err := s.report(context.WithoutCancel(ctx)); err != nil {
		s.log.Warn("report ended sessions", "err", err)
	}
	return nil
}

// skipEnded skips the sessions that ended before the service started: they have
// no open streams.
func (s *sessions) skipEnded(ctx context.Context) error {
	_, last, err := s.store.FindEndedSessions(ctx, math.MaxInt64)
	s.seq = last
	return err
}

// watch reports sessions ended by other processes until the context ends.
func (s *sessions) watch(ctx context.Context) {
	failure.NewLog(s.log, s.now, "watch for ended sessions").Every(ctx, endedEvery, s.report)
}

// report calls the functions of OnSessionEnd once for each session that has ended
// since the last report.
func (s *sessions) report(ctx context.Context) error {
	s.Lock()
	defer s.Unlock()
	if len(s.onEnd) == 0 {
		return nil
	}
	list, _, err := s.store.FindEndedSessions(ctx, s.seq)
	for _, ended := range list {
		for _, f := range s.onEnd {
			f(ended.Hash)
		}
		s.seq = ended.Seq
	}
	return err
}

const (
	// recognisedFor is how long Recognise trusts its cache.
	recognisedFor = 10 * time.Second
	// maxRecognised bounds the sessions in memory; one takes less than a kilobyte.
	maxRecognised = 10_000
)

// Recognise is Authenticate with a cache, for commands in a match: they are frequent and
// need only the id of the user, and the answer may be seconds old. A session that this service has
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

// Forget removes the sessions of a user from the cache of Recognise.
func (s *Service) Forget(user string) {
	s.recent.delete(func() {
		s.recent.users.DeleteFunc(func(_ string, r recognised) bool { return r.user.ID == user })
	})
}

// sessionCache caches the users of sessions by the hash of the token.
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

// countDeletions returns the number of deletions, for add.
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
