// SPDX-License-Identifier: Apache-2.0

package webtest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/live"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
	"cairn/internal/web/site"
)

// Unlimited lifts the rate limits.
var Unlimited = web.Limits{SignUp: web.Limit{Burst: 1}}

// Site is a whole server on a real store.
type Site struct {
	T        *testing.T
	Store    *sqlite.Store
	Accounts *account.Service
	Live     *live.Service
	Web      *web.Server
	HTTP     *httptest.Server
	Clock    *Clock
	Down     bool // the store was closed by the test
}

// Clock is the real time, moved by tests.
type Clock struct {
	sync.Mutex
	ahead time.Duration
}

func (c *Clock) Now() time.Time {
	c.Lock()
	defer c.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *Clock) Advance(d time.Duration) {
	c.Lock()
	defer c.Unlock()
	c.ahead += d
}

func NewSite(t *testing.T, change ...func(*web.Options)) *Site {
	t.Helper()
	return NewSiteOf(t, sqlite.Options{}, catalog.Standard(), change...)
}

// NewSiteOf makes a site with certain games on a store of a certain kind.
func NewSiteOf(t *testing.T, o sqlite.Options, games *catalog.Catalog, change ...func(*web.Options)) *Site {
	t.Helper()
	store, err := sqlite.Open(t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	s := &Site{T: t, Store: store, Clock: &Clock{}}
	s.Accounts = account.New(account.Options{Store: store, Now: s.Clock.Now})
	s.Live = live.New(live.Options{Store: store, Bus: mem.New(), Games: games, Now: s.Clock.Now, Accounts: s.Accounts})
	options := web.Options{Accounts: s.Accounts, Live: s.Live, Now: s.Clock.Now, Limits: Unlimited}
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
	s.HTTP = httptest.NewUnstartedServer(nil)
	s.HTTP.Config = s.Web.HTTP("")
	s.HTTP.Start()
	t.Cleanup(s.close)
	return s
}

// In returns the same site for a part of a test.
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
	s.Accounts.Stop()
	if err := s.Live.Stop(ctx); err != nil && !s.Down {
		s.T.Errorf("stop: %v", err)
	}
	if err := s.Store.Close(); err != nil && !s.Down {
		s.T.Errorf("close store: %v", err)
	}
}

// Request makes a request of this site.
func (s *Site) Request(method, path string) *http.Request {
	s.T.Helper()
	r, err := http.NewRequest(method, s.HTTP.URL+path, nil)
	if err != nil {
		s.T.Fatal(err)
	}
	return r
}
