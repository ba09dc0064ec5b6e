// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// foundFor is how long pages show that an opponent was found.
const foundFor = 2 * time.Minute

// streamMessage is a message of the stream: "notices", or "ping" on a quiet one.
type streamMessage struct {
	Type    string   `json:"type"`
	Waiting []string `json:"waiting"` // ids of games in which it is the visitor's turn, without games against the computer
	Calls   []string `json:"calls"`   // ids of challenges to the visitor
	Label   string   `json:"label"`   // all of it in words
	Found   *found   `json:"found,omitempty"`
}

// found is a game that has just begun, or a challenge, which the visitor may not
// have seen.
type found struct {
	URL  string `json:"url"`
	Text string `json:"text"`
}

// liveNotices streams the games and challenges that wait for the visitor.
func (s *handlers) liveNotices(w http.ResponseWriter, r *http.Request) error {
	v, t := web.VisitorOf(r), s.core.Texts(r)
	return s.core.Streams.Accept(w, r, func(c *web.Socket) error {
		if !v.Known() {
			return failure.ErrNotFound // the session has ended since the page was loaded
		}
		watch := s.core.Live.Notices.Watch(v.User)
		defer watch.Close()
		for {
			n, quiet, err := s.await(c, watch)
			switch {
			case quiet:
				err = s.core.Streams.Beat(c, v)
			case err == nil:
				err = c.Send(func() (any, error) { return s.newMessage(c.Ctx, t, n, v.User.ID) })
			}
			if err != nil {
				return err
			}
		}
	})
}

// await waits for a change, or reports that the stream was quiet for long.
func (s *handlers) await(c *web.Socket, watch *social.NoticeWatch) (n social.Notice, quiet bool, err error) {
	timer := time.NewTimer(c.Beat(s.core.Heartbeat))
	defer timer.Stop()
	return watch.NextOr(c.Ctx, timer.C)
}

// newMessage lists the games and challenges that wait for a user.
func (s *handlers) newMessage(ctx context.Context, t *web.Texts, n social.Notice, user string) (streamMessage, error) {
	m := streamMessage{Type: "notices", Waiting: []string{}, Calls: []string{}}
	for _, c := range n.Challenges {
		names, bots, err := s.core.Accounts.Named(ctx, c.From)
		if err != nil {
			return streamMessage{}, err
		}
		m.Calls = append(m.Calls, c.ID)
		m.Found = &found{"/challenges/" + c.ID, t.Text("web.notices.challenge", "name", listing.BotText(t, names[c.From], bots[c.From]))}
	}
	for _, info := range n.Running {
		if info.Kind == room.Computer {
			continue // no streams follow them
		}
		if info.WaitsFor(user) {
			m.Waiting = append(m.Waiting, info.ID)
		}
		if info.Kind == room.Open && info.Ply == 0 && s.core.Now().Sub(info.Created) < foundFor {
			m.Found = &found{listing.MatchPath(info.ID), t.Text("web.notices.found")}
		}
	}
	m.Label = label(t, len(m.Waiting), len(m.Calls))
	return m, nil
}

// label is the text of the badge for screen readers.
func label(t *web.Texts, waiting, calls int) string {
	var parts []string
	if waiting > 0 {
		parts = append(parts, t.Count("web.notices.turn", waiting))
	}
	if calls > 0 {
		parts = append(parts, t.Count("web.notices.challenges", calls))
	}
	return cmp.Or(strings.Join(parts, ", "), t.Text("web.nav.running"))
}

// runningPath is the address of the list of running games.
const runningPath = "/running"

// runningView lists the visitor's running games, games that wait for the visitor
// first.
type runningView struct {
	web.Page
	Games []listing.Row
	Calls int // open challenges to the visitor
}

func (s *handlers) showRunning(w http.ResponseWriter, r *http.Request) error {
	list, err := s.core.Live.Notices.Running(r.Context(), web.VisitorOf(r).User.ID)
	if err != nil {
		return err
	}
	v := runningView{Page: s.core.Page(r, s.core.Texts(r).Text("web.running.title"))}
	if v.Games, err = s.lists.RowsOf(r, list); err != nil {
		return err
	}
	calls, err := s.core.Live.Challenges.Received(r.Context(), web.VisitorOf(r).User.ID)
	if err != nil {
		return err
	}
	v.Calls = len(calls)
	return s.core.Render(w, http.StatusOK, "running", &v)
}

// next redirects to the game that has waited longest for the visitor, other than
// the game the visitor comes from; if no game waits, to the list.
func (s *handlers) next(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	list, err := s.core.Live.Notices.Running(r.Context(), user.ID)
	if err != nil {
		return err
	}
	for _, info := range list {
		if info.WaitsFor(user.ID) && info.ID != r.URL.Query().Get("after") {
			return web.See(w, r, listing.MatchPath(info.ID))
		}
	}
	return web.See(w, r, runningPath)
}
