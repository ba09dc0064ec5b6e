// SPDX-License-Identifier: Apache-2.0

package social

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/cluster"
	"cairn/internal/live/room"
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
	// forgetEvery is how often old challenges are deleted.
	forgetEvery = time.Hour
	// catchUpEvery is how often a node asks a shared store for changes whose message the
	// bus may have lost.
	catchUpEvery = 2 * time.Second
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
	Side     string // of the challenger: room.AsWhite, room.AsBlack or room.AsRandom
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
	if c.Side == room.AsRandom {
		return game.White, false
	}
	side, err := room.SideOf(c.Side)
	if c.From != user {
		side = side.Other()
	}
	return side, err == nil
}

// Standing is the facts on which a new challenge depends, read in the transaction that
// stores it.
type Standing struct {
	Blocked  bool       // by the challenged user
	Blocks   bool       // the challenger blocks the challenged user
	Allow    Allow      // of the challenged user
	Followed bool       // the challenged user follows the challenger
	Sent     int        // open challenges of the challenger to others
	Open     *Challenge // between the two users, in either direction; nil for none
}

// Challenges lets users challenge each other. Its methods may be called concurrently.
type Challenges struct {
	store    ChallengeStore
	env      room.Env
	accounts *account.Service
	rooms    *room.Rooms

	open map[string]Challenge // by id, when last asked; of the goroutine that catches up
}

// NewChallenges returns the challenges of a store.
func NewChallenges(store ChallengeStore, env room.Env, accounts *account.Service, rooms *room.Rooms) *Challenges {
	return &Challenges{store: store, env: env, accounts: accounts, rooms: rooms}
}

func (cs *Challenges) now() time.Time { return cs.env.Cluster.Now() }

// wake wakes the pages of users: something that they show beside matches has changed.
func wake(bus cluster.Bus, users ...string) {
	for _, user := range users {
		bus.Publish(cluster.UserTopic(user), moreChanged)
	}
}

// Send challenges the account with a name. It returns NotFound "no-player", Stale
// "challenge-open" while a challenge to the same account waits for an answer, Forbidden
// "account-needed", "challenge-refused" when the account takes none from the user,
// "challenge-blocked", "challenge-crossed" when there is one in the other
// direction, "too-many-challenges", or Invalid for an invalid spec.
func (cs *Challenges) Send(ctx context.Context, user account.User, name string, spec room.Spec) (Challenge, error) {
	return room.Once(spec.Key, room.IDLength, func(id string) (Challenge, error) {
		return cs.Find(ctx, user, id)
	}, func(id string) (Challenge, error) {
		c, err := cs.create(ctx, user, name, spec, id)
		if err == nil {
			wake(cs.env.Bus, c.From, c.To)
		}
		return c, err
	})
}

func (cs *Challenges) create(ctx context.Context, user account.User, name string, spec room.Spec, id string) (Challenge, error) {
	other, err := findOther(ctx, cs.accounts, user, name)
	if err != nil {
		return Challenge{}, err
	}
	spec.Kind, spec.From = room.Private, nil
	setup, err := cs.rooms.Setup(user, spec)
	if err != nil {
		return Challenge{}, err
	}
	if spec.Rated && user.Bot != other.Bot {
		return Challenge{}, room.ErrRatedBot
	}
	if err := cs.rooms.MayPlayMore(ctx, user); err != nil {
		return Challenge{}, err
	}
	if other.Banned {
		return Challenge{}, failure.New(failure.Forbidden, "challenge-refused")
	}
	now := cs.now()
	c := Challenge{
		ID: id, From: user.ID, To: other.ID, Game: setup.Game, Control: setup.Control.String(), Rated: spec.Rated,
		Side: cmp.Or(spec.Side, room.AsRandom), Shown: spec.Shown, Status: ChallengeOpen, Created: now, Seen: now, Expires: now.Add(shortChallenge),
	}
	if c.Lasts() {
		c.Expires = now.Add(longChallenge)
	}
	return c, cs.store.CreateChallenge(ctx, c, func(s Standing) error { return cs.mayChallenge(&c, s) })
}

// mayChallenge refuses a challenge because of a block, the settings of the challenged user,
// an open challenge between the two or maxChallenges.
func (cs *Challenges) mayChallenge(c *Challenge, s Standing) error {
	open := s.Open != nil && cs.status(s.Open) == ChallengeOpen && s.Open.ID != c.ID // not by a repeated request
	switch {
	case s.Blocks:
		return failure.New(failure.Forbidden, "challenge-blocked")
	case s.Blocked, s.Allow == AllowNone, s.Allow == AllowFollowed && !s.Followed:
		return failure.New(failure.Forbidden, "challenge-refused")
	case open && s.Open.From == c.From:
		return failure.New(failure.Stale, "challenge-open")
	case open:
		return failure.New(failure.Forbidden, "challenge-crossed")
	case s.Sent >= maxChallenges:
		return failure.New(failure.Forbidden, "too-many-challenges")
	}
	return nil
}

// status returns the status of a stored challenge as of now.
func (cs *Challenges) status(c *Challenge) ChallengeStatus {
	now := cs.now()
	gone := !c.Lasts() && now.Sub(c.Seen) >= challengeLife && !cs.env.Presence.Users.Has(c.From)
	if c.Status == ChallengeOpen && (gone || !now.Before(c.Expires)) {
		return ChallengeExpired
	}
	return c.Status
}

