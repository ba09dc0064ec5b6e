// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/bus/mem"
	"cairn/internal/limit"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// fuzzLimits limit requests that hash a password, which takes 30 ms, or wait for
// the disk, so that most of a run is spent on others.
var fuzzLimits = limit.Limits{
	SignUp:  limit.Rate{Every: time.Second, Burst: 1},
	LogIn:   limit.Rate{Every: time.Second, Burst: 1},
	Account: limit.Rate{Every: time.Second, Burst: 1},
	Create:  limit.Rate{Every: 5 * time.Millisecond, Burst: 50},
	Join:    limit.Rate{Every: 5 * time.Millisecond, Burst: 50},
}

// fuzzSite is a server with one match, whose creator sends everything.
type fuzzSite struct {
	web    *web.Server
	cookie string
	posts  []string // addresses
	gets   []string
}

// newFuzzSite returns one site for all runs of a target: starting one takes longer
// than a run.
func newFuzzSite(f testing.TB, limits limit.Limits) *fuzzSite {
	f.Helper()
	store, err := sqlite.Open(f.TempDir(), sqlite.Options{})
	if err != nil {
		f.Fatal(err)
	}
	accounts := account.New(account.Options{Store: store})
	service := live.New(live.Options{Store: store, Bus: mem.New(), Games: catalog.Standard(), Thinkers: 1, Accounts: accounts})
	if err := accounts.Start(f.Context()); err != nil {
		f.Fatal(err)
	}
	if err := service.Start(f.Context()); err != nil {
		f.Fatal(err)
	}
	s := &fuzzSite{web: web.New(web.Options{Accounts: accounts, Live: service, Limits: limits, URL: "http://example.com", Mail: func(string, string, string) bool { return true }})}
	f.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
		defer cancel()
		if err := s.web.Close(ctx); err != nil {
			f.Error(err)
		}
		accounts.Stop()
		if err := service.Stop(ctx); err != nil {
			f.Error(err)
		}
		if err := store.Close(); err != nil {
			f.Error(err)
		}
	})
	s.settle(f, accounts, service)
	return s
}

// settle creates an account, a match, and other objects that addresses may name.
func (s *fuzzSite) settle(f testing.TB, accounts *account.Service, service *live.Service) {
	f.Helper()
	ctx := f.Context()
	user, token, err := accounts.SignUp(ctx, account.User{}, account.SignUpForm{Email: "ann@example.org", Name: "ann", Password: webtest.Password}, "")
	if err != nil {
		f.Fatal(err)
	}
	s.cookie = "cairn=" + token
	info, err := service.Rooms.Create(ctx, user, room.Spec{Game: "nine-mens-morris", Kind: room.Screen})
	if err != nil {
		f.Fatal(err)
	}
	secret, err := accounts.ResetLink(ctx, "ann")
	if err != nil {
		f.Fatal(err)
	}
	words := strings.NewReplacer("MATCH", info.ID, "PRIVATE", info.ID, "SEEK", "abc", "SESSION", "abc", "CHALLENGE", "abc", "SENT", "abc", "RESET", secret, "SETUP", "abc", "CONFIRM", "abc", "owner", "ann")
	for pattern, route := range walkTable() {
		if path := words.Replace(route.path); strings.HasPrefix(pattern, "POST") {
			s.posts = append(s.posts, path)
		} else {
			s.gets = append(s.gets, path)
		}
	}
	slices.Sort(s.posts)
	slices.Sort(s.gets)
}

