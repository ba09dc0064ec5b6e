// SPDX-License-Identifier: Apache-2.0

// Package live holds live play: rooms, seeks and pairing, clocks, presence, the
// computer, ratings and the archive. Every command takes the same steps: check who
// may do it, ask match.Do, append the events in one transaction, answer, and wake
// the readers.
//
// The package declares the Store and the Bus it needs and knows neither SQL nor
// HTTP nor any concrete game. What it keeps in memory is a cache of the store.
package live

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
)

// Options are the parts of a Service. Store, Bus, Games and Accounts must be
// given.
type Options struct {
	Store    Store
	Bus      Bus
	Games    *catalog.Catalog
	Accounts *account.Service
	Now      func() time.Time // time.Now when nil
	Log      *slog.Logger     // discarded when nil
	Thinkers int              // searches at the same time; as many as processors, and 2 at least, when 0
	Shared   bool             // other nodes use the same store and bus
}

// Service runs matches. Its methods may be called concurrently.
type Service struct {
	Notices *Notices // of matches that wait for their players
	People  *People  // follows, blocks, challenges and phrases
	Nodes   *Nodes   // that share the store
	Time    *Time    // of all that is decided

	store    Store
	bus      Bus
	games    *catalog.Catalog
	accounts *account.Service
	now      func() time.Time
	log      *slog.Logger
	pulse    *pulse
	ready    *readiness
	rooms    *rooms
	clocks   *clocks
	pairing  *pairing
	presence *presence
	online   *Online
	lobby    *Lobby
	computer *computer
	fair     *fairPlay
	commits  *commits

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
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Thinkers == 0 {
		o.Thinkers = defaultThinkers()
	}
	ready := newReadiness(o.Store)
	o.Store = ready
	clock := &Time{local: o.Now}
	if o.Shared {
		clock.store = o.Store
		o.Now = clock.Now
	}
	s := &Service{Time: clock, ready: ready, store: o.Store, bus: o.Bus, games: o.Games, accounts: o.Accounts, now: o.Now, log: o.Log}
	s.stopped, s.stop = context.WithCancel(context.Background())
	s.pulse = &pulse{shared: o.Shared, since: wall(o.Now())}
	s.rooms = &rooms{store: o.Store, bus: o.Bus, games: o.Games, now: o.Now, pulse: s.pulse, cache: newRoomCache(maxRoomBytes)}
	s.computer = &computer{
		rooms: s.rooms, games: o.Games, now: o.Now, log: o.Log, stopped: s.stopped, background: &s.background,
		queue: newSearches(o.Thinkers), busy: map[string]bool{},
	}
	s.commits = &commits{store: o.Store}
	s.fair = &fairPlay{store: o.Store, games: o.Games, shared: o.Shared}
	s.rooms.changed = func(ctx context.Context, info *Info) {
		s.fair.changed(info)
		s.computer.wake(ctx, info)
	}
	s.clocks = &clocks{store: o.Store, rooms: s.rooms, pulse: s.pulse, now: o.Now, log: o.Log}
	s.Nodes = newNodes(o, s)
	s.rooms.nodes, s.clocks.nodes, s.Nodes.computer = s.Nodes, s.Nodes, s.computer
	s.pairing = &pairing{store: o.Store, bus: o.Bus, rooms: s.rooms, now: o.Now}
	s.presence = &presence{seats: map[seatKey]*attendance{}}
	s.online = newOnline(o.Now)
	s.lobby = &Lobby{service: s, wake: make(chan struct{})}
	s.Notices = &Notices{rooms: s.rooms, online: s.online, stopped: s.stopped}
	s.rooms.notices = s.Notices
	s.People = &People{
		store: o.Store, bus: o.Bus, accounts: o.Accounts, rooms: s.rooms, online: s.online, now: o.Now, log: o.Log,
		setup: s.setup, stopped: s.stopped, audience: &audience{bus: o.Bus, matches: map[string]*crowd{}},
	}
	s.Notices.people = s.People
	if o.Shared {
		s.shareRoster()
	}
	o.Accounts.OnWithdraw(s.withdraw)
	return s
}

// shareRoster lets this node know who is on the pages of the others.
func (s *Service) shareRoster() {
	o := &others{}
	book := &rosterBook{
		nodes: s.Nodes, presence: s.presence, online: s.online, audience: s.People.audience, pages: &s.pairing.pages, others: o,
		urgent: make(chan struct{}, 1),
		arrived: func(id string) {
			if r, err := s.rooms.find(s.stopped, id, 0); err == nil {
				s.startPresent(r.now())
			}
		},
	}
	s.presence.others, s.online.others, s.People.audience.others, s.pairing.pages.others = o, o, o, o
	s.presence.book, s.Nodes.book = book, book
}

// Games returns the catalogue.
func (s *Service) Games() *catalog.Catalog { return s.games }

// Start lets the computer move where it is its turn, and watches clocks, seeks and
// matches until Stop. Clocks that stood while the server was down resume.
func (s *Service) Start(ctx context.Context) error {
	if err := s.clocks.start(ctx); err != nil {
		return err
	}
	if !s.Nodes.shared { // Nodes.takeOver does it
		if err := s.wakeComputer(ctx); err != nil {
			return err
		}
	}
	_ = s.ready.Ping(ctx) // Ready has the error
	s.background.Go(s.watchClocks)
	s.background.Go(s.watchSeeks)
	s.background.Go(s.lobby.run)
	if s.Nodes.shared {
		s.background.Go(func() { s.Nodes.watch(s.stopped) })
		s.background.Go(func() { s.Nodes.book.watch(s.stopped) })
	} else {
		s.background.Go(s.watchOthers)
	}
	s.background.Go(s.People.watch)
	return nil
}

// Stop refuses further commands with ErrStopping, pauses the clocks of running
// matches as of now unless another node takes moves, and then ends streams and the
// work in the background.
func (s *Service) Stop(ctx context.Context) error {
	var err error
	if s.pulse.freeze() {
		var last bool
		if last, err = s.Nodes.stop(ctx); last {
			err = errors.Join(err, s.clocks.pause(ctx, s.now()))
		}
	}
	s.Abandon()
	return err
}

// CheckClocks beats and ends matches whose time is up, as the service does twice a
// second. Tests with their own clock call it.
func (s *Service) CheckClocks(ctx context.Context) error { return s.clocks.check(ctx) }

// Abandon ends the work in the background without pausing clocks, as a crash
// does.
func (s *Service) Abandon() {
	s.stop()
	s.background.Wait()
}

// Stopped returns a channel that is closed when the service stops; streams end
// then.
func (s *Service) Stopped() <-chan struct{} { return s.stopped.Done() }