// Find returns a challenge from or to a user, and notes that the
// challenger still waits.
func (cs *Challenges) Find(ctx context.Context, user account.User, id string) (Challenge, error) {
	c, err := cs.store.FindChallenge(ctx, id)
	if err == nil && (user.ID == "" || c.From != user.ID && c.To != user.ID) {
		err = failure.ErrNotFound
	}
	if err != nil {
		return Challenge{}, failure.Missing(err, "no-challenge")
	}
	c.Status = cs.status(&c)
	return c, cs.touch(ctx, user, []Challenge{c})
}

// List returns the challenges from and to a user that are open or were
// answered lately, the newest first.
func (cs *Challenges) List(ctx context.Context, user string) ([]Challenge, error) {
	list, err := cs.store.FindChallenges(ctx, user)
	for i := range list {
		list[i].Status = cs.status(&list[i])
	}
	return slices.DeleteFunc(list, func(c Challenge) bool { return c.Status == ChallengeExpired && c.To == user }), err
}

// Received returns the open challenges to a user, the newest first.
func (cs *Challenges) Received(ctx context.Context, user string) ([]Challenge, error) {
	list, err := cs.List(ctx, user)
	return slices.DeleteFunc(list, func(c Challenge) bool { return c.To != user || c.Status != ChallengeOpen }), err
}

// both returns the open challenges to a user, and those from the user that are open or
// were answered lately, without Seen.
func (cs *Challenges) both(ctx context.Context, user string) (received, sent []Challenge, err error) {
	list, err := cs.List(ctx, user)
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
func (cs *Challenges) Await(ctx context.Context, user account.User, known []Challenge) ([]Challenge, error) {
	signal, end := cs.env.Bus.Subscribe(cluster.UserTopic(user.ID))
	defer end()
	defer cs.env.Presence.Users.Enter(user.ID)()
	seen := time.NewTicker(challengeSeenEvery)
	defer seen.Stop()
	for {
		list, err := cs.List(ctx, user.ID)
		if err != nil || !slices.EqualFunc(list, known, sameChallenge) {
			return list, err
		}
		if err := cs.touch(ctx, user, list); err != nil {
			return list, err
		}
		select {
		case <-signal:
		case <-seen.C:
		case <-cs.env.Stopped.Done():
			return list, context.Canceled
		case <-ctx.Done():
			return list, ctx.Err()
		}
	}
}

// sameChallenge reports whether users see no difference between two challenges.
func sameChallenge(a, b Challenge) bool { return a.ID == b.ID && a.Status == b.Status }

// touch notes that a user still waits for the answers to open challenges.
func (cs *Challenges) touch(ctx context.Context, user account.User, list []Challenge) error {
	now := cs.now()
	for _, c := range list {
		if c.From != user.ID || c.Status != ChallengeOpen || c.Lasts() || now.Sub(c.Seen) < challengeSeenEvery {
			continue
		}
		_, err := cs.store.UpdateChallenge(ctx, c.ID, func(c *Challenge, _ bool) (*room.NewMatch, error) {
			c.Seen = now
			return nil, nil
		})
		if err != nil && failure.CodeOf(err) != failure.NotFound { // not found: cancelled meanwhile
			return err
		}
	}
	return nil
}

// Withdraw deletes the open challenges from and to a user who is banned.
func (cs *Challenges) Withdraw(ctx context.Context, user string) error {
	list, err := cs.store.FindChallenges(ctx, user)
	for _, c := range list {
		if c.Status != ChallengeOpen {
			continue
		}
		gone := cs.store.DeleteChallenge(ctx, c.ID)
		if failure.CodeOf(gone) != failure.NotFound { // not found: answered meanwhile
			err = errors.Join(err, gone)
		}
		wake(cs.env.Bus, c.From, c.To)
	}
	return err
}

// Run deletes old challenges, and finds changes that the bus has lost, until the context
// ends.
func (cs *Challenges) Run(ctx context.Context) {
	var background sync.WaitGroup
	defer background.Wait()
	background.Go(func() { cs.env.Cluster.CatchUp(ctx, "find changed challenges", catchUpEvery, cs.CatchUp) })
	failure.NewLog(cs.env.Log, cs.now, "delete old challenges").Every(ctx, forgetEvery, cs.forget)
}

// forget deletes old challenges.
func (cs *Challenges) forget(ctx context.Context) error {
	if due, err := cs.env.Cluster.TakeTask(ctx, "delete challenges", forgetEvery); err != nil || !due {
		return err
	}
	return cs.store.DeleteChallenges(ctx, cs.now().Add(-keepChallenge))
}

// CatchUp wakes the pages of this node whose users' open challenges have changed. Pages
// have read them when they were opened, so the first time there is nothing to report.
func (cs *Challenges) CatchUp(ctx context.Context) error {
	list, err := cs.store.FindOpenChallenges(ctx, cs.env.Presence.Users.OnNode())
	if err != nil {
		return err
	}
	open := make(map[string]Challenge, len(list))
	for _, c := range list {
		open[c.ID] = c
		if _, known := cs.open[c.ID]; !known && cs.open != nil {
			cs.wakeHere(c)
		}
	}
	for id, c := range cs.open {
		if _, still := open[id]; !still {
			cs.wakeHere(c)
		}
	}
	cs.open = open
	return nil
}

// wakeHere wakes the pages of the users of a challenge who have a page of this node open.
func (cs *Challenges) wakeHere(c Challenge) {
	for _, user := range []string{c.From, c.To} {
		if cs.env.Presence.Users.Here(user) {
			wake(cs.env.Bus, user)
		}
	}
}
