// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"cairn/client"
	"cairn/internal/account"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// long is reached only by a hang.
const long = 3 * time.Minute

// within returns a context that only a hang reaches.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), long)
	t.Cleanup(cancel)
	return ctx
}

// cutter cuts every stream after some bytes.
type cutter struct {
	after int64
	cuts  atomic.Int64
}

func (c *cutter) Do(r *http.Request) (*http.Response, error) {
	response, err := http.DefaultClient.Do(r)
	if err == nil && strings.HasSuffix(r.URL.Path, "/events") {
		c.cuts.Add(1)
		response.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(response.Body, c.after), response.Body}
	}
	return response, err
}

// contiguous checks that events are 1, 2, 3 and so on.
func contiguous(t *testing.T, events []client.Event, last int) {
	t.Helper()
	for i, e := range events {
		if e.Seq != i+1 {
			t.Fatalf("event %d came as number %d: %+v", e.Seq, i+1, events)
		}
	}
	if len(events) != last {
		t.Errorf("got %d events, want %d", len(events), last)
	}
}

// TestResume cuts the streams of both players again and again: no event is missing
// and none comes twice.
func TestResume(t *testing.T) {
	site, ctx := webtest.NewSite(t), within(t)
	cut := &cutter{after: 9000}
	ann, bob := connect(t, site, client.HTTP(cut)), connect(t, site, client.HTTP(cut))
	match, err := ann.Create(ctx, client.Spec{Game: "three"})
	if err != nil {
		t.Fatal(err)
	}
	if err := bob.Join(ctx, match); err != nil {
		t.Fatal(err)
	}
	type result struct {
		last   client.State
		events []client.Event
		err    error
	}
	ended := make(chan result, 1)
	go func() {
		last, events, err := play(ctx, bob, match, 10)
		ended <- result{last, events, err}
	}()
	last, events, err := play(ctx, ann, match, 10)
	other := <-ended
	if err := errors.Join(err, other.err); err != nil {
		t.Fatal(err)
	}
	contiguous(t, events, last.Seq)
	contiguous(t, other.events, other.last.Seq)
	if end := events[len(events)-1]; end.Result == "" || end.Reason == "" || end.AtMS == 0 {
		t.Errorf("the last event is %+v, want a result", end)
	}
	if cut.cuts.Load() < 4 {
		t.Errorf("only %d streams were cut", cut.cuts.Load())
	}
}

// member returns a client of a new account and its token.
func member(t *testing.T, site *webtest.Site, name string) (*client.Client, string) {
	t.Helper()
	site.Member(name)
	text, _, err := site.Accounts.Programs.CreateToken(t.Context(), site.User(name), account.TokenSpec{
		Name: "test", Scopes: account.ScopeRead | account.ScopePlay | account.ScopeChallenge,
	})
	if err != nil {
		t.Fatal(err)
	}
	return connect(t, site, client.Token(text)), text
}

// TestRevoked ends a token: its streams end with the reason, streams of other tokens stay open.
func TestRevoked(t *testing.T) {
	site, ctx := webtest.NewSite(t), within(t)
	ann, token := member(t, site, "ann")
	match, err := ann.Create(ctx, client.Spec{Game: "three"})
	if err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 2)
	ready := make(chan struct{}, 2)
	for range 2 {
		go func() {
			var last error
			for _, err := range ann.Follow(ctx, match, 0) {
				if last = err; err == nil {
					select {
					case ready <- struct{}{}:
					default:
					}
				}
			}
			ended <- last
		}()
	}
	<-ready
	<-ready
	revoked := time.Now()
	if err := site.Accounts.LogOut(ctx, token); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := <-ended; !errors.Is(err, client.ErrEnded) && !client.IsStatus(err, http.StatusUnauthorized) { // it may not have begun
			t.Errorf("the stream ended with %v", err)
		}
	}
	t.Logf("both streams ended within %s", time.Since(revoked))
	for _, err := range ann.Events(ctx) {
		if !client.IsStatus(err, http.StatusUnauthorized) {
			t.Errorf("a new stream: got %v", err)
		}
	}
}

// TestStreamLimit refuses a stream too many; open streams stay open.
func TestStreamLimit(t *testing.T) {
	site := webtest.NewSite(t, func(o *web.Options) { o.Limits.Streams.Person = 2 })
	p := site.Program()
	var made struct{ Match string }
	p.Send("POST /matches", `{"game":"three","opponent":"private"}`).Want(200).JSON(&made)
	one, two := open(t, site, p.Token, made.Match, "", ""), open(t, site, p.Token, made.Match, "", "")
	refused := p.Send("GET /matches/"+made.Match+"/events", "")
	if got := refused.Trouble(http.StatusTooManyRequests); got.Code != "limited" || refused.Header.Get("Retry-After") == "" {
		t.Errorf("got %+v", got)
	}
	site.Program().Send("POST /matches/"+made.Match+"/join", "").Want(200)
	for _, stream := range []*bufio.Scanner{one, two} {
		until(t, stream, `"kind":"joined"`)
	}
	site.Program().Send("GET /matches/nothing/events", "").Trouble(http.StatusNotFound)
}

