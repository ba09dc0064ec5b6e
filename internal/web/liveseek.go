// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"net/http"

	"cairn/internal/play"
)

// seekMessage is what the stream of a seek sends: "found" with the address of
// the match, or "ping". A seek that is gone closes the stream as not found.
type seekMessage struct {
	Type string `json:"type"`
	URL  string `json:"url,omitempty"`
}

// liveSeek tells a waiting page when an opponent was found.
func (s *Server) liveSeek(w http.ResponseWriter, r *http.Request) error {
	visitor, id := visitorOf(r), r.PathValue("id")
	return s.accept(w, r, func(c *socket) error {
		for {
			seek, quiet, err := s.awaitSeek(c.ctx, visitor.user, id)
			if !quiet {
				if err != nil {
					return err
				}
				return c.send(func() (any, error) { return seekMessage{Type: "found", URL: matchPath(seek.Match)}, nil })
			}
			if err := s.checkSession(c.ctx, visitor); err != nil {
				return err
			}
			if err := c.ping(); err != nil {
				return err
			}
		}
	})
}

// awaitSeek waits for an opponent until it is time to show that the stream
// lives.
func (s *Server) awaitSeek(open context.Context, user play.User, id string) (seek play.Seek, quiet bool, err error) {
	ctx, cancel := context.WithTimeout(open, s.heartbeat)
	defer cancel()
	seek, err = s.play.AwaitSeek(ctx, user, id)
	return seek, err != nil && ctx.Err() != nil && open.Err() == nil, err
}
