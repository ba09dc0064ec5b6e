// SPDX-License-Identifier: Apache-2.0

// Package webtest starts the whole site on a real store for tests of the features,
// with browsers that follow redirects and keep cookies.
package webtest

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/failure"
	"cairn/internal/limit"
	"cairn/internal/live"
	"cairn/internal/live/cluster"
	"cairn/internal/mail"
	"cairn/internal/notify"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/sqlitetest"
	"cairn/internal/study/library"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/site"
	"cairn/match"
)

// Unlimited has no rate limits.
var Unlimited = limit.Limits{SignUp: limit.Rate{Burst: 1}}

// Passkeys is the address that passkeys of a site are bound to.
const Passkeys = "https://play.example"

// noProvider is an OpenID Connect provider that never answers.
type noProvider struct{}

// Begin implements account.Provider.
func (noProvider) Begin(context.Context) (string, account.Exchange, error) {
	return "", account.Exchange{}, failure.New(failure.Unavailable, "openid-down")
}

// Finish implements account.Provider.
func (noProvider) Finish(context.Context, account.Exchange, url.Values) (account.Person, error) {
	return account.Person{}, failure.New(failure.Unavailable, "openid-down")
}

// Site is a whole server on a real store.
type Site struct {
	T        *testing.T
	Dir      string // data folder
	Store    *sqlite.Store
	Accounts *account.Service
	Live     *live.Service
	Notify   *notify.Service
	Library  *library.Service  // counts matches when Check is called
	Digests  chan mail.Message // mail digests that were sent
	Web      *web.Server
	HTTP     *httptest.Server
	Clock    *Clock
	Down     bool // the store was closed by the test

	EventsRead *atomic.Int64 // how many events of matches the site has read from the store

	bus    cluster.Bus
	games  *catalog.Catalog
	first  bool // it closes the store
	shared bool // other nodes play the same matches
}

// Clock is the real time plus the time that tests have added. Once Pass has been called, it
// no longer follows the real time.
type Clock struct {
	sync.Mutex
	ahead time.Duration
	still time.Time // zero while it follows the real time
}

// Now returns the current time.
func (c *Clock) Now() time.Time {
	c.Lock()
	defer c.Unlock()
	if !c.still.IsZero() {
		return c.still.Add(c.ahead)
	}
	return time.Now().Add(c.ahead)
}

// Pass lets time pass while the server is up. Advance would look like an outage of
// the server, for which clocks stop and claims wait.
func (s *Site) Pass(d time.Duration) {
	s.T.Helper()
	s.Clock.Lock()
	if s.Clock.still.IsZero() {
		s.Clock.still = time.Now()
	}
	s.Clock.Unlock()
	for {
		if err := s.Live.Clocks.Check(context.Background()); err != nil {
			s.T.Fatal(err)
		}
		if d <= 0 {
			return
		}
		s.Clock.Advance(min(d, time.Second))
		d -= time.Second
	}
}

// Advance moves the clock forward.
func (c *Clock) Advance(d time.Duration) {
	c.Lock()
	defer c.Unlock()
	c.ahead += d
}

// NewSite starts a site with all games; change may adjust its options.
func NewSite(t *testing.T, change ...func(*web.Options)) *Site {
	t.Helper()
	return NewSiteOf(t, sqlite.Options{}, catalog.Standard(), change...)
}

// NewSiteOf starts a site with the given games and store options.
func NewSiteOf(t *testing.T, o sqlite.Options, games *catalog.Catalog, change ...func(*web.Options)) *Site {
	t.Helper()
	dir := t.TempDir()
	s := &Site{T: t, Dir: dir, Store: sqlitetest.Open(t, dir, o), Clock: &Clock{}, bus: mem.New(), games: games, first: true}
	s.start(change)
	return s
}

// NewNodes starts several nodes of one site, which play the same matches. Their time
// is that of the store: Clock has no effect on it.
func NewNodes(t *testing.T, n int, change ...func(*web.Options)) []*Site {
	t.Helper()
	dir := t.TempDir()
	s := &Site{T: t, Dir: dir, Store: sqlitetest.Open(t, dir, sqlite.Options{}), Clock: &Clock{}, bus: mem.New(), games: catalog.Standard(), first: true, shared: true}
	s.start(change)
	nodes := []*Site{s}
	for len(nodes) < n {
		nodes = append(nodes, s.Node(change...))
	}
	return nodes
}

// Node starts another node of a site, on the same store and bus.
func (s *Site) Node(change ...func(*web.Options)) *Site {
	s.T.Helper()
	node := &Site{T: s.T, Dir: s.Dir, Store: s.Store, Clock: s.Clock, bus: s.bus, games: s.games, shared: s.shared}
	node.start(change)
	return node
}

// At returns the same browser at another node.
func (b *Browser) At(node *Site) *Browser {
	return &Browser{T: b.T, Site: node, Client: b.Client, From: b.From}
}

// countedStore counts the events that are read.
type countedStore struct {
	*sqlite.Store
	events *atomic.Int64
}

// FindEvents counts the reads of sqlite.Store.
func (c *countedStore) FindEvents(ctx context.Context, id string, after int) ([]match.Event, error) {
	events, err := c.Store.FindEvents(ctx, id, after)
	c.events.Add(int64(len(events)))
	return events, err
}

