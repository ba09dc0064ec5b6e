// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/account"
	"cairn/internal/limit"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// Sessions and matches that begin at one node continue at another.

// However a session ends at one node, its streams at the other close, and it is no
// longer valid there.
func TestNodesEndSessions(t *testing.T) {
	a := webtest.NewSite(t)
	b := a.Node()
	for name, end := range map[string]func(t *testing.T, user *webtest.Browser, name string){
		"log-out": func(_ *testing.T, user *webtest.Browser, _ string) { user.Post("/logout", nil).Want(http.StatusOK) },
		"password": func(t *testing.T, _ *webtest.Browser, name string) {
			other := a.In(t).Browser()
			other.Post("/login", webtest.Form("login", name, "password", webtest.Password)).Want(http.StatusOK)
			other.Post("/account/password", webtest.Form("current", webtest.Password, "password", webtest.Another)).Want(http.StatusOK)
		},
		"ban": func(t *testing.T, _ *webtest.Browser, name string) {
			if err := a.Accounts.Staff.SetBanned(t.Context(), account.Operator, name, true); err != nil {
				t.Fatal(err)
			}
		},
		"deletion": func(_ *testing.T, user *webtest.Browser, name string) {
			user.Post("/account/delete", webtest.Form("name", name, "current", webtest.Password)).Want(http.StatusOK)
		},
	} {
		t.Run(name, func(t *testing.T) {
			user := a.In(t).Member(name)
			there := user.At(b)
			there.Get("/home").Want(http.StatusOK).Has(name)
			stream := there.Open("/notices/live")
			stream.Next()
			end(t, user, name)
			there.Send("/account/two-factor", "{}").Want(http.StatusForbidden) // without a session
			if got := stream.Closed(); got != 4001 {
				t.Errorf("the stream: got %d, want 4001", got)
			}
		})
	}
}

// The password is given at one node, the code at the other, and the session is
// good at both.
func TestNodesTwoFactor(t *testing.T) {
	a := webtest.NewSite(t)
	b := a.Node()
	secret, _ := a.Member("ann").TurnOn()
	ann := a.Browser()
	pending := ann.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Want(http.StatusOK).Form(`name="two_factor"`).Fields["two_factor"]
	for range 2 { // wrong codes count at both
		ann.Post("/login/code", webtest.Form("two_factor", pending, "code", "000000")).Want(http.StatusForbidden)
		ann.At(b).Post("/login/code", webtest.Form("two_factor", pending, "code", "000000")).Want(http.StatusForbidden)
	}
	code := a.Code(secret)
	ann.At(b).Post("/login/code", webtest.Form("two_factor", pending, "code", code)).Want(http.StatusOK)
	ann.Get("/home").Want(http.StatusOK).Has("ann")
	again := b.Browser()
	pending = again.Post("/login", webtest.Form("login", "ann", "password", webtest.Password)).Form(`name="two_factor"`).Fields["two_factor"]
	again.At(a).Post("/login/code", webtest.Form("two_factor", pending, "code", code)).Want(http.StatusForbidden) // good once
}

// Links in mails are good at every node, once.
func TestNodesLinks(t *testing.T) {
	box := webtest.NewMailbox(t)
	a := webtest.NewSite(t, box.Serve)
	b := a.Node(box.Serve)
	a.Member("ann")
	setups := []string{a.SetupPath(), b.SetupPath()}
	a.Browser().Post("/reset", webtest.Form("login", "ann")).Want(http.StatusOK)
	link := box.ResetPath()
	form := webtest.Form("password", webtest.Another)
	ann := b.Browser()
	ann.Post(link, form).Want(http.StatusOK)
	a.Browser().Post(link, form).Want(http.StatusNotFound)
	ann.Post("/login", webtest.Form("login", "ann", "password", webtest.Another)).Want(http.StatusOK)
	ann.At(a).Get(setups[1]).Want(http.StatusOK)
	ann.At(b).Post(setups[0], nil).Want(http.StatusOK).Has("You are now the administrator.")
	ann.At(a).Post(setups[1], nil).Want(http.StatusNotFound)
}

