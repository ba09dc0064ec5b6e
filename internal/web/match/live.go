// SPDX-License-Identifier: Apache-2.0

package match

import (
	"net/http"
	"time"

	"cairn/internal/fair"
	"cairn/internal/live/room"
	"cairn/internal/live/stream"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/match"
)

// liveMessage is a message of the stream of a match: "state", "change" or "ping". Messages
// of the type "aside" are an extrasState.
type liveMessage struct {
	Type   string            `json:"type"`
	State  *pagestate.State  `json:"state,omitempty"`
	Since  int               `json:"since,omitempty"` // with a change: the seq of the state to which it is added
	Change *pagestate.Change `json:"change,omitempty"`
	Beat   int64             `json:"beat_ms,omitempty"` // with a state, for a player in a live game: the interval of heartbeats

	// For programs.
	Seq    int               `json:"seq,omitempty"`
	Events []pagestate.Event `json:"events,omitempty"` // since the last message
}

// ResumeFrom returns the seq from which a stream resumes after the message.
func (m liveMessage) ResumeFrom() int { return m.Seq }

// liveMatch streams every change of a match.
func (s *handlers) liveMatch(w http.ResponseWriter, r *http.Request) error {
	id, client := room.CleanMatchID(r.PathValue("id")), fair.Of(r.Context())
	query := r.URL.Query()
	f := &follower{server: s, visitor: web.VisitorOf(r), texts: s.core.Texts(r), seq: web.Since(r), changes: query.Get("changes") != ""}
	f.events = web.IsAPI(r) && !f.changes
	return s.core.Streams.Accept(w, r, func(c *web.Socket) error {
		f.socket = c
		if err := f.open(id, client); err != nil {
			return err
		}
		defer f.watch.Close()
		return f.run()
	})
}

// open starts watching a match from the seq of the client. It is not inlined, so that its
// frame is not on the stack of every idle stream.
//
//go:noinline
func (f *follower) open(id string, client fair.Client) error {
	return f.server.core.Workers.Do(func() (err error) {
		f.watch, err = f.server.core.Live.Streams.Watch(fair.With(f.socket.Ctx, client), f.visitor.User, id, f.seq)
		if err == nil {
			f.watch.RunDeep(f.server.core.Workers.Do)
		}
		return err
	})
}

// follower serves one stream of a match.
type follower struct {
	server  *handlers
	socket  *web.Socket
	visitor web.Visitor
	texts   *web.Texts
	watch   *stream.Watch
	changes bool           // the client accepts changes
	events  bool           // the client is a program, which gets events
	last    *stream.Update // the last update sent; nil before the first
	seq     int            // the client has all events up to this seq
	seats   [2]string      // the accounts that names and people belong to
	over    bool           // people have their ratings after the match
	names   [2]string
	people  [2]seatPerson
	claim   bool          // CanClaim in the last state sent
	quiet   time.Duration // since the session was last checked
}

// run sends updates as they come, and heartbeats in between.
func (f *follower) run() error {
	timer := time.NewTimer(f.interval())
	defer timer.Stop()
	for {
		u, err := f.watch.NextOr(f.socket.Ctx, timer.C)
		switch {
		case err != nil:
		case u != nil:
			err = f.show(u)
		default:
			err = f.beat()
		}
		if err != nil {
			return err
		}
		timer.Reset(f.interval())
	}
}

// show sends an update: the match, the extras or both.
func (f *follower) show(u *stream.Update) error {
	if !u.Same {
		if err := f.send(u); err != nil {
			return err
		}
	}
	if u.Extras == nil {
		return nil
	}
	return f.sendExtras(u)
}

// playing reports whether the page belongs to a player in a live game, where a lost
// connection must be noticed at once.
func (f *follower) playing() bool {
	if f.last == nil || !viewerOf(&f.last.Info, f.visitor.User).plays {
		return false
	}
	setup := f.last.Match.Setup()
	return f.last.Info.Status == match.Playing && setup.Takeback == match.Consent && setup.Control.Kind != match.Correspondence
}

// interval is the time between two heartbeats.
func (f *follower) interval() time.Duration {
	if f.playing() {
		return f.socket.Beat(f.server.core.GameHeartbeat)
	}
	return f.socket.Beat(f.server.core.Heartbeat)
}

