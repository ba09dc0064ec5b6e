// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"cairn/match"
)

// storyText is how the events of the story are stored. What is stored once must
// be read for ever: a change here needs a migration.
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
	if got, want := len(slices.Compact(kinds)), 21; got != want {
		t.Errorf("kinds: got %d, want %d", got, want)
	}
}

func TestEventWithoutTextSaysWhy(t *testing.T) {
	e := match.Event{At: noon.AddDate(9000, 0, 0)}
	if got := e.String(); !strings.Contains(got, "year") {
		t.Errorf("got %q, want what is wrong with the time", got)
	}
}
