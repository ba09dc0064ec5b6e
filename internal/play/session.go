// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"time"
)

const (
	// sessionLife is how long a browser stays logged in, however much it is used.
	sessionLife = 180 * 24 * time.Hour
	// idleLife is how long one lasts that nobody uses.
	idleLife = 60 * 24 * time.Hour
	// seenEvery is how exactly it is known when a session was last used: a write
	// for every request would be too much.
	seenEvery = time.Hour
	// ownID is how much of a hash names a session to its owner: enough to tell
	// them apart, and nothing to enter with.
	ownID = 16
)

// OwnSession is a session as its owner sees it.
type OwnSession struct {
	ID      string // part of the hash: enough to name it
	Agent   string
	Created time.Time
	Seen    time.Time // to the hour
	Current bool
}

func (s *Service) openSession(ctx context.Context, u User, agent string) (string, error) {
	token, now := newToken(), s.now()
	err := s.store.CreateSession(ctx, Session{
		Hash: hashToken(token), User: u.ID, Agent: agent, Created: now, Seen: now, Expires: now.Add(sessionLife),
	})
	if err != nil {
		return "", err
	}
	return token, nil
}

// Authenticate returns whose token it is; NotFound when nobody's, that of
// somebody who is banned, or of a session that was not used for long.
func (s *Service) Authenticate(ctx context.Context, token string) (User, error) {
	now := s.now()
	session, u, err := s.store.FindSession(ctx, hashToken(token), now)
	if err != nil {
		return User{}, err
	}
	if u.Banned || now.Sub(session.Seen) > idleLife {
		return User{}, ErrNotFound
	}
	if now.Sub(session.Seen) >= seenEvery {
		if err := s.store.TouchSession(ctx, session.Hash, now); err != nil {
			s.log.Warn("note a session", "user", u.ID, "err", err)
		}
	}
	return u, nil
}

// Sessions lists the sessions of a user, the latest seen first. The token tells
// which one asks.
func (s *Service) Sessions(ctx context.Context, user User, token string) ([]OwnSession, error) {
	sessions, err := s.store.FindSessions(ctx, user.ID, s.now())
	if err != nil {
		return nil, err
	}
	list := make([]OwnSession, len(sessions))
	for i, own := range sessions {
		list[i] = OwnSession{
			ID: own.Hash[:ownID], Agent: own.Agent, Created: own.Created, Seen: own.Seen,
			Current: own.Hash == hashToken(token),
		}
	}
	return list, nil
}

// EndSession ends one session of a user; NotFound for another's.
func (s *Service) EndSession(ctx context.Context, user User, id string) error {
	sessions, err := s.store.FindSessions(ctx, user.ID, s.now())
	if err != nil {
		return err
	}
	for _, own := range sessions {
		if own.Hash[:ownID] == id {
			return s.announce(ctx, s.store.DeleteSession(ctx, own.Hash, s.now()))
		}
	}
	return ErrNotFound
}

// EndOtherSessions ends all sessions of a user but that of the token.
func (s *Service) EndOtherSessions(ctx context.Context, user User, token string) error {
	return s.announce(ctx, s.store.DeleteSessions(ctx, user.ID, hashToken(token), s.now()))
}

// endSessions ends all sessions of a user.
func (s *Service) endSessions(ctx context.Context, user string) error {
	return s.announce(ctx, s.store.DeleteSessions(ctx, user, "", s.now()))
}
