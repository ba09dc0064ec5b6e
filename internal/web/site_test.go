// SPDX-License-Identifier: Apache-2.0

package web_test

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
)

// unlimited lifts the rate limits.
var unlimited = web.Limits{SignUp: web.Limit{Burst: 1}}

// site is a whole server on a real store.
type site struct {
	t        *testing.T
	store    *sqlite.Store
	accounts *account.Service
	live     *live.Service
	web      *web.Server
	http     *httptest.Server
	clock    *clock
	down     bool // the store was closed by the test
}

// clock is the real time, moved by tests.
type clock struct {
	sync.Mutex
	ahead time.Duration
}

func (c *clock) now() time.Time {
	c.Lock()
	defer c.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *clock) advance(d time.Duration) {
	c.Lock()
	defer c.Unlock()
	c.ahead += d
}

func newSite(t *testing.T, change ...func(*web.Options)) *site {
	t.Helper()
	return newSiteOf(t, sqlite.Options{}, catalog.Standard(), change...)
}

// newSiteOf makes a site with certain games on a store of a certain kind.
func newSiteOf(t *testing.T, o sqlite.Options, games *catalog.Catalog, change ...func(*web.Options)) *site {
	t.Helper()
	store, err := sqlite.Open(t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	s := &site{t: t, store: store, clock: &clock{}}
	s.accounts = account.New(account.Options{Store: store, Now: s.clock.now})
	s.live = live.New(live.Options{Store: store, Bus: mem.New(), Games: games, Now: s.clock.now, Accounts: s.accounts})
	options := web.Options{Accounts: s.accounts, Live: s.live, Now: s.clock.now, Limits: unlimited}
	for _, f := range change {
		f(&options)
	}
	s.web = web.New(options)
	if err := s.accounts.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if err := s.live.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	s.http = httptest.NewUnstartedServer(nil)
	s.http.Config = s.web.HTTP("")
	s.http.Start()
	t.Cleanup(s.close)
	return s
}

// in returns the same site for a part of a test.
func (s *site) in(t *testing.T) *site {
	part := *s
	part.t = t
	return &part
}

func (s *site) close() {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	if err := s.web.Close(ctx); err != nil {
		s.t.Errorf("close web: %v", err)
	}
	s.http.Close()
	s.accounts.Stop()
	if err := s.live.Stop(ctx); err != nil && !s.down {
		s.t.Errorf("stop: %v", err)
	}
	if err := s.store.Close(); err != nil && !s.down {
		s.t.Errorf("close store: %v", err)
	}
}

// request makes a request of this site.
func (s *site) request(method, path string) *http.Request {
	s.t.Helper()
	r, err := http.NewRequest(method, s.http.URL+path, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}
