// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"testing"

	"cairn/client"
	"cairn/internal/web/webtest"
)

// connect returns a client of a site.
func connect(t *testing.T, site *webtest.Site, options ...client.Option) *client.Client {
	t.Helper()
	c, err := client.New(site.HTTP.URL, options...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// play plays the first legal move whenever it is the client's turn, and returns the
// last state and all events.
func play(ctx context.Context, c *client.Client, match string, most int) (last client.State, events []client.Event, err error) {
	for m, err := range c.Follow(ctx, match, 0) {
		if err != nil {
			return last, events, err
		}
		if m.State == nil {
			continue
		}
		last, events = *m.State, append(events, m.Events...)
		switch {
		case last.Status == "over":
			return last, events, nil
		case last.Can.Start:
			_, err = c.Do(ctx, match, "start", c.NewCommand(last.Seq))
		case len(last.Line) >= most && last.Can.Resign && len(last.Moves) > 0:
			_, err = c.Do(ctx, match, "resign", c.NewCommand(last.Seq))
		case len(last.Moves) > 0:
			_, err = c.Move(ctx, match, last.Seq, last.Moves[0].Text)
		}
		if refused := (*client.Error)(nil); errors.As(err, &refused) && refused.Late() {
			err = nil
		}
		if err != nil {
			return last, events, err
		}
	}
	return last, events, errors.New("the stream ended")
}

// TestPlay plays a whole match between two clients.
func TestPlay(t *testing.T) {
	site := webtest.NewSite(t)
	ann, bob := connect(t, site), connect(t, site)
	match, err := ann.Create(t.Context(), client.Spec{Game: "three"})
	if err != nil {
		t.Fatal(err)
	}
	if err := bob.Join(t.Context(), match); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		_, _, err := play(ctx, bob, match, 8)
		ended <- err
	}()
	last, _, err := play(ctx, ann, match, 8)
	if err != nil {
		cancel()
	}
	if err := errors.Join(err, <-ended); err != nil {
		t.Fatal(err)
	}
	if last.End == nil {
		t.Errorf("the last state is %+v, want an end", last)
	}
}

// TestProxy plays through a proxy that gives up on requests that the server executes:
// the client sends them again, and nothing is done twice.
func TestProxy(t *testing.T) {
	site := webtest.NewSite(t)
	server, err := url.Parse(site.HTTP.URL)
	if err != nil {
		t.Fatal(err)
	}
	for _, status := range []int{http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout, 524} {
		pass, seen := httputil.NewSingleHostReverseProxy(server), map[string]bool{}
		proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || seen[r.URL.Path] {
				pass.ServeHTTP(w, r)
				return
			}
			seen[r.URL.Path] = true
			pass.ServeHTTP(httptest.NewRecorder(), r)
			http.Error(w, "<h1>the server does not answer</h1>", status)
		}))
		c, err := client.New(proxy.URL)
		if err != nil {
			t.Fatal(err)
		}
		match, err := c.Create(t.Context(), client.Spec{Game: "three", Opponent: "computer", Level: "novice"})
		if err != nil {
			t.Fatalf("status %d: %v", status, err)
		}
		state, err := c.Match(t.Context(), match)
		if err == nil {
			_, err = c.Move(t.Context(), match, state.Seq, state.Moves[0].Text)
		}
		if err != nil {
			t.Errorf("status %d: %v", status, err)
		}
		if running, err := c.Running(t.Context()); err != nil || len(running) != 1 {
			t.Errorf("status %d: got matches %+v, %v, want the idempotency key to keep it at one", status, running, err)
		}
		if got := c.Retries(); got != 3 { // a guest, a match, a move
			t.Errorf("status %d: got %d requests sent again, want 3", status, got)
		}
		proxy.Close()
	}
}

// TestRefusal reads the reasons of the server.
func TestRefusal(t *testing.T) {
	site := webtest.NewSite(t)
	c := connect(t, site)
	if _, err := c.Match(t.Context(), "abc2345"); !client.IsStatus(err, http.StatusNotFound) {
		t.Errorf("a match that does not exist: %v", err)
	}
	if _, err := c.Create(t.Context(), client.Spec{Game: "no-such-game"}); !client.IsStatus(err, http.StatusBadRequest) {
		t.Errorf("a game that does not exist: %v", err)
	}
	for _, err := range c.Follow(t.Context(), "abc2345", 0) {
		if err == nil {
			t.Error("the stream of a match that does not exist has a message")
		}
	}
	for _, address := range []string{"", "example.org", "ftp://example.org", "http://example.org/path"} {
		if _, err := client.New(address); err == nil {
			t.Errorf("address %q is accepted", address)
		}
	}
}
