// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"sync"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/match"
)

const (
	// presentFor is how long a player counts as present after a request: pages
	// without JavaScript reload within this time.
	presentFor = 15 * time.Second
	// reconnectsIn is how long a player counts as present after the stream has ended:
	// pages are reloaded, and networks have gaps.
	reconnectsIn = 3 * time.Second
	// awayAfter is how long the side to move must be absent before the opponent
	// may claim the match.
	awayAfter = 60 * time.Second
	// maxSeats is how many seats are known before those of absent players are
	// dropped; one takes some 200 bytes.
	maxSeats = 40_000
)

type seatKey struct {
	match string
	side  game.Side
}

// attendance is the presence of one player in one match.
type attendance struct {
	streams int
	seen    time.Time // the last request, or the end of the last stream
	until   time.Time // present until then without a stream
}

func (a *attendance) here(now time.Time) bool {
	return a != nil && (a.streams > 0 || now.Before(a.until))
}

// note adds to the streams of a player, who is present for a while after it.
func (a *attendance) note(streams int, now time.Time, stays time.Duration) {
	a.streams += streams
	a.seen, a.until = now, now.Add(stays)
}

// presence knows which players are present. It is stored only for other nodes: no
// match depends on it, and after a restart it fills again.
type presence struct {
	others *others
	book   *rosterBook // nil if no other node shares the store
	sync.Mutex
	seats map[seatKey]*attendance
}

func (p *presence) here(k seatKey, now time.Time) bool {
	p.Lock()
	here := p.seats[k].here(now)
	p.Unlock()
	if here || p.others == nil {
		return here
	}
	other, _ := p.others.seat(k)
	return other.here(now)
}

// stays returns the players who are here or left lately.
func (p *presence) stays(now time.Time) map[string]stay {
	p.Lock()
	defer p.Unlock()
	list := map[string]stay{}
	for k, a := range p.seats {
		if a.here(now) || now.Sub(a.seen) < rosterKeeps {
			list[k.String()] = stayOf(a)
		}
	}
	return list
}

// gone returns how long a player has been absent while the server was up, 0 when
// present. Before up, players could not be seen.
func (p *presence) gone(k seatKey, up, now time.Time) time.Duration {
	other, _ := p.others.seat(k)
	p.Lock()
	defer p.Unlock()
	a := p.seats[k]
	if a.here(now) || other.here(now) {
		return 0
	}
	if a != nil && a.seen.After(up) {
		up = a.seen
	}
	if other.seen.After(up) {
		up = other.seen
	}
	return now.Sub(up)
}

// note adds to the streams of a player and sets when the player was last seen. It
// reports whether the player was present before.
func (p *presence) note(k seatKey, streams int, now time.Time) (before bool) {
	p.Lock()
	defer p.Unlock()
	a := p.seats[k]
	before = a.here(now)
	if a == nil {
		a = &attendance{}
		p.seats[k] = a
	}
	stays := presentFor
	if streams < 0 {
		stays = reconnectsIn
	}
	a.note(streams, now, stays)
	p.sweep(now)
	if !before {
		p.book.kick()
	}
	return before
}

// sweep forgets absent players when there are many.
func (p *presence) sweep(now time.Time) {
	if len(p.seats) < maxSeats {
		return
	}
	for k, a := range p.seats {
		if a.streams == 0 && now.Sub(a.seen) > rosterKeeps {
			delete(p.seats, k)
		}
	}
}

// arrive notes a player's stream and returns the function that ends it.
func (s *Service) arrive(r *Room, user account.User) (leave func()) {
	side, plays := r.Info.SideOf(user.ID)
	if !plays || r.Info.Kind == Screen {
		return func() {}
	}
	k := seatKey{r.Info.ID, side}
	s.presence.note(k, 1, s.now())
	s.arrived(r)
	return func() {
		s.presence.note(k, -1, s.now())
		time.AfterFunc(reconnectsIn, func() { s.bus.Publish(matchTopic(k.match), 0) })
	}
}

// visit notes a request of a player, such as a page or a command. It returns
// whether that may have changed the match.
func (s *Service) visit(r *Room, user account.User) bool {
	s.online.visit(user.ID)
	side, plays := r.Info.SideOf(user.ID)
	if !plays || r.Info.Kind == Screen {
		return false
	}
	before := s.presence.note(seatKey{r.Info.ID, side}, 0, s.now())
	if before && r.Info.Status != match.Ready {
		return false
	}
	s.arrived(r)
	return true
}

// arrived wakes the readers of a match after a player has come.
func (s *Service) arrived(r *Room) {
	s.bus.Publish(matchTopic(r.Info.ID), 0)
	s.startPresent(r)
}

// startPresent starts a match from seeks, or a rematch, once both players are
// present.
func (s *Service) startPresent(r *Room) {
	if r.Match.Setup().Creator != match.NoSeat || r.Info.Status != match.Ready || s.Present(&r.Info) != [2]bool{true, true} {
		return
	}
	if err := s.rooms.act(context.Background(), r.Info.ID, s.now(), match.Action{Kind: match.Start}); err != nil && !errors.Is(err, ErrStopping) {
		s.log.Error("start match", "match", r.Info.ID, "err", err)
	}
}

// Present returns which players are present, by side.
func (s *Service) Present(info *Info) [2]bool {
	var present [2]bool
	now := s.now()
	for _, side := range game.Sides {
		_, program := ComputerLevel(info.Seats[side])
		present[side] = program || info.Kind == Screen || s.presence.here(seatKey{info.ID, side}, now)
	}
	return present
}

// away reports whether a player has been absent long enough for a claim. Time in
// which the server was down does not count, nor time before it.
func (s *Service) away(info *Info, side game.Side) bool {
	now := s.now()
	_, program := ComputerLevel(info.Seats[side])
	_, gap := s.pulse.gap(now)
	return !program && !gap && s.presence.gone(seatKey{info.ID, side}, s.pulse.up(), now) >= awayAfter
}

// CanClaim reports whether the opponent of the side to move may claim the match.
func (s *Service) CanClaim(info *Info) bool {
	return info.Status == match.Playing && info.Kind != Screen && s.away(info, info.Turn)
}
