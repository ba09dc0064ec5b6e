// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"context"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/internal/account"
	"cairn/internal/limit"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// pair starts a match of two programs.
func pair(s *webtest.Site) (id string, white, black *webtest.Program) {
	s.T.Helper()
	white, black = s.Program(), s.Program()
	var made struct{ Match string }
	white.Send("POST /matches", `{"game":"three","opponent":"private","side":"white"}`).Want(200).JSON(&made)
	black.Send("POST /matches/"+made.Match+"/join", "").Want(200)
	white.Send("POST /matches/"+made.Match+"/start", "").Want(200)
	return made.Match, white, black
}

// Two programs play by the API, and errors are problem details with a code.
func TestAPI(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := pair(s)
	var state struct {
		State struct {
			Seq   int
			Moves []struct{ Text string }
		}
	}
	white.Send("GET /matches/"+id, "").Want(200).JSON(&state)
	move := `{"move":"` + state.State.Moves[0].Text + `"}`
	if got := black.Send("POST /matches/"+id+"/moves", move).Trouble(403); got.Code != "forbidden" {
		t.Errorf("not their turn: got %+v", got)
	}
	if got := white.Send("POST /matches/"+id+"/moves", `{"move":"zz"}`).Trouble(422); got.Code != "illegal" {
		t.Errorf("an illegal move: got %+v", got)
	}
	first := white.Send("POST /matches/"+id+"/moves", move, "Idempotency-Key", `"one"`).Want(200).Body
	if again := white.Send("POST /matches/"+id+"/moves", move, "Idempotency-Key", `"one"`).Want(200).Body; again != first {
		t.Errorf("the same command again: got %s, want %s", again, first)
	}
	if got := white.Send("POST /matches/"+id+"/draw", `{"expect":1}`).Trouble(409); got.Code != "stale" || got.State["seq"] == nil {
		t.Errorf("an old seq: got %+v", got)
	}
	if got := white.Send("GET /matches/nothing", "").Trouble(404); got.Code != "not_found" {
		t.Errorf("no match: got %+v", got)
	}
	if got := white.Send("GET /nothing", "").Trouble(404); got.Key != "no-page" {
		t.Errorf("no address: got %+v", got)
	}
	white.Send("DELETE /matches/"+id, "").Trouble(405)
	white.Send("POST /matches", `{"game":[`).Trouble(400)
	white.Send("GET /matches/"+id+"/record", "").Want(200).Has(`"turns"`)
	if got := white.Send("GET /matches/"+id+"/record", "", "Accept", "text/plain").Want(200).Header.Get("Content-Type"); !strings.HasPrefix(got, "text/plain") {
		t.Errorf("a record as text: got %q", got)
	}
}

// Without a valid token only public data can be read.
func TestAPIToken(t *testing.T) {
	s := webtest.NewSite(t)
	stranger := &webtest.Program{T: t, Site: s}
	stranger.Send("GET /lobby", "").Want(200)
	for _, request := range []string{"POST /matches", "POST /seeks", "GET /challenges", "GET /seeks/x"} {
		p := stranger.Send(request, "")
		if got := p.Trouble(401); got.Key != "token-needed" || p.Header.Get("WWW-Authenticate") != `Bearer realm="cairn"` {
			t.Errorf("%s: got %+v", request, got)
		}
	}
	for _, header := range []string{"Bearer nothing", "Bearer", "Basic YTpi", "Bearer  "} {
		p := stranger.Send("GET /lobby", "", "Authorization", header)
		if got := p.Trouble(401); got.Key != "token" || !strings.Contains(p.Header.Get("WWW-Authenticate"), "invalid_token") {
			t.Errorf("%q: got %+v", header, got)
		}
	}
	if got := s.Program().Send("GET /challenges", "").Trouble(403); got.Key != "account-needed" {
		t.Errorf("a guest: got %+v", got)
	}
	// A browser's session is of no use there.
	b := s.Member("ann")
	b.Get("/api/v1/challenges").Want(401)
	address, err := url.Parse(s.HTTP.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, cookie := range b.Client.Jar.Cookies(address) {
		if got := stranger.Send("GET /challenges", "", "Authorization", "Bearer "+cookie.Value).Trouble(401); got.Key != "token" {
			t.Errorf("the cookie %s as a token: got %+v", cookie.Name, got)
		}
	}
}

// Every answer has the remaining requests of its token.
func TestAPILimit(t *testing.T) {
	s := webtest.NewSite(t, func(o *web.Options) { o.Limits.Token = limit.Rate{Every: time.Hour, Burst: 2} })
	p, other := s.Program(), s.Program() // both by the limit of the address
	for _, want := range []string{`"token";r=1;t=3600`, `"token";r=0;t=7200`} {
		got := p.Send("GET /lobby", "").Want(200).Header
		if got.Get("RateLimit-Policy") != `"token";q=2;w=7200` || got.Get("RateLimit") != want {
			t.Errorf("got %q, %q", got.Get("RateLimit-Policy"), got.Get("RateLimit"))
		}
	}
	refused := p.Send("GET /lobby", "")
	if got := refused.Trouble(429); got.Code != "limited" || refused.Header.Get("Retry-After") != "3600" {
		t.Errorf("got %+v and %q", got, refused.Header.Get("Retry-After"))
	}
	other.Send("GET /lobby", "").Want(200)
}

// A token without the scope of an address gets the status 403, and nothing is done.
func TestAPIScope(t *testing.T) {
	s := webtest.NewSite(t)
	book := newLedger(t)
	s.Member("ann")
	s.Member("bob")
	ctx := context.Background()
	user, err := s.Accounts.FindByName(ctx, "ann")
	if err != nil {
		t.Fatal(err)
	}
	token := func(scopes account.Scopes) *webtest.Program {
		text, _, err := s.Accounts.Programs.CreateToken(ctx, user, account.TokenSpec{Name: "test", Scopes: scopes})
		if err != nil {
			t.Fatal(err)
		}
		return &webtest.Program{T: t, Site: s, Token: text}
	}
	var made struct{ Match string }
	token(account.ScopePlay).Send("POST /matches", `{"game":"three","opponent":"screen"}`).Want(200).JSON(&made)
	programs := map[account.Scopes]*webtest.Program{}
	for _, scope := range []account.Scopes{account.ScopeRead, account.ScopePlay, account.ScopeChallenge, account.ScopeBot} {
		programs[scope] = token(scope)
	}
	values := strings.NewReplacer("{id}", made.Match, "{name}", "bob", "{game}", "three", "{n}", "1")
	const body = `{"game":"three","opponent":"screen","move":"a1","to":"bob","phrase":"hello","record":"1. a1","role":"moderator"}`
	before, refused := book.read(), 0
	for _, route := range s.Web.APIRoutes() {
		for scope, p := range programs {
			if route.Scope == 0 || scope == route.Scope {
				continue
			}
			refused++
			if got := p.Send(values.Replace(route.Pattern), body).Trouble(403); got.Code != "forbidden" || got.Key != "scope" {
				t.Errorf("%s with %s: got %+v", route.Pattern, scope, got)
			}
		}
	}
	if after := book.read(); !slices.Equal(after, before) {
		t.Errorf("something was done: got\n%s\nwant\n%s", strings.Join(after, "\n"), strings.Join(before, "\n"))
	}
	if refused < 150 {
		t.Errorf("only %d requests were refused", refused)
	}
}
