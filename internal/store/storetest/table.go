// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"testing"
	"time"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/live/room"
	"cairn/match"
)

var (
	toy  = game.Erase(tictactoe.Standard)
	noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
)

// Table plays a match for a test. It returns the changes to store and stores nothing.
type Table struct {
	testing.TB
	Info  room.Info
	Match match.Match
	Now   time.Time
	first []match.Event
}

// NewTable creates a match at noon.
func NewTable(t testing.TB, id string, kind room.Kind, setup match.Setup) *Table {
	t.Helper()
	b, err := newTable(t, id, kind, setup)
	if err != nil {
		t.Fatalf("new match: %v", err)
	}
	return b
}

func newTable(t testing.TB, id string, kind room.Kind, setup match.Setup) (*Table, error) {
	m, created, err := match.New(toy, setup, noon)
	if err != nil {
		return nil, err
	}
	b := &Table{TB: t, Match: m, Now: noon, first: []match.Event{created}}
	b.Info = room.Info{ID: id, Kind: kind, Created: noon}
	if side, sits := setup.Creator.Side(); sits {
		b.Info.Creator = setup.Seats[side]
	}
	b.update()
	return b, nil
}

// Online returns the setup of a match between two accounts without a clock.
func Online(white, black string) match.Setup {
	return match.Setup{Creator: match.WhiteSeat, Seats: [2]string{white, black}}
}

// Created returns the match as it was created.
func (b *Table) Created() room.NewMatch {
	b.Helper()
	if b.Match.Seq() != len(b.first) {
		b.Fatalf("the match has gone on to seq %d", b.Match.Seq())
	}
	return room.NewMatch{Info: b.Info, Events: b.first}
}

// Do does an action a second later and returns the change. Table is copied by
// assignment, so a change can be tried on a copy.
func (b *Table) Do(a match.Action) room.Change {
	b.Helper()
	b.Now = b.Now.Add(time.Second)
	after := b.Match.Seq()
	next, events, err := b.Match.Do(b.Now, a)
	if err != nil {
		b.Fatalf("%s by %s: %v", a.Kind, a.By, err)
	}
	b.Match = next
	b.update()
	return room.Change{Info: b.Info, After: after, Events: events}
}

// Start starts the match.
func (b *Table) Start() room.Change {
	b.Helper()
	return b.Do(match.Action{Kind: match.Start})
}

// Move plays a move for the side to move.
func (b *Table) Move(text string) room.Change {
	b.Helper()
	return b.Do(match.Action{Kind: match.Move, By: match.SeatOf(b.Match.Turn()), Move: text})
}

// update sets the fields that follow from the events.
func (b *Table) update() {
	m := b.Match
	b.Info.Game, b.Info.Control, b.Info.Rated = m.Setup().Game, m.Control(), m.Setup().Rated
	b.Info.Seats, b.Info.Status, b.Info.Seq, b.Info.Ply = m.Seats(), m.Status(), m.Seq(), m.Ply()
	b.Info.Turn, b.Info.End, b.Info.Updated, b.Info.Deadline = m.Turn(), m.Result(), m.At(), time.Time{}
	b.Info.Position = m.State().String()
	if at, runs := m.Clock().Deadline(); runs {
		b.Info.Deadline = at
	}
}
