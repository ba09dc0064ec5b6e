// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/config"
	"cairn/internal/live"
	"cairn/internal/mail"
	"cairn/internal/notify"
	"cairn/internal/openid"
	"cairn/internal/study/library"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/site"
	"cairn/internal/webhook"
)

// services are the parts of a server behind its listeners, in the order in which
// they are opened.
type services struct {
	closers

	private  bool              // pages have no accounts
	endings  func(game string) // asks for tables of a game
	now      func() time.Time  // nil for time.Now
	store    *data
	bus      busConnection
	check    *databaseCheck
	mail     *mail.Queue
	accounts *account.Service
	live     *live.Service
	notify   *notify.Service
	library  *library.Service
	webhook  *webhook.Service // nil without a receiver
	web      *web.Server
}

// closers close what is open, in reverse order.
type closers []func(context.Context) error

func (c *closers) add(closer func(context.Context) error) { *c = append(*c, closer) }

// addStop adds a closer that needs no context and does not fail.
func (c *closers) addStop(stop func()) {
	c.add(func(context.Context) error {
		stop()
		return nil
	})
}

func (c closers) close(ctx context.Context) (err error) {
	for _, closer := range slices.Backward(c) {
		err = errors.Join(err, closer(ctx))
	}
	return err
}

// open opens all services and starts the accounts; play starts when the server
// answers. On an error the caller closes the open services.
func (s *services) open(ctx context.Context, c *config.Config, games *catalog.Catalog, log *slog.Logger, m *metrics) (err error) {
	if s.store, err = openData(ctx, c, log); err != nil {
		return err
	}
	s.add(func(context.Context) error { return s.store.close() })
	if s.bus, err = openBus(c, log); err != nil {
		return err
	}
	s.addStop(s.bus.Close)
	s.check = startCheck(s.store.check, log)
	s.addStop(s.check.stop)
	if s.mail, err = newMail(c.SMTP, log); err != nil {
		return err
	}
	if s.mail != nil {
		s.add(s.mail.Close)
	}
	games.UseTables(c.Tables())
	s.accounts = account.New(account.Options{Store: s.store, Log: log, Hashing: c.Hashing, Now: s.time, Announce: c.Webhook.URL != ""})
	s.accounts.OnExpire(s.store.ExpireGuests)
	s.live = live.New(live.Options{
		Store: m.countAppends(announced(c, s.store)), Bus: s.bus, Shared: s.store.shared, Games: games, Log: log,
		Thinkers: c.Thinkers, Accounts: s.accounts, Now: s.now,
	})
	s.add(s.live.Stop)
	s.addStop(s.accounts.Stop)
	s.notify = notify.New(notify.Options{
		Store: s.store, Live: s.live, Accounts: s.accounts, URL: c.URL, Mail: queueOf(s.mail), Log: log,
	})
	s.addStop(s.notify.Stop)
	if c.Webhook.URL != "" {
		s.webhook = webhook.New(webhook.Options{
			URL: c.Webhook.URL, Secret: c.Webhook.Secret, Home: c.URL, Store: s.store, Live: s.live, Accounts: s.accounts, Log: log,
		})
		s.addStop(s.webhook.Stop)
	}
	puzzles := trainer.New(trainer.Options{Store: s.store, Games: games, Now: s.live.Cluster.Now})
	s.library = library.New(library.Options{Store: s.store, Games: games, Shared: s.store.shared, Log: log, Now: s.live.Cluster.Now, Learn: puzzles.Learn})
	s.addStop(s.library.Stop)
	passkeys, err := newPasskeys(c, s.accounts, s.store)
	if err != nil {
		return err
	}
	s.web = site.New(web.Options{
		Passkeys: passkeys, Shared: s.store.shared, Attempts: s.store.attempts(), OpenID: newIdentities(c, s.accounts, s.store),
		Accounts: s.accounts, Live: s.live, Notify: s.notify, Library: s.library, Puzzles: puzzles, Log: m.countSecurity(log),
		Secure: c.Secure(), URL: c.URL, Limits: c.EffectiveLimits(), Proxies: c.Proxies, Mail: pushTo(s.mail), Observe: m.countRequest,
		Damaged: s.check.damaged.Load, Private: s.private, Endings: s.endings, Now: s.live.Cluster.Now,
	})
	m.watch(s)
	if err := s.accounts.Start(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if err := s.notify.Start(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	s.library.Start()
	if s.webhook != nil {
		s.webhook.Start()
	}
	return nil
}

// time is the clock of live matches: the database's if several nodes share it.
func (s *services) time() time.Time {
	switch {
	case s.live != nil:
		return s.live.Cluster.Now()
	case s.now != nil:
		return s.now()
	}
	return time.Now()
}

// announced returns the store of live matches, with the ends of matches put into the
// outbox if there is a webhook.
func announced(c *config.Config, store live.Store) live.Store {
	if c.Webhook.URL == "" {
		return store
	}
	return webhook.Announce(store)
}

// newPasskeys returns the passkeys of the server, nil without them.
func newPasskeys(c *config.Config, accounts *account.Service, store account.PasskeyStore) (*account.Passkeys, error) {
	if !c.Passkeys {
		return nil, nil
	}
	return account.NewPasskeys(accounts, store, c.URL)
}

// newIdentities returns the identities at the OpenID Connect provider, nil without
// one.
func newIdentities(c *config.Config, accounts *account.Service, store account.IdentityStore) *account.Identities {
	o := c.OIDC
	if o.Issuer == "" {
		return nil
	}
	identities := account.NewIdentities(accounts, store, openid.New(openid.Options{
		Issuer: o.Issuer, Client: o.Client, Secret: o.Secret, Domains: o.Domains, Redirect: c.URL + web.OpenIDPath,
	}))
	identities.Name, identities.Only = o.Name, o.Only
	return identities
}

// newMail returns the queue of outgoing mail, nil without an SMTP server.
func newMail(s config.SMTP, log *slog.Logger) (*mail.Queue, error) {
	if s.Addr == "" {
		return nil, nil
	}
	sender, err := mail.New(mail.Options{Addr: s.Addr, User: s.User, Password: s.Password, From: s.From, TLS: mail.Security(s.TLS)})
	if err != nil {
		return nil, err
	}
	return mail.NewQueue(sender.Send, log), nil
}

// queueOf returns the function by which digests are mailed, nil without a queue.
func queueOf(q *mail.Queue) func(mail.Message) bool {
	if q == nil {
		return nil
	}
	return q.Push
}

// pushTo returns the function by which pages send mail, nil without a queue.
func pushTo(q *mail.Queue) func(to, subject, text string) bool {
	if q == nil {
		return nil
	}
	return func(to, subject, text string) bool {
		return q.Push(mail.Message{To: to, Subject: subject, Text: text})
	}
}
