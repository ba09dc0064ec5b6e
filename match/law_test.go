// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cairn/game"
	"cairn/match"
)

// TestLaws does random actions by random sides at random times and checks after
// each of them what must hold in every match.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := newLaws(t)
		for range rapid.IntRange(20, 80).Draw(t, "steps") {
			l.now = l.now.Add(time.Duration(rapid.SampledFrom(pauses).Draw(t, "pause")))
			l.try(l.action())
		}
		l.folds()
		l.loads()
	})
}

// Draws prefer the first of a list, so common values come first.

// pauses are times between actions: mostly thinking, sometimes a clock that is
// behind, or an hour.
var pauses = []time.Duration{
	0, time.Second, time.Millisecond, 1700 * time.Microsecond, 3 * time.Second, -time.Second,
	time.Second, 3 * time.Second, 0, time.Second, time.Millisecond, time.Hour,
}

var actionKinds = []match.ActionKind{
	match.Move, match.Undo, match.Answer, match.Draw, match.Redo, match.Withdraw, match.Start, match.Join, match.Pause,
	match.Resume, match.Flag, match.Rematch, match.Claim, match.Resign, match.Abort, "dance",
}

type laws struct {
	*rapid.T
	game   game.Game
	now    time.Time
	match  match.Match
	events []match.Event
}

func newLaws(t *rapid.T) *laws {
	l := &laws{T: t, game: rapid.SampledFrom([]game.Game{toy, shuttle}).Draw(t, "game"), now: noon}
	s := match.Setup{
		Takeback: rapid.SampledFrom([]match.Takeback{match.Consent, match.Consent, match.Free, match.Own}).Draw(t, "takeback"),
		Terms:    rapid.SampledFrom([]match.Terms{match.FairTerms, match.FairTerms, match.OldTerms}).Draw(t, "terms"),
		Creator:  rapid.SampledFrom([]match.Seat{match.NoSeat, white}).Draw(t, "creator"),
		Seats:    rapid.SampledFrom([][2]string{{"anna", ""}, {"anna", "bert"}, {"anna", "bert"}}).Draw(t, "seats"),
	}
	var err error
	if s.Control, err = match.ParseControl(rapid.SampledFrom([]string{"none", "20s+2s", "1d"}).Draw(t, "control")); err != nil {
		t.Fatal(err)
	}
	var e match.Event
	if l.match, e, err = match.New(l.game, s, l.now); err != nil {
		t.Fatal(err)
	}
	l.events = append(l.events, e)
	if rapid.IntRange(0, 9).Draw(t, "begin") > 0 {
		l.try(match.Action{Kind: match.Join, Account: "bert"})
		l.try(match.Action{Kind: match.Start})
	}
	return l
}

// action draws an action that has a fair chance to be accepted.
func (l *laws) action() match.Action {
	kind := l.apt()
	if rapid.Bool().Draw(l.T, "other") {
		kind = rapid.SampledFrom(actionKinds).Draw(l.T, "kind")
	}
	a := match.Action{
		Kind:    kind,
		By:      rapid.SampledFrom([]match.Seat{white, black, match.NoSeat}).Draw(l.T, "by"),
		Yes:     rapid.Bool().Draw(l.T, "yes"),
		Away:    rapid.Bool().Draw(l.T, "away"),
		Account: rapid.SampledFrom([]string{"", "anna", "bert"}).Draw(l.T, "account"),
	}
	switch kind {
	case match.Move:
		a.By, a.Move = l.move()
	case match.Answer, match.Withdraw:
		offer, _ := l.match.Offer()
		a.Offer = offer.ID + rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(l.T, "off by")
	}
	return a
}

// apt returns the kind of action that is most likely accepted now.
func (l *laws) apt() match.ActionKind {
	_, open := l.match.Offer()
	switch {
	case l.match.Paused():
		return match.Resume
	case open:
		return match.Answer
	case l.match.CanRedo(white):
		return match.Redo
	}
	return match.Move
}

// move draws a move, mostly a legal one of the side to move.
func (l *laws) move() (match.Seat, string) {
	moves := l.match.State().Moves()
	if len(moves) == 0 || rapid.IntRange(0, 9).Draw(l.T, "wild") == 9 {
		return rapid.SampledFrom([]match.Seat{white, black}).Draw(l.T, "mover"), "b2"
	}
	return match.SeatOf(l.match.Turn()), rapid.SampledFrom(moves).Draw(l.T, "move").Text
}

// try does an action and checks the result.
func (l *laws) try(a match.Action) {
	l.Helper()
	before := observe(l.match, l.now)
	next, events, err := l.match.Do(l.now, a)
	same(l, "the match that Do was called on", observe(l.match, l.now), before)
	if a.Kind == match.Rematch && l.match.CanRematch(a.By) != (err == nil) {
		l.Fatalf("rematch by %s: CanRematch says %v, Do says %v", a.By, l.match.CanRematch(a.By), err)
	}
	if err != nil {
		var refused *match.Error
		if !errors.As(err, &refused) || refused.Code() == "" || events != nil {
			l.Fatalf("%s: got %v and %v, want a refusal with a code and no events", a.Kind, events, err)
		}
		same(l, "the match that a refused Do returns", observe(next, l.now), before)
		return
	}
	applied, err := l.match.Apply(events...)
	if err != nil {
		l.Fatalf("%s: apply: %v", a.Kind, err)
	}
	same(l, "the match that Apply makes", observe(applied, l.now), observe(next, l.now))
	for _, e := range events {
		l.event(e)
	}
	l.status(next)
	l.fair(next)
	l.match = next
}

