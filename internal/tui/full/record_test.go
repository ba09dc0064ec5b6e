// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"os"
	"strings"
	"testing"
	"time"
)

// TestClockSaved saves in the middle of a turn: the time spent stays spent.
func TestClockSaved(t *testing.T) {
	o, c := options(t, toy(), "toy"), newClock()
	o.Control, o.Now, o.NoColour = "5m+3s", c.Now, true
	s := newScreen(t, o).spell("b2")
	c.At = c.At.Add(30 * time.Second)
	s.press("s", "enter")
	o.File, o.Control = "Tic-tac-toeSave", ""
	files, _ := os.ReadDir(o.Dir)
	o.File = files[0].Name()
	c.At = c.At.Add(time.Hour)
	newScreen(t, o).shows("White", "5:03", "Black", "4:30")
}

func TestDecidedRecord(t *testing.T) {
	for name, test := range map[string]struct{ result, asks string }{
		"forfeited": {"white-wins resignation", "White wins: Black resigns."},
		"time":      {"black-wins time", "Black wins: White ran out of time."},
		"agreed":    {"draw agreement", "Draw by agreement."},
	} {
		t.Run(name, func(t *testing.T) {
			o := options(t, toy(), "")
			o.Players, o.NoColour, o.Typed = [2]string{}, true, true
			written(t, o, "f.txt", strings.Replace(annotated, "playing", test.result, 1))
			o.File = "f.txt"
			has(t, transcript(t, o, "yes", "c3", "quit"), test.asks+" Continue from this position? (yes or no) yes", "White places on c3.")
			has(t, transcript(t, o, "no", "quit"), "Continue from this position?", "The game is over")
			s := newScreen(t, o)
			s.shows("Continue from", "position?")
			s.press("y").spell("c3").shows("White places on c3.")
			newScreen(t, o).press("n").shows("The game is over")
			o.Typed = false
			if out := transcript(t, o, "quit"); strings.Contains(out, "Continue from") {
				t.Errorf("a script is asked:\n%s", out)
			}
		})
	}
}
