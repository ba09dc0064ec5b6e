// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"context"
	"net/http"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// foundFor is how long pages show that an opponent was found.
const foundFor = 2 * time.Minute

// message is a message of the stream: "notices", or "ping" on a quiet one.
type message struct {
	Type    string   `json:"type"`
	Waiting []string `json:"waiting"` // ids of games that wait for the visitor; not those against the computer
	Running int      `json:"running"` // games that go on, with those
	Label   string   `json:"label"`   // both in words
	Found   *found   `json:"found,omitempty"`
}

// found is a game that has just begun, which the visitor may not have open.
type found struct {
	URL  string `json:"url"`
	Text string `json:"text"`
}

// liveNotices streams what waits for the visitor.
func (s *handlers) liveNotices(w http.ResponseWriter, r *http.Request) error {
	v, t := web.VisitorOf(r), s.Texts(r)
	return s.Accept(w, r, func(c *web.Socket) error {
		if !v.Known() {
			return failure.ErrNotFound // the session has ended since the page was loaded
		}
		watch := s.Live.Notices.Watch(v.User)
		defer watch.Close()
		for {
			list, quiet, err := s.await(c, watch)
			switch {
			case quiet:
				err = s.beat(c, v)
			case err == nil:
				err = c.Send(func() (any, error) { return newMessage(t, list, v.User.ID, s.Now()), nil })
			}
			if err != nil {
				return err
			}
		}
	})
}

// await waits for a change, or reports that the stream was quiet for long.
func (s *handlers) await(c *web.Socket, watch *live.NoticeWatch) (list []live.Info, quiet bool, err error) {
	ctx, cancel := context.WithTimeout(c.Ctx, s.Heartbeat)
	defer cancel()
	list, err = watch.Next(ctx)
	return list, err != nil && ctx.Err() != nil && c.Ctx.Err() == nil, err
}

// beat shows that the stream is alive. The session may have ended on another
// server.
func (s *handlers) beat(c *web.Socket, v web.Visitor) error {
	if err := s.CheckSession(c.Ctx, v); err != nil {
		return err
	}
	return c.Ping()
}

// newMessage reports the running games of a user.
func newMessage(t *web.Texts, list []live.Info, user string, now time.Time) message {
	m := message{Type: "notices", Waiting: []string{}}
	for _, info := range list {
		if info.Kind == live.Computer {
			continue // nobody waits there
		}
		m.Running++
		if info.WaitsFor(user) {
			m.Waiting = append(m.Waiting, info.ID)
		}
		if info.Kind == live.Open && info.Ply == 0 && now.Sub(info.Created) < foundFor {
			m.Found = &found{listing.MatchPath(info.ID), t.Text("web.notices.found")}
		}
	}
	m.Label = t.Count("web.notices.running", m.Running)
	if len(m.Waiting) > 0 {
		m.Label = t.Count("web.notices.turn", len(m.Waiting))
	}
	return m
}
