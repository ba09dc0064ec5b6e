// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"context"
	"errors"
	"net/http"
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