// send sends the state of a match, with the events since the last one.
func (f *follower) send(u *stream.Update) error {
	if turns := f.turnsIn(u); turns > 0 {
		return f.sendChange(u, turns)
	}
	return f.socket.Send(func() (any, error) {
		m := liveMessage{Type: "state"}
		if f.events {
			var err error
			if m.Events, err = f.newEvents(u); err != nil {
				return nil, err
			}
			m.Seq = u.Info.Seq
		}
		state, err := f.update(u)
		m.State = &state
		if f.playing() {
			m.Beat = f.server.core.GameHeartbeat.Milliseconds()
		}
		return m, err
	})
}

// update returns the state to send, and records it as sent.
func (f *follower) update(u *stream.Update) (pagestate.State, error) {
	if f.seq > u.Info.Seq { // the server lost events in a restart: start again
		f.seq = 0
	}
	lines, err := f.newLines(u)
	if err != nil {
		return pagestate.State{}, err
	}
	over := u.Info.Status == match.Over && u.Info.Rated
	if f.names == [2]string{} || f.seats != u.Info.Seats || f.over != over {
		if f.names, f.people, err = f.server.seated(f.socket.Ctx, f.texts, &u.Info); err != nil {
			return pagestate.State{}, err
		}
		f.seats, f.over = u.Info.Seats, over
	}
	shot := f.shot(u, lines)
	f.note(u, shot.claimable())
	return newPageState(f.texts, shot), nil
}

// shot returns the snapshot of an update for the viewer.
func (f *follower) shot(u *stream.Update, lines []pagestate.LogLine) *snapshot {
	claimIn, absent := f.server.core.Live.Rooms.ClaimIn(&u.Info, u.Info.Turn)
	return &snapshot{
		room: u.Room, present: u.Present, absent: absent && !u.Present[u.Info.Turn], claimIn: claimIn,
		viewer: viewerOf(&u.Info, f.visitor.User), names: f.names, people: f.people, log: lines, now: f.server.core.Now(),
	}
}

// claimable reports whether the opponent of the side to move may claim the match.
func (s *snapshot) claimable() bool { return s.absent && s.claimIn == 0 }

// note records an update as sent.
func (f *follower) note(u *stream.Update, claim bool) {
	f.last, f.seq, f.claim = u, u.Info.Seq, claim
	f.last.Events = nil
}

// newLines returns the log lines of events that the client does not have.
func (f *follower) newLines(u *stream.Update) ([]pagestate.LogLine, error) {
	if f.seq == u.Info.Seq {
		return nil, nil
	}
	if len(u.Events) > 0 && u.Events[0].Seq == f.seq+1 {
		if lines, ok := logLines(f.texts, u.Match, u.Events); ok {
			return lines, nil
		}
	}
	lines, err := f.server.log(f.socket.Ctx, f.texts, u.Room)
	if err != nil {
		return nil, err
	}
	for len(lines) > 0 && lines[0].Seq <= f.seq {
		lines = lines[1:]
	}
	return lines, nil
}

// sessionBeats is the number of heartbeats between two checks of a session: logging out
// ends its streams at once, expiry does not.
const sessionBeats = 15

// How long a player's browser may take to answer a probe.
const (
	pongInGame = 4 * time.Second
	pongElse   = 15 * time.Second
)

// beat sends a heartbeat, which the client must answer. It also sends the state again if
// the opponent has left or come back, or if the match can now be claimed.
func (f *follower) beat() error {
	if f.quiet += f.interval(); f.quiet >= sessionBeats*f.server.core.Heartbeat {
		f.quiet = 0
		if err := f.server.core.Streams.CheckSession(f.socket.Ctx, f.visitor); err != nil {
			return err
		}
	}
	within := pongElse
	if f.playing() {
		within = pongInGame
	}
	if err := f.socket.Probe(within); err != nil || f.last == nil {
		return err
	}
	present := f.server.core.Live.Rooms.Present(&f.last.Info)
	if f.server.core.Live.Rooms.CanClaim(&f.last.Info) == f.claim && present == f.last.Present {
		return nil
	}
	f.last.Present = present
	return f.send(f.last)
}
