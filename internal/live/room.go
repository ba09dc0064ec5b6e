// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/match"
)

// Room is a match in its current state, with its Info.
type Room struct {
	Info     Info
	Match    match.Match
	Rendered *Rendered // what displays made of this state
}

// room keeps one match in memory. Its lock is held while a command is decided
// and stored, so that the commands of one match wait here and not in the
// database; between servers the store decides.
type room struct {
	sync.Mutex
	*Room                // replaced by each change, never changed: streams share it
	recent []match.Event // the last ones, for streams that are not far behind
	bytes  int           // what it takes in memory, estimated
}

// maxRecent is how many events a room keeps at least; twice as many at most. The store has
// all.
const maxRecent = 16

// rooms are the matches in memory. All changes of matches go through commit.
type rooms struct {
	store   Store
	bus     Bus
	games   *catalog.Catalog
	now     func() time.Time
	pulse   *pulse
	nodes   *Nodes
	changed func(context.Context, *Info) // called after each change
	notices *Notices

	sync.Mutex
	cache *roomCache
}

// find returns the match with an id, at least as far as seq.
func (rs *rooms) find(ctx context.Context, id string, seq int) (*room, error) {
	rs.Lock()
	r := rs.cache.find(id)
	rs.Unlock()
	if r != nil {
		r.Lock()
		defer r.Unlock()
		if r.Info.Seq >= seq {
			return r, nil
		}
		return r, rs.refresh(ctx, r)
	}
	r = &room{}
	if err := rs.load(ctx, r, id); err != nil {
		return nil, err
	}
	if rs.keepIfAbsent(r) {
		return r, nil
	}
	return rs.find(ctx, id, r.Info.Seq)
}

// begun keeps a new match in memory, since its players are about to open it, and reports
// it. Records that a program uploads are not kept: they may be many.
func (rs *rooms) begun(ctx context.Context, n *NewMatch) {
	r := &room{}
	if n.Info.Kind != Screen && rs.fill(r, n.Info, n.Events) == nil { // else it is read from the store
		rs.keepIfAbsent(r)
	}
	rs.changed(ctx, &n.Info)
	rs.notices.changed(&Info{}, &n.Info)
}

// keepIfAbsent keeps a match, unless another goroutine has kept it meanwhile, as it was
// before or after a change at another node. It reports whether it did.
func (rs *rooms) keepIfAbsent(r *room) bool {
	rs.Lock()
	defer rs.Unlock()
	if rs.cache.find(r.Info.ID) != nil {
		return false
	}
	rs.cache.keep(r)
	return true
}

// latest is find for a match as it is in the store: other nodes may have changed it.
func (rs *rooms) latest(ctx context.Context, id string) (*room, error) {
	if rs.nodes.shared {
		return rs.find(ctx, id, AskStore)
	}
	return rs.find(ctx, id, 0)
}

// resize notes how large a room is after a change, unless the cache has dropped it. If
// the match was read again since, that copy may be older than the change, and is dropped
// too. The room is locked.
func (rs *rooms) resize(r *room) {
	rs.Lock()
	defer rs.Unlock()
	switch rs.cache.find(r.Info.ID) {
	case nil:
	case r:
		rs.cache.keep(r)
	default:
		rs.cache.remove(r.Info.ID)
	}
}

// load reads a match from the store.
func (rs *rooms) load(ctx context.Context, r *room, id string) error {
	info, err := rs.store.FindMatch(ctx, id)
	if err != nil {
		return err
	}
	events, err := rs.store.FindEvents(ctx, id, 0)
	if err != nil {
		return err
	}
	if info, err = rs.withRematch(ctx, info, events); err != nil {
		return err
	}
	return rs.fill(r, info, events)
}

// fill makes a match of all its events.
func (rs *rooms) fill(r *room, info Info, events []match.Event) error {
	g, err := rs.games.Game(info.Game)
	if err != nil {
		return fmt.Errorf("match %s: %w", info.ID, err)
	}
	m, err := match.Fold(g, events)
	if err != nil {
		return fmt.Errorf("match %s: %w", info.ID, err)
	}
	info.update(m)
	r.Room, r.recent, r.bytes = &Room{Info: info, Match: m, Rendered: &Rendered{}}, nil, roomBytes
	r.remember(events)
	return nil
}

