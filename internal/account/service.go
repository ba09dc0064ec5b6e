// SPDX-License-Identifier: Apache-2.0

// Package account holds the people who play: guests and accounts, sign-up and
// log-in, sessions, two-factor authentication, password reset, roles and bans, and
// the programs that act for them.
//
// It declares the Store it needs and knows neither SQL nor HTTP nor mail nor any
// match. Package live, which is built on it, registers what must happen to the
// matches of a user who leaves.
package account

import (
	"context"
	"log/slog"
	"runtime"
	"sync"
	"time"

	"cairn/internal/lru"
)

// Options are the parts of a Service. Only Store must be given.
type Options struct {
	Store   Store
	Now     func() time.Time // time.Now when nil
	Log     *slog.Logger     // discarded when nil
	Hashing int              // bounds the concurrent password hashes; half the processors when 0
	// HashWait is how long a request waits to hash before it is refused; 20 seconds
	// when 0. A client that is refused at once retries at once, which costs more than
	// its wait.
	HashWait time.Duration
	// Announce puts new reports into the outbox of the operator's webhook.
	Announce bool
}

// Service manages accounts. Its methods may be called concurrently.
type Service struct {
	Attempts Attempts  // for rate limits
	Emails   Emails    // confirmation of addresses
	Programs *Programs // tokens, SSH keys and bots
	Reports  Reports   // of users to moderators
	Staff    *Staff    // bans, roles and the first administrator

	users     UserStore
	now       func() time.Time
	log       *slog.Logger
	hasher    *hasher
	tokens    tokens
	sessions  sessions
	recent    sessionCache
	sweeper   sweeper
	confirmed bool          // email addresses must be confirmed to log in by them
	mails     chan struct{} // semaphore of later
	withdraw  func(ctx context.Context, user string) error

	background sync.WaitGroup
	stop       context.CancelFunc
	stopped    context.Context
}

// New returns a service; Start begins its work in the background.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Hashing <= 0 {
		o.Hashing = max(1, runtime.GOMAXPROCS(0)/2)
	}
	s := &Service{
		users: o.Store, now: o.Now, log: o.Log,
		hasher:   newHasher(o.Hashing, o.HashWait),
		tokens:   tokens{store: o.Store, now: o.Now},
		sessions: sessions{store: o.Store, now: o.Now, log: o.Log},
		sweeper:  sweeper{store: o.Store, now: o.Now, log: o.Log},
		recent:   sessionCache{users: lru.New[string, recognised](maxRecognised)},
		mails:    make(chan struct{}, maxMails),
		withdraw: func(context.Context, string) error { return nil },
	}
	s.Attempts = Attempts{s}
	s.Emails = Emails{s}
	s.Programs = &Programs{accounts: s, store: o.Store}
	s.Reports = Reports{s, o.Store, o.Announce}
	s.Staff = &Staff{s}
	s.OnSessionEnd(func(hash string) {
		s.recent.delete(func() { s.recent.users.Delete(hash) })
	})
	s.stopped, s.stop = context.WithCancel(context.Background())
	return s
}

// OnWithdraw sets the function that takes a user out of all seeks and matches.
// It is called when a user is banned and before a user is deleted; its error
// stops the deletion. It must be set before Start.
func (s *Service) OnWithdraw(f func(ctx context.Context, user string) error) { s.withdraw = f }

// OnSessionEnd calls f with the hash of every session that is ended before it
// expires: at once when this service ends it, within a second when another
// process on the same store does. f must not block. It must be set before Start.
func (s *Service) OnSessionEnd(f func(hash string)) {
	s.sessions.onEnd = append(s.sessions.onEnd, f)
}

// OnExpire calls f once a day, after expired sessions were deleted, to delete what
// other packages keep of guests. It must be set before Start.
func (s *Service) OnExpire(f func(ctx context.Context, now time.Time) error) {
	s.sweeper.onExpire = append(s.sweeper.onExpire, f)
}

// Start watches for sessions ended by other processes and sweeps, until Stop.
func (s *Service) Start(ctx context.Context) error {
	if err := s.sessions.skipEnded(ctx); err != nil {
		return err
	}
	s.background.Go(func() { s.sessions.watch(s.stopped) })
	s.background.Go(func() { s.sweeper.run(s.stopped) })
	return nil
}

// Stop ends the work in the background and waits for it.
func (s *Service) Stop() {
	s.stop()
	s.background.Wait()
}

// Find returns a user by id; NotFound when there is none.
func (s *Service) Find(ctx context.Context, id string) (User, error) {
	return s.users.FindUser(ctx, id)
}

// FindByName returns an account, never a guest, by its name in any letter case;
// NotFound when there is none.
func (s *Service) FindByName(ctx context.Context, name string) (User, error) {
	return s.users.FindUserByName(ctx, name)
}

// Names returns the names of users by id. Unknown ids are left out, and so are
// computer seats.
func (s *Service) Names(ctx context.Context, ids ...string) (map[string]string, error) {
	names, _, err := s.users.FindNames(ctx, ids)
	return names, err
}

// Named returns the names of users by id like Names, and which of them are bots.
func (s *Service) Named(ctx context.Context, ids ...string) (names map[string]string, bots map[string]bool, err error) {
	return s.users.FindNames(ctx, ids)
}
