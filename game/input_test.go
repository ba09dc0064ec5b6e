// SPDX-License-Identifier: Apache-2.0

package game_test

import (
	"fmt"
	"strings"
	"testing"

	"cairn/game"
	"cairn/game/gametest"
)

// TestHops shows that a game with a notation of its own fulfils the laws, and so
// can be entered on every display.
func TestHops(t *testing.T) { gametest.Run(t, hops) }

func TestTyped(t *testing.T) {
	const chain = "wb1b1b6/92w w 0" // White a1, b12; Black a2, a4, a6
	for _, test := range []struct {
		name, text string
		want       string // the move, the points touched so far, or the reason and where
	}{
		{"as it is written", "a1xa3", "move a1xa3"},
		{"capitals and blanks", " A1 X A3 ", "move a1xa3"},
		{"another sign", "a1-a3", "move a1xa3"},
		{"a blank for the sign", "a1 a3", "move a1xa3"},
		{"nothing for the sign", "a1a3", "move a1xa3"},
		{"number first", "1a3a", "move a1xa3"},
		{"number first, signs", "1a-3A", "move a1xa3"},
		{"a chain", "a1 a3 a5 a7", "move a1xa3xa5xa7"},
		{"part of a chain", "a1xa3-a5", "move a1xa3xa5"},
		{"long names", "b12>b11", "move b12>b11"},
		{"long names, number first", "12b11b", "move b12>b11"},
		{"only a source", "a1", "path a1"},
		{"only a source, number first", "1A", "path a1"},
		{"nothing", "", "malformed at "},
		{"only signs", "-", "malformed at -"},
		{"a sign first", "xa1", "malformed at xa1"},
		{"a sign last", "a1-", "malformed at a1-"},
		{"half a point", "a1-b", "malformed at a1-b"},
		{"another character", "a1!", "malformed at a1!"},
		{"another letter", "a1q", "malformed at a1q"},
		{"no such point", "c4", "no-point at c4"},
		{"no such point in a move", "a1 c4", "no-point at c4"},
		{"an opposing man", "a2", "not-yours at a2"},
		{"an empty point", "a3", "no-man at a3"},
		{"from an empty point", "a3>a5", "no-man at a3"},
		{"a jump from an empty point", "a3xa5", "no-man at a3"},
		{"a jump of an opposing man", "a2xa4", "not-yours at a2"},
		{"too far", "a1xa5", "too-far at a5"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := game.Erase(hops).Parse(chain)
			if err != nil {
				t.Fatal(err)
			}
			in := game.NewInput(&hops.Info, s)
			got := ""
			if illegal := in.Type(test.text); illegal != nil {
				got = fmt.Sprintf("%s at %s", illegal.Why, illegal.At)
			} else if m, done := in.Done(); done {
				got = "move " + m.Text
			} else {
				got = "path " + strings.Join(hopsBoard.Names(in.Path()), " ")
			}
			if got != test.want {
				t.Errorf("%q: got %s, want %s", test.text, got, test.want)
			}
		})
	}
}

// TestTypedFurther goes on with a turn that was begun, and back.
func TestTypedFurther(t *testing.T) {
	s, err := game.Erase(hops).Parse("wb1b1b6/92w w 0")
	if err != nil {
		t.Fatal(err)
	}
	in := game.NewInput(&hops.Info, s)
	for _, text := range []string{"a1", "a3", "xa5"} {
		if illegal := in.Type(text); illegal != nil {
			t.Fatalf("%s: %v", text, illegal)
		}
	}
	if illegal := in.Type("a9"); illegal == nil || illegal.Why != game.WhyTooFar || illegal.At != "a9" {
		t.Errorf("a9: got %v", illegal)
	}
	if m, ok := in.Move(); !ok || m.Text != "a1xa3xa5" || !in.MayEnd() {
		t.Errorf("got %q, which may end: %v", m.Text, in.MayEnd())
	}
	if got, want := hopsBoard.Text(in.View(), game.ASCII), hopsBoard.Text(mustPlay(t, s, "a1xa3xa5").View(), game.ASCII); got != want {
		t.Errorf("the board shows\n%swant\n%s", got, want)
	}
	in.Back()
	if got := hopsBoard.Names(in.Path()); len(got) != 2 || got[1] != "a3" {
		t.Errorf("back at %v, want a1 a3", got)
	}
	in.Reset()
	if len(in.Path()) != 0 {
		t.Errorf("reset leaves %v", in.Path())
	}
}

// A touched man is off the board before its taker has landed.
func TestViewOfTake(t *testing.T) {
	takes := hops
	takes.Paths = func(_ hopsPos, m hopsMove) []game.Path {
		path := game.Path{{Point: m.stops[0], Kind: game.From}}
		for i, to := range m.points()[1:] {
			if m.taken != 0 {
				path = append(path, game.Touch{Point: (m.stops[i] + to) / 2, Kind: game.Take})
			}
			path = append(path, game.Touch{Point: to, Kind: min(game.To+game.TouchKind(i), game.Via)})
		}
		return []game.Path{path}
	}
	s, err := game.Erase(takes).Parse("wb1b1b6/92w w 0")
	if err != nil {
		t.Fatal(err)
	}
	in := game.NewInput(&takes.Info, s)
	for _, step := range []struct {
		point game.Point
		want  string // the men of the first row
	}{{0, "wb.b.b"}, {1, "w..b.b"}, {2, "..wb.b"}, {3, "..w..b"}} {
		if illegal := in.Touch(step.point); illegal != nil {
			t.Fatal(illegal)
		}
		got := ""
		for _, man := range in.View().Men[:6] {
			got += string(".wb"[man])
		}
		if got != step.want {
			t.Errorf("after %v: got %s, want %s", in.Path(), got, step.want)
		}
	}
}

func mustPlay(t *testing.T, s game.State, move string) game.State {
	t.Helper()
	next, err := s.Play(move)
	if err != nil {
		t.Fatal(err)
	}
	return next
}
