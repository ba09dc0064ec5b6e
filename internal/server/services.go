// SPDX-License-Identifier: Apache-2.0

package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/config"
	"cairn/internal/live"
	"cairn/internal/mail"
	"cairn/internal/notify"
	"cairn/internal/openid"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
	"cairn/internal/web/site"
)

// services are the parts of a server behind its listeners, in the order in which
// they are opened. Each may be nil.
type services struct {
	private  bool             // pages have no accounts
	now      func() time.Time // nil for time.Now
	store    *sqlite.Store
	check    *databaseCheck
	mail     *mail.Queue
	accounts *account.Service
	live     *live.Service
	notify   *notify.Service
	web      *web.Server
}

// open opens all services and starts the accounts; play starts when the server
// answers. On an error the caller closes those that are open.
func (s *services) open(ctx context.Context, c *config.Config, games *catalog.Catalog, log *slog.Logger, m *metrics) (err error) {
	if s.store, err = sqlite.Open(c.Data, sqlite.Options{}); err != nil {
		return err
	}
	s.check = startCheck(s.store.CheckTables, log)
	if s.mail, err = newMail(c.SMTP, log); err != nil {
		return err
	}
	games.UseTables(c.Tables())
	s.accounts = account.New(account.Options{Store: s.store, Log: log, Hashing: c.Hashing, Now: s.now})
	s.live = live.New(live.Options{
		Store: m.countAppends(s.store), Bus: mem.New(), Games: games, Log: log,
		Thinkers: c.Thinkers, Accounts: s.accounts, Now: s.now,
	})
	s.notify = notify.New(notify.Options{
		Store: s.store, Live: s.live, Accounts: s.accounts, URL: c.URL, Mail: queueOf(s.mail), Log: log, Now: s.now,
	})
	passkeys, err := newPasskeys(c, s.accounts, s.store)
	if err != nil {
		return err
	}
	s.web = site.New(web.Options{
		Passkeys: passkeys, OpenID: newIdentities(c, s.accounts, s.store),
		Accounts: s.accounts, Live: s.live, Notify: s.notify, Log: m.countSecurity(log),
		Secure: c.Secure(), URL: c.URL, Limits: c.WebLimits(), Proxies: c.Proxies, Mail: pushTo(s.mail), Observe: m.countRequest,
		Damaged: s.check.damaged.Load, Private: s.private, Now: s.now,
	})
	m.watch(s)
	if err := s.accounts.Start(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	if err := s.notify.Start(ctx); err != nil {
		return fmt.Errorf("start: %w", err)
	}
	return nil
}

// close closes the open services, the last one first; beforeStore is called while
// no other server can open the data folder.
func (s *services) close(ctx context.Context, beforeStore func() error) error {
	var failure error
	if s.notify != nil {
		s.notify.Stop()
	}
	if s.live != nil {
		s.accounts.Stop()
		failure = s.live.Stop(ctx)
	}
	if s.mail != nil {
		failure = errors.Join(failure, s.mail.Close(ctx))
	}
	if s.check != nil {
		s.check.stop()
	}
	failure = errors.Join(failure, beforeStore())
	if s.store != nil {
		failure = errors.Join(failure, s.store.Close())
	}
	return failure
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

// WithAccounts opens the accounts in a data folder, beside a running server or not,
// and calls use. The clocks and computer players of a server are not started. The
// error is fs.ErrNotExist if there is no data.
func WithAccounts(dir string, games *catalog.Catalog, log *slog.Logger, use func(*account.Service) error) (err error) {
	store, err := sqlite.Open(dir, sqlite.Options{Shared: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	accounts := account.New(account.Options{Store: store, Log: log})
	// Ends the matches of users who are banned or deleted.
	live.New(live.Options{Store: store, Bus: mem.New(), Games: games, Log: log, Accounts: accounts})
	return use(accounts)
}
