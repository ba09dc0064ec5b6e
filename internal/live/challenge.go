// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"slices"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

const (
	// A challenge to a match with a clock that runs expires after shortChallenge,
	// or when the challenger has left the site for challengeLife; any other after
	// longChallenge.
	shortChallenge = 10 * time.Minute
	longChallenge  = 7 * 24 * time.Hour
	challengeLife  = 60 * time.Second
	// keepChallenge is how long an answered or expired challenge is kept, for the
	// challenger to see the answer.
	keepChallenge = 24 * time.Hour
	// maxChallenges bounds the open challenges of a user.
	maxChallenges = 10
	// challengeSeenEvery is the precision of Challenge.Seen.
	challengeSeenEvery = 10 * time.Second
	// challengesEvery is how often old challenges are deleted.
	challengesEvery = time.Hour
)

// ChallengeStatus says whether a challenge was answered.
type ChallengeStatus string

// The statuses of a challenge.
const (
	ChallengeOpen     ChallengeStatus = "open"
	ChallengeAccepted ChallengeStatus = "accepted"
	ChallengeDeclined ChallengeStatus = "declined"
	ChallengeExpired  ChallengeStatus = "expired" // open, and too late; never stored
)

// DeclineReasons are the reasons that can be given for declining a challenge,
// beside none.
var DeclineReasons = []string{"later", "clock-slower", "clock-faster", "game", "casual", "rated"}

// Challenge is an invitation of one user to another to play a match.
type Challenge struct {
	ID       string
	From, To string // users
	Game     string
	Control  string
	Rated    bool
	Side     string // of the challenger: AsWhite, AsBlack or AsRandom
	Shown    bool   // everyone may watch the match
	Status   ChallengeStatus
	Reason   string // of DeclineReasons; empty for none
	Match    string // set once it is accepted
	Created  time.Time
	Seen     time.Time // when the challenger's page last asked
	Expires  time.Time
}

// Other returns the user on the other side of a challenge.
func (c *Challenge) Other(user string) string {
	if c.From == user {
		return c.To
	}
	return c.From
}

// Lasts reports whether a challenge waits for an answer while the challenger is
// away.
func (c *Challenge) Lasts() bool {
	control, err := match.ParseControl(c.Control)
	return err == nil && control.Kind != match.RealTime
}

// SideOf returns the side that a user would have, or false if it is random.
func (c *Challenge) SideOf(user string) (game.Side, bool) {
	if c.Side == AsRandom {
		return game.White, false
	}
	side, err := chosenSide(c.Side)
	if c.From != user {
		side = side.Other()
	}
	return side, err == nil
}

// Standing is what a challenge depends on, read in the transaction that stores it.
type Standing struct {
	Blocked  bool       // by the challenged user
	Blocks   bool       // the challenger blocks the challenged user
	Allow    Allow      // of the challenged user
	Followed bool       // the challenged user follows the challenger
	Sent     int        // open challenges of the challenger to others
	Theirs   *Challenge // open, from the challenged user to the challenger; nil for none
}

// Challenge challenges the account with a name. It takes the place of an open one
// by the same user to the same account. It returns NotFound "no-player", Forbidden
// "account-needed", "challenge-refused" when the account takes none from the user,
// "challenge-blocked", "challenge-crossed" when there is one in the other
// direction, "too-many-challenges", or Invalid for what cannot be played.
func (p *People) Challenge(ctx context.Context, user account.User, name string, spec Spec) (Challenge, error) {
	if spec.Key != "" {
		made, err := p.FindChallenge(ctx, user, spec.Key.id(0, idLength))
		if err == nil || failure.CodeOf(err) != failure.NotFound {
			return made, err
		}
	}
	other, err := p.other(ctx, user, name)
	if err != nil {
		return Challenge{}, err
	}
	spec.Kind, spec.From = Private, nil
	setup, err := p.setup(user, spec)
	if err != nil {
		return Challenge{}, err
	}
	if spec.Rated && user.Bot != other.Bot {
		return Challenge{}, errRatedBot
	}
	if err := mayPlayMore(ctx, p.store, user); err != nil {
		return Challenge{}, err
	}
	if other.Banned {
		return Challenge{}, failure.New(failure.Forbidden, "challenge-refused")
	}
	now := p.now()
	c := Challenge{
		From: user.ID, To: other.ID, Game: setup.Game, Control: setup.Control.String(), Rated: spec.Rated,
		Side: spec.Side, Shown: spec.Shown, Status: ChallengeOpen, Created: now, Seen: now, Expires: now.Add(shortChallenge),
	}
	if c.Side == "" {
		c.Side = AsRandom
	}
	if c.Lasts() {
		c.Expires = now.Add(longChallenge)
	}
	for attempt := 0; ; attempt++ {
		c.ID = spec.Key.id(attempt, idLength)
		err := p.store.CreateChallenge(ctx, c, p.mayChallenge)
		if taken := (*failure.TakenError)(nil); errors.As(err, &taken) {
			if made, err := p.FindChallenge(ctx, user, c.ID); err == nil && spec.Key != "" {
				return made, nil // by the same request, meanwhile
			}
			continue // another id
		}
		if err == nil {
			p.wake(c.From, c.To)
		}
		return c, err
	}
}

// mayChallenge refuses a challenge that may not be made.
func (p *People) mayChallenge(s Standing) error {
	switch {
	case s.Blocks:
		return failure.New(failure.Forbidden, "challenge-blocked")
	case s.Blocked, s.Allow == AllowNone, s.Allow == AllowFollowed && !s.Followed:
		return failure.New(failure.Forbidden, "challenge-refused")
	case s.Theirs != nil && p.status(s.Theirs) == ChallengeOpen:
		return failure.New(failure.Forbidden, "challenge-crossed")
	case s.Sent >= maxChallenges:
		return failure.New(failure.Forbidden, "too-many-challenges")
	}
	return nil
}

