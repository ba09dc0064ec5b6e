// SPDX-License-Identifier: Apache-2.0

// Package live assembles live play from its rooms: cluster (heartbeats, outages, other
// nodes), presence, room (matches), stream, lobby, social, computer, archive and rating.
// Each is a package with the small store it needs; arrows point from the later ones of
// this list to cluster and presence, and never back here.
//
// The package itself has only the few rules that need several rooms.
package live

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/archive"
	"cairn/internal/live/cluster"
	"cairn/internal/live/computer"
	"cairn/internal/live/lobby"
	"cairn/internal/live/presence"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/live/stream"
	"cairn/match"
)

// Store is all that live play keeps.
type Store interface {
	cluster.Store
	room.Store
	rating.Store
	stream.Store
	lobby.Store
	social.RelationStore
	social.ChallengeStore
	social.PhraseStore
	archive.Store
	exportStore
}

// Options are the parts of a Service. Store, Bus, Games and Accounts must be
// given.
type Options struct {
	Store    Store
	Bus      cluster.Bus
	Games    *catalog.Catalog
	Accounts *account.Service
	Now      func() time.Time // time.Now when nil
	Log      *slog.Logger     // discarded when nil
	Thinkers int              // searches at the same time; as many as processors, and 2 at least, when 0
	Shared   bool             // other nodes use the same store and bus
}

// Service is live play: its rooms, and the rules that need several of them.
type Service struct {
	Cluster    cluster.Cluster
	Presence   *presence.Presence
	Rooms      *room.Rooms
	Clocks     *room.Clocks
	Streams    *stream.Streams
	Lobby      *lobby.Lobby
	People     *social.People
	Challenges *social.Challenges
	Phrases    *social.Phrases
	Notices    *social.Notices
	Computer   *computer.Players
	FairPlay   *computer.FairPlay
	Archive    *archive.Archive
	Ratings    *rating.Ratings

	store      Store
	accounts   *account.Service
	background sync.WaitGroup
	stop       context.CancelFunc
	stopped    context.Context
}

// New returns a service; Start begins its work in the background. The service
// withdraws users from seeks and matches when their accounts are banned or deleted.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	s := &Service{store: o.Store, accounts: o.Accounts}
	s.stopped, s.stop = context.WithCancel(context.Background())
	nodes := cluster.Options{Store: o.Store, Bus: o.Bus, Now: o.Now, Log: o.Log}
	if o.Shared {
		s.Cluster = cluster.NewShared(nodes)
	} else {
		s.Cluster = cluster.NewAlone(nodes)
	}
	s.Presence = presence.New(o.Bus, s.Cluster.Now, o.Log)
	s.Ratings = rating.New(o.Store, s.Cluster.Now)
	env := room.Env{Bus: o.Bus, Cluster: s.Cluster, Presence: s.Presence, Games: o.Games, Log: o.Log, Stopped: s.stopped}
	searches := computer.NewQueue(o.Thinkers)
	s.Rooms = room.New(o.Store, env, computer.Admit(searches))
	s.Clocks = room.NewClocks(s.Rooms)
	s.FairPlay = computer.NewFairPlay(o.Store, env, s.Rooms)
	s.Computer = computer.New(o.Store, env, s.Rooms, searches)
	s.People = social.NewPeople(o.Store, env, o.Accounts)
	s.Phrases = social.NewPhrases(o.Store, env, s.Rooms)
	s.Challenges = social.NewChallenges(o.Store, env, o.Accounts, s.Rooms)
	s.Notices = social.NewNotices(o.Store, s.Challenges)
	s.Streams = stream.New(o.Store, env, s.Rooms, s.People, s.Phrases)
	s.Lobby = lobby.New(o.Store, env, s.Rooms, s.Ratings)
	s.Archive = archive.New(o.Store, o.Accounts, s.Ratings)
	o.Accounts.OnWithdraw(s.withdraw)
	return s
}

// Start lets the computer move where it is its turn, and watches clocks, seeks and
// matches until Stop. Clocks that stood while the server was down resume.
func (s *Service) Start(ctx context.Context) error {
	if err := s.Cluster.Start(ctx); err != nil {
		return err
	}
	if err := s.Computer.Start(ctx); err != nil {
		return err
	}
	for _, run := range []func(context.Context){
		s.Clocks.Run, s.Streams.Run, s.Lobby.Run, s.Challenges.Run, s.Computer.Run,
		func(ctx context.Context) { s.Cluster.Exchange(ctx, s.Presence) },
	} {
		s.background.Go(func() { run(s.stopped) })
	}
	return nil
}

// Stop refuses further commands with cluster.ErrStopping, pauses the clocks of running
// matches as of now unless another node takes moves, and then ends streams and the
// work in the background.
func (s *Service) Stop(ctx context.Context) error {
	var err error
	if s.Cluster.Outage().Freeze() {
		var last bool
		if last, err = s.Cluster.Stop(ctx); last {
			err = errors.Join(err, s.Clocks.Pause(ctx))
		}
	}
	s.Abandon()
	return err
}

// Abandon ends the work in the background without pausing clocks, as a crash
// does.
func (s *Service) Abandon() {
	s.stop()
	s.background.Wait()
	s.Computer.Wait() // searches begin also in a service that was never started
}

// Stopped returns a channel that is closed when the service stops; streams end
// then.
func (s *Service) Stopped() <-chan struct{} { return s.stopped.Done() }

// withdraw cancels the seeks and challenges of a user, forfeits running matches and aborts those
// that have not begun.
func (s *Service) withdraw(ctx context.Context, user string) error {
	if !s.Cluster.Outage().Started() { // a program beside the server, which may be down
		if err := s.Cluster.Start(ctx); err != nil {
			return err
		}
	}
	seek, err := s.store.FindOwnSeek(ctx, user)
	if err == nil {
		err = s.Lobby.CancelSeek(ctx, account.User{ID: user}, seek.ID)
	}
	if err != nil && failure.CodeOf(err) != failure.NotFound { // not found: paired meanwhile, see its match below
		return err
	}
	if err := s.Challenges.Withdraw(ctx, user); err != nil {
		return err
	}
	list, err := s.store.FindMatches(ctx, room.Filter{
		User: user, Statuses: []match.Status{match.Waiting, match.Ready, match.Playing},
	})
	for _, info := range list {
		err = errors.Join(err, s.leaveMatch(ctx, info, user))
	}
	return err
}

// leaveMatch resigns a running match for a user and aborts one that has not begun.
func (s *Service) leaveMatch(ctx context.Context, info room.Info, user string) error {
	side, plays := info.SideOf(user)
	if info.Status != match.Playing || !plays {
		return s.Rooms.Act(ctx, info.ID, s.Cluster.Now(), match.Action{Kind: match.Abort})
	}
	return s.Rooms.Act(ctx, info.ID, s.Cluster.Now(), match.Action{Kind: match.Resign, By: match.SeatOf(side)})
}