// event checks a new event against the one before, and its JSON.
func (l *laws) event(e match.Event) {
	l.Helper()
	last := l.events[len(l.events)-1]
	if e.Seq != last.Seq+1 || e.At.Before(last.At) || e.At.Location() != time.UTC || e.At.Nanosecond()%1e6 != 0 {
		l.Fatalf("event %v after %v: want the next number, a later time in UTC milliseconds", e, last)
	}
	text, err := json.Marshal(e)
	if err != nil {
		l.Fatal(err)
	}
	var back match.Event
	if err := json.Unmarshal(text, &back); err != nil || back != e {
		l.Fatalf("%s reads as %v: %v", text, back, err)
	}
	l.events = append(l.events, e)
}

// status checks the result and the open offer of the match after new events.
func (l *laws) status(m match.Match) {
	l.Helper()
	last := l.events[len(l.events)-1]
	ends := 0
	for _, e := range l.events {
		if e.End.Over() {
			ends++
		}
	}
	if m.Setup().Takeback == match.Consent && ends > 1 {
		l.Fatalf("the match ended %d times", ends)
	}
	if last.End.Over() && m.Result() != last.End {
		l.Fatalf("%v, but the result is %v", last, m.Result())
	}
	if over := m.Status() == match.Over; over != m.Result().Over() || over && ends == 0 {
		l.Fatalf("%s with result %v after %d ends", m.Status(), m.Result(), ends)
	}
	if _, running := m.Clock().Running(); running != (m.Status() == match.Playing && !m.Paused()) {
		l.Fatalf("%s, paused %v, but the clock runs: %v", m.Status(), m.Paused(), running)
	}
	offer, open := m.Offer()
	if open && (offer.Kind == match.RematchOffer) != (m.Status() == match.Over) {
		l.Fatalf("%s with an open offer %v", m.Status(), offer)
	}
	if m.Status() == match.Playing && m.Walk().Result().Over() {
		l.Fatalf("playing on in %s", m.State())
	}
}

// fair checks the promises of FairTerms after a new event: neither side loses before both
// sides have moved, first moves are not charged, and an undo or redo gives the time
// back.
func (l *laws) fair(m match.Match) {
	l.Helper()
	if m.Setup().Terms != match.FairTerms || m.Setup().Takeback != match.Consent {
		return
	}
	last := l.events[len(l.events)-1]
	if _, won := m.Result().Verdict.Winner(); won && m.Ply() < 2 {
		l.Fatalf("%v after %d turns", last, m.Ply())
	}
	if _, expired := m.Expired(); expired != (last.Kind == match.Expired) && m.Status() != match.Over {
		l.Fatalf("%v, but expired is %v", last, expired)
	}
	left := [2]time.Duration{m.Clock().Remaining(game.White, m.At()), m.Clock().Remaining(game.Black, m.At())}
	if full := m.Setup().Control; full.Kind == match.RealTime && m.Ply() == 0 && left != [2]time.Duration{full.Initial, full.Initial} {
		l.Fatalf("%v: got %v left before the first move", last, left)
	}
	if last.Kind != match.UndoGranted && last.Kind != match.RedoGranted {
		return
	}
	if want, known := l.match.LeftAt(m.Ply()); known && last.Kind == match.UndoGranted && left != want {
		l.Fatalf("%v: got %v left, want %v as before", last, left, want)
	}
	if last.Plies == 0 {
		l.Fatalf("%v without turns", last)
	}
}

// folds checks that the events alone make the same match.
func (l *laws) folds() {
	l.Helper()
	m, err := match.Fold(l.game, l.events)
	if err != nil {
		l.Fatal(err)
	}
	same(l, "folded", observe(m, l.now), observe(l.match, l.now))
}

// loads checks that a match continues from its record, undone turns included.
func (l *laws) loads() {
	l.Helper()
	want := l.match.Record()
	m, events, err := match.FromRecord(l.game, want, match.Setup{Takeback: match.Free}, l.now)
	if err != nil {
		l.Fatal(err)
	}
	got := m.Record()
	got.Control, got.Date = want.Control, want.Date // the new match has its own
	same(l, "record", got, want)
	if m.State().String() != l.match.State().String() || m.Result() != l.match.Result() {
		l.Fatalf("loaded: got %s %v, want %s %v", m.State(), m.Result(), l.match.State(), l.match.Result())
	}
	folded, err := match.Fold(l.game, events)
	if err != nil {
		l.Fatal(err)
	}
	same(l, "loaded and folded", observe(folded, l.now), observe(m, l.now))
}
