// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// games finds rule sets.
type games interface {
	Game(id string) (game.Game, error)
}

// match replays a match by the rules and compares what the list says of it.
func (a *audit) match(ctx context.Context, info live.Info) error {
	events, err := a.store.FindEvents(ctx, info.ID, 0)
	if err != nil && failure.CodeOf(err) != failure.NotFound {
		return err
	}
	latest := info.Seq
	if len(events) > latest { // it went on since the list was read, or the row is wrong
		now, err := a.store.FindMatch(ctx, info.ID)
		if err != nil {
			return err
		}
		latest = now.Seq
	}
	a.matches++
	a.events += len(events)
	if fault := a.replay(ctx, info, events, latest); fault != nil {
		a.fault("match %s: %v", info.ID, fault)
	}
	return nil
}

// replay returns the first fault of a match; latest is the seq of its row after
// the events were read.
func (a *audit) replay(ctx context.Context, info live.Info, events []match.Event, latest int) error {
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
		return fmt.Errorf("the list says seq %d, but the last event is %d", latest, len(events))
	}
	if err := differs(facts(info), factsOf(info.Kind, m, events[0])); err != nil {
		return err
	}
	return a.successor(ctx, info)
}

// successor checks that the rematch a match leads to is there.
func (a *audit) successor(ctx context.Context, info live.Info) error {
	if info.Rematch == "" {
		return nil
	}
	if _, err := a.store.FindMatch(ctx, info.Rematch); err != nil {
		return fmt.Errorf("its rematch %s: %w", info.Rematch, err)
	}
	return nil
}

// fact is one thing that a list says of a match.
type fact struct {
	name  string
	value any
}

// facts are what the list says.
func facts(i live.Info) []fact {
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
	}
}

// factsOf are what the events say. Of the kind they tell only with whom turns
// can be taken back freely.
func factsOf(kind live.Kind, m match.Match, created match.Event) []fact {
	var deadline time.Time
	if at, runs := m.Clock().Deadline(); runs && m.Status() == match.Playing {
		deadline = at
	}
	switch takeback := m.Setup().Takeback; {
	case takeback == match.Free:
		kind = live.Screen
	case takeback == match.Own:
		kind = live.Computer
	case kind != live.Open:
		kind = live.Private
	}
	return []fact{
		{"seq", m.Seq()},
		{"game", m.Setup().Game},
		{"clock", m.Setup().Control.String()},
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
	}
}

// millis returns a time in milliseconds, 0 for none.
func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// differs names the first fact that is not as it should be.
func differs(got, want []fact) error {
	for i, f := range got {
		if f.value != want[i].value {
			return fmt.Errorf("the list says %s %v, want %v by the events", f.name, f.value, want[i].value)
		}
	}
	return nil
}