// withRematch returns the summary of a match with the id of the rematch that events have
// agreed on since it was read: the id is in no event.
func (rs *rooms) withRematch(ctx context.Context, info Info, events []match.Event) (Info, error) {
	if info.Rematch != "" || !rematchAgreed(events) {
		return info, nil
	}
	return rs.store.FindMatch(ctx, info.ID)
}

// refresh reads the events that a room has missed. The room is locked.
func (rs *rooms) refresh(ctx context.Context, r *room) error {
	events, err := rs.store.FindEvents(ctx, r.Info.ID, r.Match.Seq())
	if err != nil || len(events) == 0 {
		return err
	}
	info, err := rs.withRematch(ctx, r.Info, events)
	if err != nil {
		return err
	}
	m, err := r.Match.Apply(events...)
	if err != nil {
		return fmt.Errorf("match %s: %w", r.Info.ID, err)
	}
	info.update(m)
	r.Room = &Room{Info: info, Match: m, Rendered: &Rendered{}}
	r.remember(events)
	rs.resize(r)
	return nil
}

// readChanged refreshes a match that is in memory and wakes its readers, if the store
// is ahead of it.
func (rs *rooms) readChanged(ctx context.Context, info Info) error {
	rs.Lock()
	r := rs.cache.find(info.ID)
	rs.Unlock()
	if r == nil {
		return nil
	}
	r.Lock()
	defer r.Unlock()
	if r.Info.Seq >= info.Seq {
		return nil
	}
	if err := rs.refresh(ctx, r); err != nil {
		return err
	}
	rs.bus.Publish(matchTopic(info.ID), r.Info.Seq)
	return nil
}

// commit decides an action and stores it; the room is locked. Memory changes,
// readers wake and the caller gets an answer only after the events are on the
// disk.
//
// An action that comes after the time has run out stores the loss on time instead,
// without the command, which was not executed: the answer is WhyOver.
func (rs *rooms) commit(ctx context.Context, r *room, now time.Time, a match.Action, c Command) (int, error) {
	if err := rs.pulse.stopping(); err != nil && a.Kind != match.Pause {
		return 0, err
	}
	now, err := rs.nodes.sure(ctx, now)
	if err != nil {
		return 0, err
	}
	next, events, late, err := rs.pulse.do(r.Match, now, a)
	if err != nil {
		return 0, err
	}
	if late {
		c = Command{}
	}
	change := Change{Info: r.Info, After: r.Match.Seq(), Events: events, Command: c}
	change.Info.update(next)
	change.Tallies, change.Rate = tallies(&change.Info, events), rate(&change.Info, events)
	if change.Next, err = rs.rematch(&change.Info, next, events); err != nil {
		return 0, err
	}
	err = rs.store.Append(ctx, change)
	rs.pulse.note(err)
	if failure.CodeOf(err) == failure.Unknown {
		rs.forget(r.Info.ID)
	}
	if err != nil {
		return 0, err
	}
	before := r.Room
	r.Room = &Room{Info: change.Info, Match: next, Rendered: &Rendered{}}
	r.remember(events)
	rs.resize(r)
	rs.report(ctx, before, r)
	if change.Next != nil {
		rs.begun(ctx, change.Next)
	}
	if late {
		return 0, &match.Error{Why: match.WhyOver}
	}
	return next.Seq(), nil
}

// report wakes those who wait for a change: readers, streams of the players, and the
// computer. The room is locked.
func (rs *rooms) report(ctx context.Context, before *Room, r *room) {
	rs.bus.Publish(matchTopic(r.Info.ID), r.Info.Seq)
	rs.notices.changed(&before.Info, &r.Info)
	rs.changed(ctx, &r.Info)
}

// found brings a room up to date after a change of which it was not known whether it was
// made, and reports it. The room is locked.
func (rs *rooms) found(ctx context.Context, r *room) {
	before := r.Room
	if rs.refresh(ctx, r) == nil && r.Room != before {
		rs.report(ctx, before, r)
	}
}

// forget removes a match from memory, so that it is read again: the store knows
// whether a change was made.
func (rs *rooms) forget(id string) {
	rs.Lock()
	defer rs.Unlock()
	rs.cache.remove(id)
}

// maxTries bounds how often a request is decided anew because other nodes change
// the match at the same time.
const maxTries = 5