func (s *Site) start(change []func(*web.Options)) {
	t, store := s.T, s.Store
	t.Helper()
	s.Accounts = account.New(account.Options{Store: store, Now: s.Clock.Now, HashWait: time.Hour})
	s.EventsRead = &atomic.Int64{}
	s.Live = live.New(live.Options{Store: &countedStore{store, s.EventsRead}, Bus: s.bus, Games: s.games, Now: s.Clock.Now, Accounts: s.Accounts, Shared: s.shared})
	s.Digests = make(chan mail.Message, 100)
	s.Notify = notify.New(notify.Options{
		Store: store, Live: s.Live, Accounts: s.Accounts, URL: Passkeys, Inside: true, RootCAs: authorities(),
		Mail: func(m mail.Message) bool {
			s.Digests <- m
			return true
		},
	})
	puzzles := trainer.New(trainer.Options{Store: store, Games: s.games, Now: s.Clock.Now})
	s.Library = library.New(library.Options{Store: store, Games: s.games, Now: s.Clock.Now, Learn: puzzles.Learn})
	passkeys, err := account.NewPasskeys(s.Accounts, store, Passkeys)
	if err != nil {
		t.Fatal(err)
	}
	openID := account.NewIdentities(s.Accounts, store, noProvider{})
	openID.Name = "Example School"
	options := web.Options{Accounts: s.Accounts, Live: s.Live, Notify: s.Notify, Library: s.Library, Passkeys: passkeys, OpenID: openID, Now: s.Clock.Now, Limits: Unlimited}
	options.Puzzles = puzzles
	options.GameHeartbeat = time.Minute // streams that a test does not read stay open
	if options.Shared = s.shared; s.shared {
		options.Now = s.Live.Cluster.Now
	}
	for _, f := range change {
		f(&options)
	}
	s.Web = site.New(options)
	if err := s.Accounts.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.Live.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.Notify.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	s.HTTP = httptest.NewUnstartedServer(nil)
	s.HTTP.Config = s.Web.HTTP("")
	s.HTTP.Start()
	t.Cleanup(s.close)
}

// authorities has the certificate of the TLS servers of package httptest.
var authorities = sync.OnceValue(func() *x509.CertPool {
	server := httptest.NewTLSServer(nil)
	defer server.Close()
	pool := x509.NewCertPool()
	pool.AddCert(server.Certificate())
	return pool
})

// BehindProxy makes a site trust the X-Forwarded-For headers of its browsers; it is an
// option of NewSite.
func BehindProxy(o *web.Options) { o.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} }

// BrowserFrom returns a browser without a session at an address, of a site
// BehindProxy.
func (s *Site) BrowserFrom(address string) *Browser {
	s.T.Helper()
	b := s.Browser()
	b.From = address
	return b
}

// In returns the same site for a subtest.
func (s *Site) In(t *testing.T) *Site {
	part := *s
	part.T = t
	return &part
}

func (s *Site) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := s.Web.Close(ctx); err != nil {
		s.T.Errorf("close web: %v", err)
	}
	s.HTTP.Close()
	s.Notify.Stop()
	s.Accounts.Stop()
	if err := s.Live.Stop(ctx); err != nil && !s.Down {
		s.T.Errorf("stop: %v", err)
	}
	if !s.first {
		return
	}
	if err := s.Store.Close(); err != nil && !s.Down {
		s.T.Errorf("close store: %v", err)
	}
}

// Request returns a request to the site.
func (s *Site) Request(method, path string) *http.Request {
	s.T.Helper()
	r, err := http.NewRequest(method, s.HTTP.URL+path, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return r
}

// Journal collects the log of a site.
type Journal struct {
	sync.Mutex
	bytes.Buffer
}

// Write implements io.Writer.
func (j *Journal) Write(b []byte) (int, error) {
	j.Lock()
	defer j.Unlock()
	return j.Buffer.Write(b)
}

// Text returns the whole log.
func (j *Journal) Text() string {
	j.Lock()
	defer j.Unlock()
	return j.String()
}

// Serve makes a site log to j; it is an option of NewSite.
func (j *Journal) Serve(o *web.Options) { o.Log = slog.New(slog.NewJSONHandler(j, nil)) }

// Events returns the users of each security event in the log, by event.
func (j *Journal) Events(t *testing.T) map[string][]string {
	t.Helper()
	events := map[string][]string{}
	for line := range strings.Lines(j.Text()) {
		var entry struct{ Msg, Event, User, Address string }
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		if entry.Msg == "security" {
			events[entry.Event] = append(events[entry.Event], entry.User)
			if entry.Address == "" {
				t.Errorf("event %s has no address", entry.Event)
			}
		}
	}
	return events
}

// Mail is a mail that the site sent.
type Mail struct{ To, Subject, Text string }

// mailbox collects the mails of a site.
type mailbox struct {
	t        *testing.T
	Mails    chan Mail // except those that confirm an address
	Confirms chan Mail
}

// NewMailbox returns an empty mailbox.
func NewMailbox(t *testing.T) *mailbox {
	return &mailbox{t, make(chan Mail, 100), make(chan Mail, 100)}
}

// Serve makes a site send its mail to m and sets its public address; it is an
// option of NewSite.
func (m *mailbox) Serve(o *web.Options) {
	o.URL = "https://play.example"
	o.Mail = func(to, subject, text string) bool {
		box := m.Mails
		if confirmLink.MatchString(text) {
			box = m.Confirms
		}
		box <- Mail{to, subject, text}
		return true
	}
}

// Next waits for a mail and returns it.
func (m *mailbox) Next() Mail {
	m.t.Helper()
	return m.wait(m.Mails)
}

func (m *mailbox) wait(box chan Mail) Mail {
	m.t.Helper()
	select {
	case l := <-box:
		return l
	case <-time.After(5 * time.Minute):
		m.t.Fatal("no mail was sent")
		return Mail{}
	}
}
