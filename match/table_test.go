// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"errors"
	"testing"
	"time"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/match"
)

var (
	toy   = game.Erase(tictactoe.Standard)
	noon  = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	white = match.WhiteSeat
	black = match.BlackSeat
)

// table is where a match is played in a test: it keeps the events and the time.
type table struct {
	testing.TB
	game   game.Game
	match  match.Match
	now    time.Time
	events []match.Event
}

// sit creates a match at noon.
func sit(t testing.TB, g game.Game, s match.Setup) *table {
	t.Helper()
	m, e, err := match.New(g, s, noon)
	if err != nil {
		t.Fatalf("new match: %v", err)
	}
	return &table{TB: t, game: g, match: m, now: noon, events: []match.Event{e}}
}

// online is a match by consent in which both sit and White is the creator.
func online(control string) match.Setup {
	c, err := match.ParseControl(control)
	if err != nil {
		panic(err)
	}
	return match.Setup{Control: c, Creator: white, Seats: [2]string{"anna", "bert"}}
}

// playOnline starts a match by consent.
func playOnline(t testing.TB, g game.Game, control string) *table {
	t.Helper()
	b := sit(t, g, online(control))
	b.do(match.Action{Kind: match.Start})
	return b
}

// playLocal starts a match on one machine.
func playLocal(t testing.TB, g game.Game, takeback match.Takeback) *table {
	t.Helper()
	b := sit(t, g, match.Setup{Takeback: takeback})
	b.do(match.Action{Kind: match.Start})
	return b
}

// do does an action that must be accepted and returns its only event.
func (b *table) do(a match.Action) match.Event {
	b.Helper()
	next, events, err := b.match.Do(b.now, a)
	if err != nil {
		b.Fatalf("%s by %s: %v", a.Kind, a.By, err)
	}
	if len(events) != 1 {
		b.Fatalf("%s by %s: got %d events, want 1", a.Kind, a.By, len(events))
	}
	b.match = next
	b.events = append(b.events, events...)
	return events[0]
}

// by does an action that needs no more than a side.
func (b *table) by(seat match.Seat, kind match.ActionKind) match.Event {
	b.Helper()
	return b.do(match.Action{Kind: kind, By: seat})
}

// play plays moves for whoever is to move.
func (b *table) play(moves ...string) {
	b.Helper()
	for _, text := range moves {
		b.do(match.Action{Kind: match.Move, By: match.SeatOf(b.match.Turn()), Move: text})
	}
}

// answer answers the open offer.
func (b *table) answer(seat match.Seat, yes bool) match.Event {
	b.Helper()
	offer, _ := b.match.Offer()
	return b.do(match.Action{Kind: match.Answer, By: seat, Offer: offer.ID, Yes: yes})
}

// wait lets time pass.
func (b *table) wait(d time.Duration) { b.now = b.now.Add(d) }

// refuses checks that an action is refused for that reason.
func (b *table) refuses(a match.Action, want match.Why) {
	b.Helper()
	_, events, err := b.match.Do(b.now, a)
	if got := whyOf(err); got != want || events != nil {
		b.Errorf("%s by %s: got %v and %v, want refused: %s", a.Kind, a.By, events, err, want)
	}
}

// refusesBy checks that an action that needs no more than a side is refused.
func (b *table) refusesBy(seat match.Seat, kind match.ActionKind, want match.Why) {
	b.Helper()
	b.refuses(match.Action{Kind: kind, By: seat}, want)
}

// ends checks how the match ended, "" for one that goes on.
func (b *table) ends(verdict game.Verdict, reason match.Reason) {
	b.Helper()
	if got, want := b.match.Result(), (match.End{Verdict: verdict, Reason: reason}); got != want {
		b.Errorf("result: got %v, want %v", got, want)
	}
	if over := b.match.Status() == match.Over; over != (reason != "") {
		b.Errorf("status: got %s with reason %q", b.match.Status(), reason)
	}
}

// stands checks the position.
func (b *table) stands(want string) {
	b.Helper()
	if got := b.match.State().String(); got != want {
		b.Errorf("position: got %q, want %q", got, want)
	}
}

func whyOf(err error) match.Why {
	var refused *match.Error
	if errors.As(err, &refused) {
		return refused.Why
	}
	return ""
}
