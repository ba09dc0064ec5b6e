// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"

	"cairn/game"
	"cairn/match"
)

// Watch follows a match from a seq on: no event is missed or doubled, whatever
// the bus does.
type Watch struct {
	service *Service
	user    User
	id      string
	seq     int
	present [2]bool
	signal  <-chan int
	end     func()
	leave   func()
}

// Update is what a display learns: the events it has missed, and the match as
// it stands after them. Far behind, it gets the match without the events.
type Update struct {
	Room
	Events  []match.Event
	Present [2]bool // who is there, by side
}

// Watch opens a stream for somebody who may see the match; a player is present
// while it is open. Close must be called.
func (s *Service) Watch(ctx context.Context, user User, id string, since int) (*Watch, error) {
	room, err := s.Room(ctx, user, id)
	if err != nil {
		return nil, err
	}
	if since < 0 || since > room.Info.Seq {
		since = 0
	}
	w := &Watch{service: s, user: user, id: id, seq: since}
	w.signal, w.end = s.bus.Subscribe(matchTopic(id))
	w.leave = s.arrive(room, user)
	return w, nil
}

// Close ends the stream; the player is away a little later.
func (w *Watch) Close() {
	w.end()
	w.leave()
}

// Next waits for something new and returns it: at once when the match is
// further than the stream. The error is the context's, or that of the store.
//
// An update is a kilobyte, and thousands of streams wait here: by pointer it
// does not weigh on the stack of each of them, which would double.
func (w *Watch) Next(ctx context.Context) (*Update, error) {
	want := 0
	for {
		u, news, err := w.look(ctx, want)
		if err != nil || news {
			return u, err
		}
		select {
		case want = <-w.signal:
		case <-w.service.Stopped():
			return nil, context.Canceled
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// look returns what is new, if anything is.
func (w *Watch) look(ctx context.Context, want int) (*Update, bool, error) {
	r, err := w.service.room(ctx, w.id, want)
	if err != nil {
		return nil, false, err
	}
	r.Lock()
	u := &Update{Room: r.Room}
	u.Events, _ = r.since(w.seq)
	r.Unlock()
	if !u.Info.Seen(w.user.ID) {
		return nil, false, ErrNotFound
	}
	u.Present = w.service.Present(u.Room)
	news := u.Info.Seq > w.seq || u.Present != w.present || w.seq == 0
	w.seq, w.present = u.Info.Seq, u.Present
	return u, news, nil
}

// Present tells who is there, by side.
func (s *Service) Present(r Room) [2]bool {
	var present [2]bool
	for _, side := range game.Sides {
		_, program := ComputerLevel(r.Info.Seats[side])
		present[side] = program || r.Info.Kind == Screen || s.presence.here(seatKey{r.Info.ID, side}, s.now())
	}
	return present
}
