// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/game"
	"cairn/match"
)

// storyText is the stored form of the events of story. A change here needs a
// migration of stored matches.
const storyText = `
{"seq":1,"at":"2026-11-15T12:00:00Z","kind":"created","by":"white","setup":{"game":"tic-tac-toe","revision":1,"control":"1m+2s","takeback":"consent","creator":"white","seats":["anna",""]}}
{"seq":2,"at":"2026-11-15T12:00:00Z","kind":"joined","by":"black","account":"bert"}
{"seq":3,"at":"2026-11-15T12:00:01Z","kind":"started","by":"white"}
{"seq":4,"at":"2026-11-15T12:00:02Z","kind":"moved","by":"white","move":"a1","position":"3/3/w2 b 0"}
{"seq":5,"at":"2026-11-15T12:00:02Z","kind":"moved","by":"black","move":"b1","position":"3/3/wb1 w 0"}
{"seq":6,"at":"2026-11-15T12:00:02Z","kind":"undo-asked","by":"white","offer":6,"plies":2}
{"seq":7,"at":"2026-11-15T12:00:02Z","kind":"undo-granted","by":"black","position":"3/3/3 w 0","offer":6,"plies":2}
{"seq":8,"at":"2026-11-15T12:00:02Z","kind":"draw-offered","by":"black","offer":8}
{"seq":9,"at":"2026-11-15T12:00:03Z","kind":"draw-declined","by":"white","offer":8}
{"seq":10,"at":"2026-11-15T12:00:03Z","kind":"moved","by":"white","move":"b2","position":"3/1w1/3 b 0"}
{"seq":11,"at":"2026-11-15T12:00:03Z","kind":"resigned","by":"black","end":{"verdict":"white-wins","reason":"resignation"}}
`

func TestEventsAsStored(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(storyText), "\n")
	var stored []match.Event
	for i, e := range story(t) {
		if got := e.String(); i >= len(lines) || got != lines[i] {
			t.Errorf("event %d: got\n%s", e.Seq, got)
		}
	}
	for _, line := range lines {
		var e match.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		stored = append(stored, e)
	}
	m, err := match.Fold(toy, stored)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := m.Result(), stored[10].End; got != want {
		t.Errorf("result: got %v, want %v", got, want)
	}
}

func TestEventKindsAreListedOnce(t *testing.T) {
	kinds := match.EventKinds()
	slices.Sort(kinds)
	if got, want := len(slices.Compact(kinds)), 26; got != want {
		t.Errorf("kinds: got %d, want %d", got, want)
	}
}

func TestEventWithoutTextSaysWhy(t *testing.T) {
	e := match.Event{At: noon.AddDate(9000, 0, 0)}
	if got := e.String(); !strings.Contains(got, "year") {
		t.Errorf("got %q, want what is wrong with the time", got)
	}
}

// story returns the events of a short match with many kinds of them.
func story(t *testing.T) []match.Event {
	t.Helper()
	s := online("60s+2s")
	s.Seats[game.Black] = ""
	b := sit(t, toy, s)
	b.do(match.Action{Kind: match.Join, Account: "bert"}) // 2
	b.wait(time.Second)
	b.by(white, match.Start) // 3
	b.wait(time.Second)
	b.play("a1", "b1")      // 4, 5
	b.by(white, match.Undo) // 6
	b.answer(black, true)   // 7
	b.by(black, match.Draw) // 8
	b.wait(time.Second)
	b.answer(white, false)    // 9
	b.play("b2")              // 10
	b.by(black, match.Resign) // 11
	return b.events
}

