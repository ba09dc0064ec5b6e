// SPDX-License-Identifier: Apache-2.0

package game_test

import (
	"encoding"
	"strings"
	"testing"

	"cairn/game"
)

// strip is a board of one row of eleven cells and a lonely point below.
func strip() *game.Board {
	b := &game.Board{Width: 11, Height: 2}
	for x := range 11 {
		b.Points = append(b.Points, game.Spot{Name: "a" + string(rune('A'+x)), X: x})
	}
	b.Points = append(b.Points, game.Spot{Name: "b", X: 5, Y: 1})
	return b
}

func TestRowsRoundTrip(t *testing.T) {
	for text, men := range map[string][2]uint64{
		"92/1":        {},
		"w91/b":       {1, 1 << 11},
		"9bw/1":       {1 << 10, 1 << 9},
		"5w5/w":       {1<<5 | 1<<11, 0},
		"bbbbwbbbb2/": {},
	} {
		got, err := game.ParseRows(strip(), text)
		if strings.HasSuffix(text, "/") {
			if err == nil {
				t.Errorf("%q has an empty row and was read", text)
			}
			continue
		}
		if err != nil || got != men {
			t.Errorf("parse %q: got %b, %v, want %b", text, got, err, men)
		}
		if back := game.FormatRows(strip(), men); back != text {
			t.Errorf("format: got %q, want %q", back, text)
		}
	}
}

func TestLeaps(t *testing.T) {
	b := strip()
	leaps, has, err := game.ParseLeaps(b, "aAaB,-")
	if err != nil || leaps[0] != (game.Leap{From: 0, To: 1}) || has != [2]bool{true, false} {
		t.Errorf("got %v %v %v", leaps, has, err)
	}
	if got := game.FormatLeaps(b, leaps, has); got != "aAaB,-" {
		t.Errorf("format: got %q", got)
	}
	for _, bad := range []string{"", "-", "aA,-", "-,aAzz", "-,-,-"} {
		if _, _, err := game.ParseLeaps(b, bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

type named interface {
	encoding.TextMarshaler
	String() string
}

// roundTrip checks that names of an enumeration are read back, and others refused.
func roundTrip[E ~uint8, T interface {
	*E
	encoding.TextUnmarshaler
}](t *testing.T, all ...E,
) {
	t.Helper()
	seen := map[string]bool{}
	for _, e := range all {
		text, err := any(e).(named).MarshalText()
		if err != nil || seen[string(text)] {
			t.Errorf("%v: %q, %v", e, text, err)
		}
		seen[string(text)] = true
		var back E
		if err := T(&back).UnmarshalText(text); err != nil || back != e {
			t.Errorf("%q: read as %v, %v", text, back, err)
		}
	}
	var none E
	if err := T(&none).UnmarshalText([]byte("nonsense")); err == nil {
		t.Errorf("%T: nonsense was read", none)
	}
}

func TestNames(t *testing.T) {
	roundTrip(t, game.White, game.Black)
	roundTrip(t, game.Playing, game.WhiteWins, game.BlackWins, game.Draw)
	roundTrip(t, game.NoReason, game.TooFewMen, game.NoMoves, game.Line, game.NoMen, game.FullBoard, game.FewEach, game.Goal, game.Repetition, game.Quiet)
	roundTrip(t, game.Placing, game.Sliding, game.Flying, game.Mixed)
	roundTrip(t, game.Placed, game.Moved, game.Flew, game.Jumped, game.Mills, game.Took, game.Approach, game.Withdrawal, game.Enters, game.LineMade)
	for w := game.WhyMalformed; w <= game.WhyOrder; w++ {
		roundTrip(t, w)
		for _, e := range []*game.Illegal{{Move: "d6-d7", Why: w}, {Move: "d6-d7", Why: w, At: "d7"}} {
			if text := e.Error(); !strings.Contains(text, `"d6-d7"`) || strings.HasSuffix(text, ": ") {
				t.Errorf("%s: error %q says nothing", w, text)
			}
		}
	}
}

func TestSides(t *testing.T) {
	if w, ok := game.WhiteWins.Winner(); w != game.White || !ok {
		t.Error("white does not win")
	}
	if w, ok := game.Wins(game.Black).Winner(); w != game.Black || !ok {
		t.Error("black does not win")
	}
	if _, ok := game.Draw.Winner(); ok {
		t.Error("a draw has a winner")
	}
	if s, ok := game.BlackMan.Side(); s != game.Black || !ok || game.BlackMan.String() != "black" {
		t.Error("a black man is not black's")
	}
	if _, ok := game.NoMan.Side(); ok {
		t.Error("an empty point has an owner")
	}
}