// status returns the status of a stored challenge as of now.
func (p *People) status(c *Challenge) ChallengeStatus {
	now := p.now()
	gone := !c.Lasts() && now.Sub(c.Seen) >= challengeLife && !p.online.Has(c.From)
	if c.Status == ChallengeOpen && (gone || !now.Before(c.Expires)) {
		return ChallengeExpired
	}
	return c.Status
}

// FindChallenge returns a challenge from or to a user, and notes that the
// challenger still waits.
func (p *People) FindChallenge(ctx context.Context, user account.User, id string) (Challenge, error) {
	c, err := p.store.FindChallenge(ctx, id)
	if err != nil || user.ID == "" || c.From != user.ID && c.To != user.ID {
		return Challenge{}, missingChallenge(err)
	}
	c.Status = p.status(&c)
	return c, p.touch(ctx, user, []Challenge{c})
}

// missingChallenge is the error for a challenge that does not exist for a user.
func missingChallenge(err error) error {
	if err == nil {
		err = failure.ErrNotFound
	}
	return failure.Missing(err, "no-challenge")
}

// Challenges returns the challenges from and to a user that are open or were
// answered lately, the newest first.
func (p *People) Challenges(ctx context.Context, user string) ([]Challenge, error) {
	list, err := p.store.FindChallenges(ctx, user)
	for i := range list {
		list[i].Status = p.status(&list[i])
	}
	return slices.DeleteFunc(list, func(c Challenge) bool { return c.Status == ChallengeExpired && c.To == user }), err
}

// Received returns the open challenges to a user, the newest first.
func (p *People) Received(ctx context.Context, user string) ([]Challenge, error) {
	list, err := p.Challenges(ctx, user)
	return slices.DeleteFunc(list, func(c Challenge) bool { return c.To != user || c.Status != ChallengeOpen }), err
}

// both returns the open challenges to a user, and those from the user that are open or
// were answered lately. Those do not show when the user last asked.
func (p *People) both(ctx context.Context, user string) (received, sent []Challenge, err error) {
	list, err := p.Challenges(ctx, user)
	for _, c := range list {
		switch {
		case c.From == user:
			c.Seen = time.Time{}
			sent = append(sent, c)
		case c.Status == ChallengeOpen:
			received = append(received, c)
		}
	}
	return received, sent, err
}

// Await waits until the challenges of a user differ from the known ones or the
// context ends, and returns them. Meanwhile the user is online, and the open
// challenges of the user do not expire because of absence.
func (p *People) Await(ctx context.Context, user account.User, known []Challenge) ([]Challenge, error) {
	signal, end := p.bus.Subscribe(userTopic(user.ID))
	defer end()
	defer p.online.Enter(user.ID)()
	seen := time.NewTicker(challengeSeenEvery)
	defer seen.Stop()
	for {
		list, err := p.Challenges(ctx, user.ID)
		if err != nil || !slices.EqualFunc(list, known, sameChallenge) {
			return list, err
		}
		if err := p.touch(ctx, user, list); err != nil {
			return list, err
		}
		select {
		case <-signal:
		case <-seen.C:
		case <-p.stopped.Done():
			return list, context.Canceled
		case <-ctx.Done():
			return list, ctx.Err()
		}
	}
}

// sameChallenge reports whether two values of a challenge look the same to its
// users.
func sameChallenge(a, b Challenge) bool { return a.ID == b.ID && a.Status == b.Status }

// touch notes that a user still waits for the answers to open challenges.
func (p *People) touch(ctx context.Context, user account.User, list []Challenge) error {
	now := p.now()
	for _, c := range list {
		if c.From != user.ID || c.Status != ChallengeOpen || c.Lasts() || now.Sub(c.Seen) < challengeSeenEvery {
			continue
		}
		_, err := p.store.UpdateChallenge(ctx, c.ID, func(c *Challenge, _ bool) (*NewMatch, error) {
			c.Seen = now
			return nil, nil
		})
		if err != nil && failure.CodeOf(err) != failure.NotFound { // not found: cancelled meanwhile
			return err
		}
	}
	return nil
}

// withdraw deletes the open challenges from and to a user who is banned.
func (p *People) withdraw(ctx context.Context, user string) error {
	list, err := p.store.FindChallenges(ctx, user)
	for _, c := range list {
		if c.Status != ChallengeOpen {
			continue
		}
		gone := p.store.DeleteChallenge(ctx, c.ID)
		if failure.CodeOf(gone) != failure.NotFound { // not found: answered meanwhile
			err = errors.Join(err, gone)
		}
		p.wake(c.From, c.To)
	}
	return err
}

// watch deletes old challenges until the service stops.
func (p *People) watch() {
	failure.NewLog(p.log, p.now, "delete old challenges").Every(p.stopped, challengesEvery, p.forget)
}

// forget deletes old challenges.
func (p *People) forget(ctx context.Context) error {
	if due, err := p.rooms.nodes.takeTask(ctx, "delete challenges", challengesEvery); err != nil || !due {
		return err
	}
	return p.store.DeleteChallenges(ctx, p.now().Add(-keepChallenge))
}

// sideOf returns the side that a player has in a match between two people.
func sideOf(info *Info, user string) (game.Side, bool) {
	side, plays := info.SideOf(user)
	return side, plays && (info.Kind == Open || info.Kind == Private)
}
