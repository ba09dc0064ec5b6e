// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"net/http"
	"strconv"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// liveMessage is what the stream of a match sends: "state" or "ping".
type liveMessage struct {
	Type  string     `json:"type"`
	State *PageState `json:"state,omitempty"`
}

// liveMatch follows a match: every change reaches the page at once.
func (s *Server) liveMatch(w http.ResponseWriter, r *http.Request) error {
	id, visitor := live.CleanMatchID(r.PathValue("id")), visitorOf(r)
	texts := s.texts(r)
	since, err := strconv.Atoi(r.URL.Query().Get("since"))
	if err != nil || since < 0 {
		since = 0
	}
	return s.accept(w, r, func(c *socket) error {
		f := &follower{server: s, socket: c, visitor: visitor, texts: texts, seq: since}
		err := s.workers.do(func() (err error) {
			f.watch, err = s.live.Watch(c.ctx, visitor.user, id, since)
			return err
		})
		if err != nil {
			return err
		}
		defer f.watch.Close()
		return f.run()
	})
}

// follower is one page that follows a match.
type follower struct {
	server  *Server
	socket  *socket
	visitor visitor
	texts   *texts
	watch   *live.Watch
	last    *live.Update // sent last; nil before
	seq     int          // the page has all events up to here
	seats   [2]string    // accounts whose names are known
	over    bool         // the ratings are those after the end
	names   [2]string
	people  [2]seatPerson
	claim   bool // somebody could claim the match when last sent
}

// run sends updates as they come, and heartbeats in between.
func (f *follower) run() error {
	for {
		ctx, cancel := context.WithTimeout(f.socket.ctx, f.server.heartbeat)
		u, err := f.watch.Next(ctx)
		quiet := ctx.Err() != nil && f.socket.ctx.Err() == nil
		cancel()
		switch {
		case err == nil:
			err = f.send(u)
		case quiet:
			err = f.beat()
		}
		if err != nil {
			return err
		}
	}
}

// send sends a match as it stands now, with what happened since the last time.
func (f *follower) send(u *live.Update) error {
	return f.socket.send(func() (any, error) {
		state, err := f.update(u)
		return liveMessage{Type: "state", State: &state}, err
	})
}

func (f *follower) update(u *live.Update) (PageState, error) {
	if f.seq > u.Info.Seq { // of another life of the server: begin anew
		f.seq = 0
	}
	lines, err := f.news(u)
	if err != nil {
		return PageState{}, err
	}
	over := u.Info.Status == match.Over
	if f.names == [2]string{} || f.seats != u.Info.Seats || f.over != over {
		if f.names, f.people, err = f.server.seated(f.socket.ctx, f.texts, &u.Info); err != nil {
			return PageState{}, err
		}
		f.seats, f.over = u.Info.Seats, over
	}
	f.last, f.seq, f.claim = u, u.Info.Seq, f.server.live.CanClaim(u.Room)
	f.last.Events = nil
	return f.texts.state(snapshot{
		room: u.Room, present: u.Present, claim: f.claim,
		viewer: viewerOf(&u.Info, f.visitor.user), names: f.names, people: f.people, log: lines, now: f.server.now(),
	}), nil
}

// news tells the events that the page has not seen.
func (f *follower) news(u *live.Update) ([]LogLine, error) {
	if f.seq == u.Info.Seq {
		return nil, nil
	}
	if len(u.Events) > 0 && u.Events[0].Seq == f.seq+1 {
		if lines, ok := f.texts.log(u.Match, u.Events); ok {
			return lines, nil
		}
	}
	events, err := f.server.live.Events(f.socket.ctx, u.Info.ID, 0)
	if err != nil {
		return nil, err
	}
	lines, _ := f.texts.log(u.Match, upTo(events, u.Info.Seq))
	for len(lines) > 0 && lines[0].Seq <= f.seq {
		lines = lines[1:]
	}
	return lines, nil
}

// upTo leaves out events that came after a seq.
func upTo(events []match.Event, seq int) []match.Event {
	for len(events) > 0 && events[len(events)-1].Seq > seq {
		events = events[:len(events)-1]
	}
	return events
}

// beat shows that the stream lives. Meanwhile the session may have ended on
// another server, and an opponent may have been away for long enough.
func (f *follower) beat() error {
	if err := f.server.checkSession(f.socket.ctx, f.visitor); err != nil {
		return err
	}
	if f.last != nil && f.server.live.CanClaim(f.last.Room) != f.claim {
		return f.send(f.last)
	}
	return f.socket.ping()
}

// checkSession reports errSessionEnded when a visitor's session is over. A store
// that cannot say so at the moment ends no stream.
func (s *Server) checkSession(ctx context.Context, v visitor) error {
	if v.token == "" {
		return nil
	}
	return s.workers.do(func() error {
		if _, err := s.accounts.Authenticate(ctx, v.token); failure.CodeOf(err) == failure.NotFound {
			return errSessionEnded
		}
		return nil
	})
}