// check sends a request, with or without the session, and checks the answer.
func (s *fuzzSite) check(t *testing.T, r *http.Request, known bool) {
	t.Helper()
	if known {
		r.Header.Set("Cookie", s.cookie)
	}
	answer := httptest.NewRecorder()
	s.web.ServeHTTP(answer, r)
	if answer.Code >= 500 || answer.Code < 200 {
		t.Errorf("%s %s: got status %d", r.Method, r.URL.Path, answer.Code)
	}
	for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy"} {
		if answer.Header().Get(name) == "" {
			t.Errorf("%s %s: %s is missing", r.Method, r.URL.Path, name)
		}
	}
	if location := answer.Header().Get("Location"); location != "" && (!strings.HasPrefix(location, "/") || strings.HasPrefix(location, "//")) {
		t.Errorf("%s %s: sent to %q", r.Method, r.URL.Path, location)
	}
	if strings.Contains(answer.Body.String(), "<script>") {
		t.Errorf("%s %s: the answer holds a script", r.Method, r.URL.Path)
	}
}

// Seeds for each address: all fields with a valid value.
var fuzzValues = map[string]string{
	"game": "nine", "opponent": "screen", "level": "novice", "clock": "5m+3s", "side": "white", "move": "d6", "expect": "1", "id": "c1", "offer": "1", "yes": "true",
	"login": "ann", "name": "ann", "email": "ann@example.org", "password": webtest.Password, "current": "x", "code": "000000", "two_factor": "x", "next": "/join",
	"lang": "fr", "role": "moderator", "ply": "3", "path": "d6,d2", "from": "2026-01-01", "to": "2026-12-31", "min": "1", "max": "99", "then": "replay", "record": "cairn record 1\n",
}

func fuzzForm(f *testing.F) url.Values {
	f.Helper()
	values := url.Values{}
	for _, name := range fieldNames(f) {
		values.Set(name, fuzzValues[name])
	}
	return values
}

// FuzzForms sends any form to every address that takes one.
func FuzzForms(f *testing.F) {
	s := newFuzzSite(f, fuzzLimits)
	whole := fuzzForm(f).Encode()
	for i := range s.posts {
		f.Add(uint8(i), true, whole)
		f.Add(uint8(i), false, "")
		f.Add(uint8(i), i%2 == 0, "%zz=%00&a;b&=&"+`name="><script>&login=%ff%fe`)
	}
	f.Fuzz(func(t *testing.T, route uint8, known bool, body string) {
		r := httptest.NewRequest(http.MethodPost, s.posts[int(route)%len(s.posts)], strings.NewReader(body))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		s.check(t, r, known)
	})
}

// FuzzJSON sends any body as JSON to every address that takes one.
func FuzzJSON(f *testing.F) {
	s := newFuzzSite(f, fuzzLimits)
	for i := range s.posts {
		f.Add(uint8(i), true, `{"game":"nine","opponent":"screen","move":"d6","expect":1,"id":"c1","offer":1,"yes":true,"login":"ann","name":"<script>","current":"x"}`)
		f.Add(uint8(i), false, `{"id":null,"expect":1e99,"name":["a"],"login":{"a":{}}}`)
		f.Add(uint8(i), i%2 == 0, `[{"`)
	}
	f.Fuzz(func(t *testing.T, route uint8, known bool, body string) {
		r := httptest.NewRequest(http.MethodPost, s.posts[int(route)%len(s.posts)], strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		s.check(t, r, known)
	})
}

// FuzzQueries asks every page with any query and any last part of its path.
func FuzzQueries(f *testing.F) {
	s := newFuzzSite(f, fuzzLimits)
	whole := fuzzForm(f).Encode()
	for i := range s.gets {
		f.Add(uint8(i), true, whole, "", "")
		f.Add(uint8(i), false, "ply=-1&path=%00&next=//x&after=%zz&page=99999999999999999999", "x", "application/json")
		f.Add(uint8(i), i%2 == 0, "a=<script>&;&&=", "/../\x00", "mg;q=0.5,*")
	}
	f.Fuzz(func(t *testing.T, route uint8, known bool, query, last, header string) {
		r := httptest.NewRequest(http.MethodGet, s.gets[int(route)%len(s.gets)], nil)
		r.URL.RawQuery = query
		r.URL.Path += last
		r.Header["Accept"], r.Header["Accept-Language"] = []string{header}, []string{header}
		s.check(t, r, known)
	})
}