// Guesses at both nodes count together, and so does a right password.
func TestNodesAttempts(t *testing.T) {
	a := webtest.NewSite(t)
	limits := func(o *web.Options) {
		o.Limits = limit.Limits{Account: limit.Rate{Every: time.Hour, Burst: 4}, Code: limit.Rate{Every: time.Hour, Burst: 2}}
		o.Attempts = a.Store
	}
	nodes := []*webtest.Site{a.Node(limits), a.Node(limits)}
	a.Member("ann")
	a.Member("bob").TurnOn()
	right, wrong := webtest.Form("login", "ann", "password", webtest.Password), webtest.Form("login", "ann", "password", "nonsense")
	for i := range 3 {
		nodes[i%2].Browser().Post("/login", wrong).Want(http.StatusForbidden)
	}
	nodes[0].Browser().Post("/login", right).Want(http.StatusOK) // clears the count
	for i := range 4 {
		nodes[i%2].Browser().Post("/login", wrong).Want(http.StatusForbidden)
	}
	for _, node := range nodes {
		page := node.Browser().Post("/login", right).Want(http.StatusTooManyRequests)
		if page.Header.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	for i, status := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} { // log-ins that ask for a code
		nodes[i%2].Browser().Post("/login", webtest.Form("login", "bob", "password", webtest.Password)).Want(status)
	}
}

// A node that stops is taken out by its proxy, takes moves until then, and sends its
// pages to the other, where they go on without a gap. A move sent again is made once.
func TestNodesDrain(t *testing.T) {
	nodes := webtest.NewNodes(t, 2)
	a, b := nodes[0], nodes[1]
	white, black := a.Browser(), b.Browser()
	id := white.Create("nine", "private")
	black.Post("/join", webtest.Form("id", id)).Want(http.StatusOK)
	white.Post("/match/"+id+"/start", nil).Want(http.StatusOK)
	begun := white.State(id).Seq
	stream, other := white.Live(id, begun), black.Live(id, begun)

	a.Browser().Get("/readyz").Want(http.StatusOK)
	a.Web.Drain()
	a.Browser().Get("/readyz").Want(http.StatusServiceUnavailable).Has("the server stops")
	a.Browser().Get("/healthz").Want(http.StatusOK)
	b.Browser().Get("/readyz").Want(http.StatusOK)
	const move = `{"id":"one","move":"a1"}`
	var answer, again struct{ Seq int }
	white.Send("/match/"+id+"/move", move).Want(http.StatusOK).JSON(&answer)
	last, _ := other.Until(answer.Seq)
	if last.Seq != answer.Seq {
		t.Errorf("black sees seq %d, want %d", last.Seq, answer.Seq)
	}

	closed := make(chan websocket.StatusCode)
	go func() { closed <- stream.Closed() }()
	if err := a.Web.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := <-closed; got != 4010 {
		t.Errorf("the stream at the node that stops: got %d, want 4010", got)
	}
	if got := white.Live(id, begun).Closed(); got != 4010 {
		t.Errorf("a stream after that: got %d, want 4010", got)
	}
	white = white.At(b)
	white.Send("/match/"+id+"/move", move).Want(http.StatusOK).JSON(&again)
	if again != answer {
		t.Errorf("the same move again: got seq %d, want %d", again.Seq, answer.Seq)
	}
	stream = white.Live(id, begun)
	_, lines := stream.Until(answer.Seq)
	if len(lines) != answer.Seq-begun {
		t.Errorf("got %d events since the last one seen, want %d", len(lines), answer.Seq-begun)
	}
	black.Send("/match/"+id+"/move", `{"id":"two","move":"d1"}`).Want(http.StatusOK).JSON(&answer)
	stream.Until(answer.Seq)
}