func TestFoldNamesTheFirstEventThatDoesNotFit(t *testing.T) {
	tests := []struct {
		name  string
		spoil func([]match.Event) []match.Event
		says  string
	}{
		{"nothing at all", func([]match.Event) []match.Event { return nil }, "no events"},
		{"no beginning", func(es []match.Event) []match.Event { return es[1:] }, "event 2 joined: want event 1 created first"},
		{"beginning with another kind", func(es []match.Event) []match.Event { es[0].Kind = match.Started; return es }, "event 1 started: want event 1 created first"},
		{"a setup of another game", func(es []match.Event) []match.Event { es[0].Setup.Game = "chess"; return es }, "create match: the setup is for chess"},
		{"a created event with a move", func(es []match.Event) []match.Event { es[0].Move = "a1"; return es }, "event 1 created: got {"},
		{"a gap", func(es []match.Event) []match.Event { return slices.Delete(es, 4, 5) }, "event 6 undo-asked: want event 5 here"},
		{"one doubled", func(es []match.Event) []match.Event { return slices.Insert(es, 4, es[3]) }, "event 4 moved: want event 5 here"},
		{"two exchanged", func(es []match.Event) []match.Event { es[3], es[4] = es[4], es[3]; return es }, "event 5 moved: want event 4 here"},
		{"created again", func(es []match.Event) []match.Event { es[3].Kind = match.Created; return es }, `event 4: kind "created" cannot stand here`},
		{"an unknown kind", func(es []match.Event) []match.Event { es[3].Kind = "teleported"; return es }, `event 4: kind "teleported" cannot stand here`},
		{"time running backwards", func(es []match.Event) []match.Event { es[3].At = noon; return es }, "event 4 moved: its time"},
		{"time too fine", func(es []match.Event) []match.Event { es[3].At = es[3].At.Add(1); return es }, "event 4 moved: time"},
		{"a move after the time was over", func(es []match.Event) []match.Event { es[3].At = es[3].At.Add(time.Hour); return es }, `event 4 moved: got {`},
		{"an illegal move", func(es []match.Event) []match.Event { es[4].Move = "a1"; return es }, `event 5 moved: illegal move "a1"`},
		{"the wrong side", func(es []match.Event) []match.Event { es[4].By = white; return es }, "event 5 moved: the other side is to move"},
		{"another position", func(es []match.Event) []match.Event { es[4].Position = "3/3/3 w 0"; return es }, "event 5 moved: got {"},
		{"more plies than asked", func(es []match.Event) []match.Event { es[6].Plies = 1; return es }, "event 7 undo-granted: got {"},
		{"an answer to no offer", func(es []match.Event) []match.Event { es[8].Offer = 6; return es }, "event 9 draw-declined: that offer is no longer open"},
		{"the wrong winner", func(es []match.Event) []match.Event { es[10].End.Verdict = game.BlackWins; return es }, "event 11 resigned: got {"},
		{"an end for nothing", func(es []match.Event) []match.Event { es[3].End = es[10].End; return es }, "event 4 moved: got {"},
		{"after the end", func(es []match.Event) []match.Event {
			return append(es, match.Event{Seq: 12, At: es[10].At, Kind: match.Moved, By: black, Move: "c3"})
		}, "event 12 moved: the match is over"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := match.Fold(toy, test.spoil(slices.Clone(story(t))))
			if err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("got %v, want an error with %q", err, test.says)
			}
		})
	}
}

func TestFoldAcceptsOtherTimeZones(t *testing.T) {
	events := story(t)
	for i := range events {
		events[i].At = events[i].At.In(time.FixedZone("Tana", 3*3600))
	}
	m, err := match.Fold(toy, events)
	if err != nil {
		t.Fatal(err)
	}
	if got := m.At().Location(); got != time.UTC {
		t.Errorf("location: got %s, want UTC", got)
	}
}

func TestApplyChangesNothingOnError(t *testing.T) {
	b := playOnline(t, toy, "none")
	_, good, err := b.match.Do(b.now, match.Action{Kind: match.Move, By: white, Move: "a1"})
	if err != nil {
		t.Fatal(err)
	}
	bad := match.Event{Seq: 4, At: b.now, Kind: match.Moved, By: black, Move: "a1"}
	before := observe(b.match, b.now)
	got, err := b.match.Apply(append(good, bad)...)
	if !errors.Is(err, game.ErrIllegal) {
		t.Errorf("got %v, want an illegal move", err)
	}
	same(t, "match after the error", observe(got, b.now), before)
}

func TestMatchIsAValue(t *testing.T) {
	b := playLocal(t, toy, match.Free)
	b.play("a1", "b1")
	old, before := b.match, observe(b.match, b.now)
	b.play("c1")
	b.by(match.NoSeat, match.Undo)
	b.by(match.NoSeat, match.Undo)
	b.play("c3")
	old.Walk().Undo()
	same(t, "the match before", observe(old, noon), before)
}

// TestEventJSON compares the JSON of events with that of encoding/json.
func TestEventJSON(t *testing.T) {
	at := time.Date(2026, 11, 18, 9, 5, 0, 120e6, time.UTC)
	moved := match.Event{Seq: 12, At: at, Kind: match.Moved, By: match.WhiteSeat, Move: "d6-d7xa1", Position: "3/3/3/6/3/3/3 w 9,9 0"}
	events := map[string]match.Event{"a move": moved, "nothing": {}, "joined": {Seq: 2, At: at, Kind: match.Joined, By: match.BlackSeat, Account: "u"}}
	for name, change := range map[string]func(*match.Event){
		"black":              func(e *match.Event) { e.By = match.BlackSeat },
		"whole second":       func(e *match.Event) { e.At = at.Truncate(time.Second) },
		"no time":            func(e *match.Event) { e.At = time.Time{} },
		"another zone":       func(e *match.Event) { e.At = at.In(time.FixedZone("", 3600)) },
		"no seat":            func(e *match.Event) { e.By = match.NoSeat },
		"no position":        func(e *match.Event) { e.Position = "" },
		"letters and quotes": func(e *match.Event) { e.Move = "é\"\\" },
		"angles":             func(e *match.Event) { e.Move = "<b>&" },
		"the last one":       func(e *match.Event) { e.End = match.End{Verdict: game.Draw, Reason: "agreed"} },
		"plies":              func(e *match.Event) { e.Plies = 2 },
	} {
		e := moved
		change(&e)
		events[name] = e
	}
	for c := range rune(0x100) { // alone, as another letter would hide that it needs an escape
		e := moved
		e.Move = string(c)
		events[fmt.Sprintf("%q", c)] = e
	}
	for name, e := range events {
		got, err := e.AppendJSON([]byte("> "))
		if err != nil {
			t.Fatal(err)
		}
		want, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != "> "+string(want) {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
