// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"net/http"

	"cairn/internal/live"
)

// seekMessage is what the stream of a seek sends: "waiting" with what is waited
// for, "found" with the address of the match, or "ping". A seek that is gone
// closes the stream as not found.
type seekMessage struct {
	Type   string `json:"type"`
	Wish   string `json:"wish,omitempty"`   // game, clock, rated or casual
	Casual bool   `json:"casual,omitempty"` // somebody waits for the same as a casual game
	URL    string `json:"url,omitempty"`
}

// wish writes what somebody waits for, so that a page sees when it is no longer
// what it shows.
func wish(seek live.Seek) string {
	if seek.Rated {
		return seek.Game + " " + seek.Control + " rated"
	}
	return seek.Game + " " + seek.Control + " casual"
}

func newSeekMessage(seek live.Seek) seekMessage {
	if seek.Match != "" {
		return seekMessage{Type: "found", URL: matchPath(seek.Match)}
	}
	return seekMessage{Type: "waiting", Wish: wish(seek), Casual: seek.Casual}
}

// liveSeek tells a waiting page what it waits for, and when an opponent was found.
func (s *Server) liveSeek(w http.ResponseWriter, r *http.Request) error {
	visitor, id := visitorOf(r), r.PathValue("id")
	return s.accept(w, r, func(c *socket) error {
		seek, err := s.live.FindSeek(c.ctx, visitor.user, id)
		for err == nil {
			err = c.send(func() (any, error) { return newSeekMessage(seek), nil })
			if err != nil || seek.Match != "" {
				return err
			}
			seek, err = s.awaitSeek(c, visitor, seek)
		}
		return err
	})
}

// awaitSeek waits until there is something to tell, and shows meanwhile that the
// stream lives.
func (s *Server) awaitSeek(c *socket, v visitor, known live.Seek) (live.Seek, error) {
	for {
		ctx, cancel := context.WithTimeout(c.ctx, s.heartbeat)
		seek, err := s.live.AwaitSeek(ctx, v.user, known)
		quiet := err != nil && ctx.Err() != nil && c.ctx.Err() == nil
		cancel()
		if !quiet {
			return seek, err
		}
		if err := s.checkSession(c.ctx, v); err != nil {
			return seek, err
		}
		if err := c.ping(); err != nil {
			return seek, err
		}
	}
}
