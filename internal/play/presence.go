// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"
	"sync"
	"time"

	"cairn/game"
	"cairn/match"
)

const (
	// lingering is how long a player still counts as there after the last sign:
	// pages without script reload in this time, and networks hiccup.
	lingering = 15 * time.Second
	// awayAfter is how long the side to move must be gone before the opponent
	// may claim the match.
	awayAfter = 60 * time.Second
)

type seatKey struct {
	match string
	side  game.Side
}

// attendance is one player's presence in one match.
type attendance struct {
	streams int
	seen    time.Time // the last sign of somebody without a stream
}

// presence knows who is there. It is only a courtesy: losing it on a restart
// loses nothing of a match.
type presence struct {
	sync.Mutex
	seats map[seatKey]*attendance
}

func (p *presence) here(k seatKey, now time.Time) bool { return p.gone(k, now) == 0 }

// gone returns for how long a player has been away, 0 when not.
func (p *presence) gone(k seatKey, now time.Time) time.Duration {
	p.Lock()
	defer p.Unlock()
	a := p.seats[k]
	switch {
	case a == nil:
		return awayAfter // never seen since the server started
	case a.streams > 0 || now.Sub(a.seen) < lingering:
		return 0
	}
	return now.Sub(a.seen)
}

// note counts streams up and down, or just a sign of life.
func (p *presence) note(k seatKey, streams int, now time.Time) {
	p.Lock()
	defer p.Unlock()
	a := p.seats[k]
	if a == nil {
		a = &attendance{}
		p.seats[k] = a
	}
	a.streams += streams
	a.seen = now
	p.sweep(now)
}

// sweep forgets players who have been gone for long, now and then.
func (p *presence) sweep(now time.Time) {
	if len(p.seats) < 2*maxRooms {
		return
	}
	for k, a := range p.seats {
		if a.streams == 0 && now.Sub(a.seen) > awayAfter {
			delete(p.seats, k)
		}
	}
}

// arrive notes a player's stream and returns what ends it. Others are told, and
// a match that nobody has to start starts once both are there.
func (s *Service) arrive(r Room, user User) (leave func()) {
	side, plays := r.Info.SideOf(user.ID)
	if !plays || r.Info.Kind == Screen {
		return func() {}
	}
	k := seatKey{r.Info.ID, side}
	s.presence.note(k, 1, s.now())
	s.greet(r)
	return func() {
		s.presence.note(k, -1, s.now())
		time.AfterFunc(lingering, func() { s.bus.Publish(matchTopic(k.match), 0) })
	}
}

// Visit notes that a player has opened the page: all the presence there is
// without script.
func (s *Service) Visit(r Room, user User) {
	if side, plays := r.Info.SideOf(user.ID); plays && r.Info.Kind != Screen {
		s.presence.note(seatKey{r.Info.ID, side}, 0, s.now())
		s.greet(r)
	}
}

// greet tells that somebody came, and starts a match of strangers or a rematch.
func (s *Service) greet(r Room) {
	s.bus.Publish(matchTopic(r.Info.ID), 0)
	if r.Match.Setup().Creator != match.NoSeat || r.Info.Status != match.Ready || s.Present(r) != [2]bool{true, true} {
		return
	}
	if err := s.system(context.Background(), r.Info.ID, s.now(), match.Action{Kind: match.Start}); err != nil {
		s.log.Error("start match", "match", r.Info.ID, "err", err)
	}
}

// away reports whether a player has been gone long enough for a claim.
func (s *Service) away(r Room, side game.Side) bool {
	_, program := ComputerLevel(r.Info.Seats[side])
	return !program && s.presence.gone(seatKey{r.Info.ID, side}, s.now()) >= awayAfter
}

// CanClaim reports whether the opponent of the side to move may claim the match.
func (s *Service) CanClaim(r Room) bool {
	return r.Info.Status == match.Playing && r.Info.Kind != Screen && s.away(r, r.Match.Turn())
}
