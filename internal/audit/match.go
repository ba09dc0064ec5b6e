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
	want := facts(implied(info, m, events[0].At))
	for i, f := range facts(info) {
		if f.value != want[i].value {
			return fmt.Errorf("the list has %s %v, want %v by the events", f.name, f.value, want[i].value)
		}
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

// facts returns the properties of a match that follow from its events.
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

// implied returns the row of a match as it follows from the events. The kind follows from
// the rule for takebacks only in part.
func implied(row room.Info, m match.Match, created time.Time) room.Info {
	row.Game, row.Control, row.Rated = m.Setup().Game, m.Control(), m.Setup().Rated
	row.Seats, row.Status, row.Seq, row.Ply = m.Seats(), m.Status(), m.Seq(), m.Ply()
	row.Turn, row.End, row.Created, row.Updated = m.Turn(), m.Result(), created, m.At()
	row.Position, row.Deadline, row.Rematch = m.State().String(), time.Time{}, ""
	if at, runs := m.Clock().Deadline(); runs && row.Status == match.Playing {
		row.Deadline = at
	}
	if m.Rematched() {
		row.Rematch = "agreed"
	}
	switch takeback := m.Setup().Takeback; {
	case takeback == match.Free:
		row.Kind = room.Screen
	case takeback == match.Own:
		row.Kind = room.Computer
	case row.Kind != room.Open:
		row.Kind = room.Private
	}
	return row
}

// millis returns a time in milliseconds, 0 for none.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}