// decided calls decide until it no longer decides on an old state: it was refused,
// and another node has changed the match meanwhile. The room is locked.
func (rs *rooms) decided(ctx context.Context, r *room, decide func() (int, error)) (seq int, err error) {
	for range maxTries {
		seq, err = decide()
		stale := failure.CodeOf(err) == failure.Stale
		if err == nil || !stale && (!rs.nodes.shared || unsaved(err)) {
			return seq, err
		}
		before := r.Match.Seq()
		if failed := rs.refresh(ctx, r); failed != nil {
			return 0, failed
		}
		if r.Match.Seq() == before {
			return seq, err
		}
	}
	return seq, err
}

// commitLatest is commit on the latest state.
func (rs *rooms) commitLatest(ctx context.Context, r *room, now time.Time, a match.Action) error {
	_, err := rs.decided(ctx, r, func() (int, error) { return rs.commit(ctx, r, now, a, Command{}) })
	return err
}

// act does an action of the server itself. It is no error if the match refuses
// the action, since the match may have changed meanwhile.
func (rs *rooms) act(ctx context.Context, id string, now time.Time, a match.Action) error {
	r, err := rs.find(ctx, id, 0)
	if err != nil {
		return err
	}
	r.Lock()
	defer r.Unlock()
	err = rs.commitLatest(ctx, r, now, a)
	var refused *match.Error
	if errors.As(err, &refused) {
		return nil
	}
	return err
}

// now returns the current state.
func (r *room) now() *Room {
	r.Lock()
	defer r.Unlock()
	return r.Room
}

// remember keeps the last events, and counts all.
func (r *room) remember(events []match.Event) {
	r.bytes += sizeOf(events)
	r.recent = append(r.recent, events...)
	if len(r.recent) > 2*maxRecent { // not after every event
		r.recent = append([]match.Event(nil), r.recent[len(r.recent)-maxRecent:]...)
	}
}

// since returns the recent events after a seq, which all streams share, or false when
// some of them are no longer in memory.
func (r *room) since(seq int) ([]match.Event, bool) {
	if seq >= r.Info.Seq {
		return nil, true
	}
	if len(r.recent) == 0 || r.recent[0].Seq > seq+1 {
		return nil, false
	}
	return slices.Clip(r.recent[seq+1-r.recent[0].Seq:]), true
}

// Room returns a match that a user may see. A match that the user may not see is
// NotFound, so that its existence is not revealed. A player who asks for it is
// present.
func (s *Service) Room(ctx context.Context, user account.User, id string) (Room, error) {
	r, err := s.visible(ctx, user, id)
	if err == nil && s.visit(&r, user) {
		return s.visible(ctx, user, id) // the visit may have started it
	}
	return r, err
}

// visible is Room without the visit.
func (s *Service) visible(ctx context.Context, user account.User, id string) (Room, error) {
	r, err := s.rooms.latest(ctx, id)
	if err != nil {
		return Room{}, err
	}
	return r.show(user)
}

// ReadRoom is Room for a match that is read once, as in an export: it does not put
// the match into memory, where others would have to leave for it.
func (s *Service) ReadRoom(ctx context.Context, user account.User, id string) (Room, error) {
	s.rooms.Lock()
	r := s.rooms.cache.find(id)
	s.rooms.Unlock()
	if r == nil || s.Nodes.shared {
		r = &room{}
		if err := s.rooms.load(ctx, r, id); err != nil {
			return Room{}, err
		}
	}
	return r.show(user)
}

func (r *room) show(user account.User) (Room, error) {
	if room := r.now(); room.Info.VisibleTo(user.ID) {
		return *room, nil
	}
	return Room{}, failure.ErrNotFound
}

// Matches returns the matches of a filter.
func (s *Service) Matches(ctx context.Context, f Filter) ([]Info, error) {
	return s.store.FindMatches(ctx, f)
}

// CountMatches returns how many matches a filter selects.
func (s *Service) CountMatches(ctx context.Context, f Filter) (int, error) {
	return s.store.CountMatches(ctx, f)
}

// Events returns the events of a match after a seq.
func (s *Service) Events(ctx context.Context, id string, after int) ([]match.Event, error) {
	return s.store.FindEvents(ctx, id, after)
}
