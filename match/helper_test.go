// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/match"
	"cairn/record"
)

var (
	toy   = game.Erase(tictactoe.Standard)
	noon  = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)
	white = match.WhiteSeat
	black = match.BlackSeat
)

// table holds a match under test, its events and the time.
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

// online is the setup of a match with consent and two players, created by White.
func online(control string) match.Setup {
	c, err := match.ParseControl(control)
	if err != nil {
		panic(err)
	}
	return match.Setup{Control: c, Creator: white, Seats: [2]string{"anna", "bert"}}
}

// playOnline starts a match with consent.
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

// by does an action without parameters.
func (b *table) by(seat match.Seat, kind match.ActionKind) match.Event {
	b.Helper()
	return b.do(match.Action{Kind: kind, By: seat})
}

// play plays moves for the side to move.
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

// refusesBy checks that an action without parameters is refused.
func (b *table) refusesBy(seat match.Seat, kind match.ActionKind, want match.Why) {
	b.Helper()
	b.refuses(match.Action{Kind: kind, By: seat}, want)
}

// ends checks how the match ended; "" if it is still running.
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

// seen holds everything a match shows.
type seen struct {
	Setup, Rematch match.Setup
	Seats          [2]string
	Seq            int
	At             time.Time
	Status         match.Status
	Paused         bool
	Rematched      bool
	End            match.End
	Position       string
	Turn           game.Side
	Ply            int
	Notes          [][]game.Note
	Mills          [2]int
	Recent         []uint64
	Offer          match.Offer
	Left           [2]time.Duration
	Lefts          [][2]time.Duration
	Spent          time.Duration
	Deadline       time.Time
	Can            []bool
	Record         record.Record
}

func observe(m match.Match, now time.Time) seen {
	s := seen{
		Setup: m.Setup(), Rematch: m.RematchSetup(), Seats: m.Seats(), Seq: m.Seq(), At: m.At(),
		Status: m.Status(), Paused: m.Paused(), Rematched: m.Rematched(), End: m.Result(),
		Position: m.State().String(), Turn: m.Turn(), Ply: m.Ply(), Mills: m.Mills(),
		Recent: m.Walk().Recent(), Spent: m.Clock().Spent(now), Record: m.Record(),
		Can: []bool{m.CanAbort(), m.CanUndo(match.NoSeat), m.CanRedo(match.NoSeat)},
	}
	s.Offer, _ = m.Offer()
	s.Deadline, _ = m.Clock().Deadline()
	for ply := range m.Ply() + 1 {
		left, _ := m.LeftAt(ply)
		s.Lefts = append(s.Lefts, left)
	}
	for ply := 1; ply <= m.Ply(); ply++ {
		s.Notes = append(s.Notes, m.Notes(ply))
	}
	for _, side := range game.Sides {
		s.Left[side] = m.Clock().Remaining(side, now)
		s.Can = append(s.Can, m.CanUndo(match.SeatOf(side)), m.CanRedo(match.SeatOf(side)), m.CanDraw(side))
	}
	return s
}

// same fails if two values differ.
func same(t interface {
	Helper()
	Fatalf(string, ...any)
}, what string, got, want any,
) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}

// shuttle is a game that never ends, for matches with many turns: a single man
// moves between three points. No draws are set.
var shuttle = game.Erase(game.Def[shuttlePos, game.Point]{
	Info: game.Info{
		ID: "shuttle", Revision: 1, Name: "Shuttle", Family: "shuttle", Variant: "standard",
		Board: &game.Board{
			Points: []game.Spot{{Name: "a1"}, {Name: "b1", X: 1}, {Name: "c1", X: 2}},
			Width:  3, Height: 1, Columns: []string{"a", "b", "c"}, Rows: []string{"1"},
		},
		Men: 1,
	},
	Start:      func() shuttlePos { return shuttlePos{} },
	Format:     func(p shuttlePos) string { return shuttleNames[p.at] + " " + p.turn.Letter() },
	Parse:      parseShuttle,
	FormatMove: func(_ shuttlePos, m game.Point) string { return shuttleNames[m] },
	Paths:      func(_ shuttlePos, m game.Point) []game.Path { return []game.Path{{{Point: m, Kind: game.To}}} },
	View:       func(p shuttlePos) game.View { return game.View{Men: make([]game.Man, 3), Turn: p.turn} },
	Notes: func(p shuttlePos, m game.Point) []game.Note {
		return []game.Note{{Kind: game.Moved, Side: p.turn, Point: m}, {Kind: game.Mills, Side: p.turn, Count: 1}}
	},
	Explain: func(shuttlePos, game.Path) (game.Why, string) { return game.WhyNoPoint, "" },
})

var shuttleNames = [...]string{"a1", "b1", "c1"}

type shuttlePos struct {
	at   game.Point
	turn game.Side
}

func parseShuttle(text string) (p shuttlePos, err error) {
	for i, name := range shuttleNames {
		for _, side := range game.Sides {
			if text == name+" "+side.Letter() {
				return shuttlePos{game.Point(i), side}, nil
			}
		}
	}
	return p, fmt.Errorf("position %q: want one like a1 w", text)
}

func (p shuttlePos) Turn() game.Side        { return p.turn }
func (p shuttlePos) Resets(game.Point) bool { return false }
func (p shuttlePos) Takes(game.Point) int   { return 0 }
func (p shuttlePos) Result() game.Result    { return game.Result{} }
func (p shuttlePos) Clock() int             { return 0 }
func (p shuttlePos) Hash() uint64           { return game.Mix(uint64(p.at)<<1 | uint64(p.turn)) }

func (p shuttlePos) AppendMoves(dst []game.Point) []game.Point {
	for i := range game.Point(3) {
		if i != p.at {
			dst = append(dst, i)
		}
	}
	return dst
}

func (p shuttlePos) Play(m game.Point) shuttlePos { return shuttlePos{m, p.turn.Other()} }
