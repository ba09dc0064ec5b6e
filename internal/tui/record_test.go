// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"cairn/internal/tui"
)

const annotated = `cairn record 1
# The final of the club.
game: tic-tac-toe 1
white: Ann
black: Béla
date: 2026-11-02T18:30:00Z
control: 5m+3s
clock: 4m50s 4m40s
result: playing
event: Club evening

0  start  3/3/3 w 0
1  b2     3/1w1/3 b 0   [13s]
# A mistake.
2  a1     3/1w1/b2 w 0  [23s]
`

// written writes a file into the folder of saves and returns its path.
func written(t *testing.T, o tui.Options, name, text string) string {
	t.Helper()
	path := filepath.Join(o.Dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestRecordKeeps opens a record and saves it again, without a change and
// after a turn.
func TestRecordKeeps(t *testing.T) {
	o := options(t, toy(), "")
	o.Players = [2]string{}
	path := written(t, o, "f.txt", annotated)
	o.File = "f.txt"
	plain(t, o, "save")
	if got, err := os.ReadFile(path); err != nil || string(got) != annotated {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, annotated)
	}
	has(t, plain(t, o, "c3", "save g.yaml"), "White ○ (Ann)", "4:50 left", "Black ● (Béla)", "4:40 left")
	r := load(t, filepath.Join(o.Dir, "g.yaml"))
	if r.Players != [2]string{"Ann", "Béla"} || r.Control != "5m+3s" || r.Comment != "The final of the club." ||
		r.Turns[1].Comment != "A mistake." || len(r.Extra) != 1 || r.Turns[0].Took != 13*time.Second || r.Date.Year() != 2026 {
		t.Errorf("something is lost: %+v", r)
	}
	if got, want := r.Clock[0], 4*time.Minute+53*time.Second; got != want {
		t.Errorf("White has %v left, want %v", got, want)
	}
}

// TestClockSaved saves in the middle of a turn: the time spent stays spent.
func TestClockSaved(t *testing.T) {
	o, c := options(t, toy(), "toy"), newClock()
	o.Control, o.Now, o.NoColour = "5m+3s", c.now, true
	s := newScreen(t, o).spell("b2")
	c.at = c.at.Add(30 * time.Second)
	s.press("s", "enter")
	o.File, o.Control = "Tic-tac-toeSave", ""
	files, _ := os.ReadDir(o.Dir)
	o.File = files[0].Name()
	c.at = c.at.Add(time.Hour)
	newScreen(t, o).shows("White", "5:03", "Black", "4:30")
}

func TestDecidedRecord(t *testing.T) {
	for name, test := range map[string]struct{ result, asks string }{
		"forfeited": {"white-wins resignation", "White wins: Black forfeits."},
		"time":      {"black-wins time", "Black wins: White ran out of time."},
		"agreed":    {"draw agreement", "Draw by agreement."},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, toy(), "")
			o.Players, o.NoColour, o.Typed = [2]string{}, true, true
			written(t, o, "f.txt", strings.Replace(annotated, "playing", test.result, 1))
			o.File = "f.txt"
			has(t, plain(t, o, "yes", "c3", "quit"), test.asks+" Continue from this position? (yes or no) yes", "White places on c3.")
			has(t, plain(t, o, "no", "quit"), "Continue from this position?", "The game is over")
			s := newScreen(t, o)
			s.shows("Continue from", "position?")
			s.press("y").spell("c3").shows("White places on c3.")
			newScreen(t, o).press("n").shows("The game is over")
			o.Typed = false
			if out := plain(t, o, "quit"); strings.Contains(out, "Continue from") {
				t.Errorf("a script is asked:\n%s", out)
			}
		})
	}
}

func TestControlRefused(t *testing.T) {
	o := options(t, toy(), "")
	o.Players = [2]string{}
	for _, control := range []string{"foo", "48h"} {
		written(t, o, "f.txt", strings.Replace(annotated, "5m+3s", control, 1))
		o.File = "f.txt"
		if _, err := tryPlain(o); err == nil || !strings.Contains(err.Error(), "control") {
			t.Errorf("%s: got %v", control, err)
		}
	}
}
