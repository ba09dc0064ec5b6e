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
	puzzles  *trainer.Service
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
func (s *services) open(ctx context.Context, c *config.Config, games *catalog.Catalog, log *slog.Logger, m *metrics) error {
	if err := s.openStorage(ctx, c, log); err != nil {
		return err
	}
	games.UseTables(c.Tables())
	s.openPlay(c, games, log, m)
	if err := s.openPages(c, log, m); err != nil {
		return err
	}
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

// openStorage opens the database, the bus and the queue of mail.
func (s *services) openStorage(ctx context.Context, c *config.Config, log *slog.Logger) (err error) {
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
	if c.SMTP.Addr == "" {
		return nil
	}
	sender, err := mail.New(mail.Options{
		Addr: c.SMTP.Addr, User: c.SMTP.User, Password: c.SMTP.Password, From: c.SMTP.From, TLS: mail.Security(c.SMTP.TLS),
	})
	if err == nil {
		s.mail = mail.NewQueue(sender.Send, log)
		s.add(s.mail.Close)
	}
	return err
}

// openPlay makes the services of accounts, matches and study.
func (s *services) openPlay(c *config.Config, games *catalog.Catalog, log *slog.Logger, m *metrics) {
	s.accounts = account.New(account.Options{Store: s.store, Log: log, Hashing: c.Hashing, Now: s.time, Announce: c.Webhook.URL != ""})
	s.accounts.OnExpire(s.store.ExpireGuests)
	matches := live.Store(s.store)
	if c.Webhook.URL != "" {
		matches = webhook.Announce(matches) // puts the ends of matches into the outbox
	}
	s.live = live.New(live.Options{
		Store: m.countAppends(matches), Bus: s.bus, Shared: s.store.shared, Games: games, Log: log,
		Thinkers: c.Thinkers, Accounts: s.accounts, Now: s.now,
	})
	s.add(s.live.Stop)
	s.addStop(s.accounts.Stop)
	now := s.live.Cluster.Now
	notices := notify.Options{Store: s.store, Live: s.live, Accounts: s.accounts, URL: c.URL, Log: log}
	if s.mail != nil {
		notices.Mail = s.mail.Push
	}
	s.notify = notify.New(notices)
	s.addStop(s.notify.Stop)
	if c.Webhook.URL != "" {
		s.webhook = webhook.New(webhook.Options{
			URL: c.Webhook.URL, Secret: c.Webhook.Secret, Home: c.URL, Store: s.store, Live: s.live, Accounts: s.accounts, Log: log,
		})
		s.addStop(s.webhook.Stop)
	}
	s.puzzles = trainer.New(trainer.Options{Store: s.store, Games: games, Now: now})
	s.library = library.New(library.Options{Store: s.store, Games: games, Shared: s.store.shared, Log: log, Now: now, Learn: s.puzzles.Learn})
	s.addStop(s.library.Stop)
}

// openPages makes the web pages.
func (s *services) openPages(c *config.Config, log *slog.Logger, m *metrics) (err error) {
	o := web.Options{
		Shared: s.store.shared, Accounts: s.accounts, Live: s.live, Notify: s.notify, Library: s.library, Puzzles: s.puzzles,
		OpenID: newIdentities(c, s.accounts, s.store), Log: m.countSecurity(log), Observe: m.countRequest,
		Secure: c.Secure(), URL: c.URL, Limits: c.EffectiveLimits(), EmailOptional: c.EmailOptional, Proxies: c.Proxies,
		Damaged: s.check.damaged.Load, Private: s.private, Endings: s.endings, Now: s.live.Cluster.Now,
	}
	if s.store.shared {
		o.Attempts = s.store // counted for all nodes; one alone counts in memory
	}
	if c.Passkeys {
		if o.Passkeys, err = account.NewPasskeys(s.accounts, s.store, c.URL); err != nil {
			return err
		}
	}
	if s.mail != nil {
		o.Mail = func(to, subject, text string) bool {
			return s.mail.Push(mail.Message{To: to, Subject: subject, Text: text})
		}
	}
	s.web = site.New(o)
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
