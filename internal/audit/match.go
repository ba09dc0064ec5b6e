// SPDX-License-Identifier: Apache-2.0

package audit

import (
	"context"
	"fmt"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/match"
)

// match replays a match by the rules and compares its row in the list.
func (a *audit) match(ctx context.Context, info room.Info) error {
	events, err := a.store.FindEvents(ctx, info.ID, 0)
	if err != nil && failure.CodeOf(err) != failure.NotFound {
		return err
	}
	latest := info.Seq
	if len(events) > latest { // the match went on since the list was read, or the row is wrong
		now, err := a.store.FindMatch(ctx, info.ID)
		if err != nil {
			return err
		}
		latest = now.Seq
	}
	a.Matches++
	a.Events += len(events)
	if fault := a.replay(ctx, info, events, latest); fault != nil {
		a.fault(Fault{Match: info.ID}, "match %s: %v", info.ID, fault)
	}
	return nil
}

// replay returns the first fault of a match; latest is the seq of its row after
// the events were read.
func (a *audit) replay(ctx context.Context, info room.Info, events []match.Event, latest int) error {
	g, err := a.games.Game(info.Game)
	if err != nil {
		return err
	}
	listed := min(info.Seq, len(events))
	m, err := match.Fold(g, events[:listed])
	if err != nil {
		return err
	}
	if _, err := m.Apply(events[listed:]...); err != nil {
		return err
	}
	if info.Seq > len(events) || latest < len(events) {
		return fmt.Errorf("the list has seq %d, but the last event is %d", latest, len(events))
	}
	if info.Position == "" { // of a match that ended before positions were kept
		info.Position = m.State().String()
	}
	if err := differs(facts(info), factsOf(info.Kind, m, events[0])); err != nil {
		return err
	}
	return a.successor(ctx, info)
}

// successor checks that the rematch of a match exists.
func (a *audit) successor(ctx context.Context, info room.Info) error {
	if info.Rematch == "" {
		return nil
	}
	if _, err := a.store.FindMatch(ctx, info.Rematch); err != nil {
		return fmt.Errorf("its rematch %s: %w", info.Rematch, err)
	}
	return nil
}

// fact is one property of a match.
type fact struct {
	name  string
	value any
}

// facts returns the properties in the list.
func facts(i room.Info) []fact {
	return []fact{
		{"seq", i.Seq},
		{"game", i.Game},
		{"clock", i.Control},
		{"rated", i.Rated},
		{"white", i.Seats[game.White]},
		{"black", i.Seats[game.Black]},
		{"status", i.Status},
		{"ply", i.Ply},
		{"turn", i.Turn},
		{"end", i.End},
		{"created", i.Created.UnixMilli()},
		{"updated", i.Updated.UnixMilli()},
		{"deadline", millis(i.Deadline)},
		{"rematch agreed", i.Rematch != ""},
		{"kind", i.Kind},
		{"position", i.Position},
	}
}

// factsOf returns the properties that follow from the events. The kind follows from
// the rule for takebacks only in part.
func factsOf(kind room.Kind, m match.Match, created match.Event) []fact {
	var deadline time.Time
	if at, runs := m.Clock().Deadline(); runs && m.Status() == match.Playing {
		deadline = at
	}
	switch takeback := m.Setup().Takeback; {
	case takeback == match.Free:
		kind = room.Screen
	case takeback == match.Own:
		kind = room.Computer
	case kind != room.Open:
		kind = room.Private
	}
	return []fact{
		{"seq", m.Seq()},
		{"game", m.Setup().Game},
		{"clock", m.Control()},
		{"rated", m.Setup().Rated},
		{"white", m.Seats()[game.White]},
		{"black", m.Seats()[game.Black]},
		{"status", m.Status()},
		{"ply", m.Ply()},
		{"turn", m.Turn()},
		{"end", m.Result()},
		{"created", created.At.UnixMilli()},
		{"updated", m.At().UnixMilli()},
		{"deadline", millis(deadline)},
		{"rematch agreed", m.Rematched()},
		{"kind", kind},
		{"position", m.State().String()},
	}
}

// millis returns a time in milliseconds, 0 for none.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// differs returns an error for the first property that differs.
func differs(got, want []fact) error {
	for i, f := range got {
		if f.value != want[i].value {
			return fmt.Errorf("the list has %s %v, want %v by the events", f.name, f.value, want[i].value)
		}
	}
	return nil
}