// open opens a stream by hand.
func open(t *testing.T, site *webtest.Site, token, match, accept, last string) *bufio.Scanner {
	t.Helper()
	r, err := http.NewRequestWithContext(within(t), http.MethodGet, site.HTTP.URL+web.APIPrefix+"/matches/"+match+"/events", nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept", accept)
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { response.Body.Close() })
	want := "application/x-ndjson"
	if accept != "" {
		want = accept
	}
	if got := response.Header.Get("Content-Type"); response.StatusCode != http.StatusOK || got != want {
		t.Fatalf("got status %d and type %q, want %q", response.StatusCode, got, want)
	}
	lines := bufio.NewScanner(response.Body)
	lines.Buffer(nil, 1<<20)
	return lines
}

// until reads lines up to one that contains a text.
func until(t *testing.T, lines *bufio.Scanner, text string) string {
	t.Helper()
	for lines.Scan() {
		if strings.Contains(lines.Text(), text) {
			return lines.Text()
		}
	}
	t.Fatalf("the stream ended before %q: %v", text, lines.Err())
	return ""
}

// TestServerSentEvents reads a stream as browsers do, with pings, and resumes it.
func TestServerSentEvents(t *testing.T) {
	site := webtest.NewSite(t, func(o *web.Options) { o.Heartbeat = 20 * time.Millisecond })
	p := site.Program()
	var made struct{ Match string }
	p.Send("POST /matches", `{"game":"three","opponent":"private"}`).Want(200).JSON(&made)
	lines := open(t, site, p.Token, made.Match, "text/event-stream", "")
	id := until(t, lines, "id: ")
	until(t, lines, `data: {"type":"state"`)
	until(t, lines, `data: {"type":"ping"}`)
	site.Program().Send("POST /matches/"+made.Match+"/join", "").Want(200)
	again := open(t, site, p.Token, made.Match, "text/event-stream", strings.TrimPrefix(id, "id: "))
	if got := until(t, again, "data: {"); strings.Contains(got, `"kind":"created"`) || !strings.Contains(got, `"kind":"joined"`) {
		t.Errorf("after %q: got %s", id, got)
	}
}

// counted is a transport that counts its requests.
type counted struct{ requests atomic.Int32 }

func (c *counted) RoundTrip(r *http.Request) (*http.Response, error) {
	c.requests.Add(1)
	return http.DefaultTransport.RoundTrip(r)
}

// TestWebSocketTransport opens streams through the transport of the caller, else that of net/http.
func TestWebSocketTransport(t *testing.T) {
	site, ctx := webtest.NewSite(t), within(t)
	var transport counted
	for _, given := range []http.RoundTripper{nil, &transport} {
		c := connect(t, site, client.WebSocket(given))
		match, err := c.Create(ctx, client.Spec{Game: "three"})
		if err != nil {
			t.Fatal(err)
		}
		for m, err := range c.Follow(ctx, match, 0) {
			if err != nil || m.State.Match != match {
				t.Errorf("got %+v, %v", m, err)
			}
			break
		}
	}
	if got := transport.requests.Load(); got != 1 {
		t.Errorf("got %d requests through the transport, want the stream alone", got)
	}
}

// TestNodeStops closes the node of a stream, which resumes at another node.
func TestNodeStops(t *testing.T) {
	nodes, ctx := webtest.NewNodes(t, 2), within(t)
	c := connect(t, nodes[0], client.Also(nodes[1].HTTP.URL))
	match, err := c.Create(ctx, client.Spec{Game: "three"})
	if err != nil {
		t.Fatal(err)
	}
	var events []client.Event
	for m, err := range c.Follow(ctx, match, 0) {
		if err != nil {
			t.Fatal(err)
		}
		first := len(events) == 0
		events = append(events, m.Events...)
		if first && len(events) > 0 {
			if err := nodes[1].Web.Close(ctx); err != nil { // streams begin there
				t.Fatal(err)
			}
			if err := connect(t, nodes[0]).Join(ctx, match); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(events); n > 0 && events[n-1].Kind == "joined" {
			break
		}
	}
	contiguous(t, events, len(events))
	if c.Retries() == 0 {
		t.Error("the stream was not opened again")
	}
}

// TestPerson follows the notices of two users: a challenge, a match, its end.
func TestPerson(t *testing.T) {
	site, ctx := webtest.NewSite(t), within(t)
	ann, _ := member(t, site, "ann")
	bob, _ := member(t, site, "bob")
	id, err := ann.Challenge(ctx, "bob", client.Spec{Game: "three", Side: "black", Clock: "3d"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for n, err := range bob.Events(ctx) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, n.Type)
		switch n.Type {
		case "challenge":
			if c := n.Challenge; c.ID != id || c.From != "ann" || c.To != "bob" || c.Mine {
				t.Errorf("the challenge is %+v", c)
			}
			_, err = bob.AcceptChallenge(ctx, id)
		case "turn":
			if n.Opponent != "ann" || n.Side != "white" || n.Match == "" {
				t.Errorf("the turn is %+v", n)
			}
			_, err = bob.Command(ctx, n.Match, "abort")
		}
		if err != nil {
			t.Fatal(err)
		}
		if n.Type == "end" {
			if n.Result != "aborted" {
				t.Errorf("the end is %+v", n)
			}
			break
		}
	}
	if text := strings.Join(got, " "); text != "challenge challenge-gone start turn end" {
		t.Errorf("got %s", text)
	}
}
