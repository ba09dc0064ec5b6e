// SPDX-License-Identifier: Apache-2.0

package notify

import (
	"context"
	"net/http"
	"slices"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// events streams the matches and challenges of a person to a program: first the present
// state, then every change.
func (s *handlers) events(w http.ResponseWriter, r *http.Request) error {
	v := web.VisitorOf(r)
	if !v.Known() {
		return web.ErrNeedAccount
	}
	p := &eventStream{server: s, visitor: v, texts: s.core.Texts(r), matches: map[string]room.Info{}, calls: map[string]social.Challenge{}}
	return s.core.Streams.Accept(w, r, func(c *web.Socket) error {
		p.socket = c
		watch := s.core.Live.Notices.Watch(v.User)
		defer watch.Close()
		if err := c.Ping(); err != nil { // there may be nothing to send yet
			return err
		}
		for {
			n, quiet, err := s.await(c, watch)
			switch {
			case err != nil:
			case quiet:
				err = p.beat()
			default:
				err = p.show(n)
			}
			if err != nil {
				return err
			}
		}
	})
}

// eventStream is the stream of one program, with the state that was sent last.
type eventStream struct {
	server  *handlers
	socket  *web.Socket
	visitor web.Visitor
	texts   *web.Texts
	matches map[string]room.Info        // running, as last sent
	calls   map[string]social.Challenge // open ones, from and to the person
	quiet   time.Duration               // since the last check of session and challenges
}

// show sends what has changed: new challenges last, so that a program knows how much it
// plays before it accepts more.
func (p *eventStream) show(n social.Notice) error {
	return p.send(func() ([]pagestate.Notice, error) {
		received, gone, err := p.challenges(p.socket.Ctx, append(n.Challenges, n.Sent...))
		if err != nil {
			return nil, err
		}
		games, err := p.games(p.socket.Ctx, n.Running)
		return slices.Concat(gone, games, received), err
	})
}

// send sends the notices that find returns. A worker runs it.
func (p *eventStream) send(find func() ([]pagestate.Notice, error)) error {
	var news []pagestate.Notice
	err := p.server.core.Workers.Do(func() (err error) {
		news, err = find()
		return err
	})
	for i := range news {
		if err == nil {
			err = p.socket.Send(func() (any, error) { return news[i], nil })
		}
	}
	return err
}

// beat shows that the stream is alive. Meanwhile the session may have expired, and
// challenges too.
func (p *eventStream) beat() error {
	if p.quiet += p.socket.Beat(p.server.core.Heartbeat); p.quiet >= p.server.core.Heartbeat {
		p.quiet = 0
		if err := p.server.core.Streams.CheckSession(p.socket.Ctx, p.visitor); err != nil {
			return err
		}
		if err := p.recheck(); err != nil {
			return err
		}
	}
	return p.socket.Ping()
}

// recheck finds challenges that have expired.
func (p *eventStream) recheck() error {
	if len(p.calls) == 0 {
		return nil
	}
	return p.send(func() ([]pagestate.Notice, error) {
		list, err := p.server.core.Live.Challenges.List(p.socket.Ctx, p.visitor.User.ID)
		if err != nil {
			return nil, err
		}
		received, gone, err := p.challenges(p.socket.Ctx, list)
		return append(gone, received...), err
	})
}

// challenges stores the open challenges from and to the person, and returns notices of newly
// received challenges and of challenges that are no longer open.
func (p *eventStream) challenges(ctx context.Context, list []social.Challenge) (received, gone []pagestate.Notice, err error) {
	before := p.calls
	p.calls = map[string]social.Challenge{}
	var news, ended []social.Challenge
	for _, c := range list {
		_, known := before[c.ID]
		switch {
		case c.Status == social.ChallengeOpen:
			delete(before, c.ID)
			p.calls[c.ID] = c
			if !known && c.To == p.visitor.User.ID {
				news = append(news, c)
			}
		case known:
			before[c.ID] = c
		}
	}
	for _, c := range before {
		if c.Status == social.ChallengeOpen {
			c = p.answered(ctx, c)
		}
		ended = append(ended, c)
	}
	if received, err = p.notices(ctx, "challenge", news); err == nil {
		gone, err = p.notices(ctx, "challenge-gone", ended)
	}
	return received, gone, err
}

// notices makes notices of challenges.
func (p *eventStream) notices(ctx context.Context, kind string, list []social.Challenge) (out []pagestate.Notice, err error) {
	states, err := p.server.lists.ChallengeStates(ctx, list, p.visitor.User.ID)
	for i := range states {
		out = append(out, pagestate.Notice{Type: kind, Challenge: &states[i]})
	}
	return out, err
}

// answered returns a challenge that is no longer open as it stands now.
func (p *eventStream) answered(ctx context.Context, c social.Challenge) social.Challenge {
	now, err := p.server.core.Live.Challenges.Find(ctx, p.visitor.User, c.ID)
	if err != nil || now.Status == social.ChallengeOpen {
		c.Status = "cancelled"
		return c
	}
	return now
}

// games stores the running matches, and returns notices of matches that have begun, wait
// for the person, or have ended.
func (p *eventStream) games(ctx context.Context, running []room.Info) ([]pagestate.Notice, error) {
	user, gone := p.visitor.User.ID, p.matches
	p.matches = map[string]room.Info{}
	var news []pagestate.Notice
	add := func(kind string, info room.Info) error {
		n, err := p.game(ctx, kind, &info)
		news = append(news, n)
		return err
	}
	for _, info := range running {
		before, known := gone[info.ID]
		delete(gone, info.ID)
		p.matches[info.ID] = info
		if !known {
			if err := add("start", info); err != nil {
				return nil, err
			}
		}
		same := known && before.WaitsFor(user) && before.Ply == info.Ply && before.Status == info.Status
		if info.WaitsFor(user) && !same {
			if err := add("turn", info); err != nil {
				return nil, err
			}
		}
	}
	for id := range gone {
		info, err := p.server.core.Live.Notices.Find(ctx, id)
		switch {
		case failure.CodeOf(err) == failure.NotFound:
			continue // deleted with its players
		case err != nil:
			return nil, err
		case info.Status != match.Over:
			continue // still running, but beyond the most that are listed
		}
		if err := add("end", info); err != nil {
			return nil, err
		}
	}
	return news, nil
}

// game makes a notice of a match.
func (p *eventStream) game(ctx context.Context, kind string, info *room.Info) (pagestate.Notice, error) {
	names, bots, err := p.server.lists.Named(ctx, info.Seats[:])
	n := pagestate.Notice{
		Type: kind, Match: info.ID, Seq: info.Seq, Game: info.Game, Clock: info.Control, Kind: string(info.Kind), Rated: info.Rated,
		Result: listing.ResultOf(info.End), Reason: string(info.End.Reason),
	}
	if side, plays := info.SideOf(p.visitor.User.ID); plays {
		n.Side, n.Opponent, n.Bot = side.String(), listing.SeatNames(p.texts, info, names)[side.Other()], bots[info.Seats[side.Other()]]
	}
	return n, err
}
