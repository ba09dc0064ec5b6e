// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/games/yote"
	"cairn/internal/tui"
)

// TestYoteTranscript shows the requirements Y1 to Y6 and Y8 in one game.
func TestYoteTranscript(t *testing.T) {
	o := options(t, real(), "yote")
	first := transcript(t, o, "b2", "3b", "", "A0", "c3 ", "b2", "b4", "b4", "c3", "nonsense", "undo", "redo", "save")
	o.File = "YoteSave"
	golden(t, "yote.txt", first+"\n--- again, from YoteSave\n"+transcript(t, o, "undo", "c3-d3", "forfeit", "yes", "undo", "quit"))
}

func TestYoteBoard(t *testing.T) {
	has(t, transcript(t, options(t, real(), "yote"), "e5"), "a │", "b │", "c │", "d │", "e │", "    0   1   2   3   4   5",
		"White ○: 12 in hand", "Black ●: 12 in hand")
}

func TestYoteInput(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string // after White b2, Black b3, White e0, Black e5
		want  []string
	}{
		{"source and destination", []string{"b2", "c2"}, []string{"destination: c2", "White moves b2 to c2."}},
		{"numbers first", []string{"2b", "2C"}, []string{"White moves b2 to c2."}},
		{"blank places", []string{"", "c5"}, []string{"destination: c5", "White places on c5."}},
		{"bare empty point places", []string{"c5"}, []string{"White places on c5."}},
		{"whole step", []string{"B2-C2"}, []string{"White moves b2 to c2."}},
		{"whole step, numbers first", []string{"2b-2c"}, []string{"White moves b2 to c2."}},
		{"whole step with a blank", []string{"b2 c2"}, []string{"White moves b2 to c2."}},
		{"whole jump", []string{"b2-b4xe5"}, []string{"White jumps b2 to b4, takes b3 e5."}},
		{"whole jump, numbers first", []string{"2B-4BX5E"}, []string{"White jumps b2 to b4, takes b3 e5."}},
		{"the further stone is asked", []string{"b2-b4", "b3", "e0", "c1", "e5"}, []string{
			"take which stone (e5): b3", "take which stone (e5): e0", "e0: only the opponent's stones can be taken.",
			"take which stone (e5): c1", "c1: no stone on this point.", "White jumps b2 to b4, takes b3 e5.",
		}},
		{"the further stone after source and destination", []string{"b2", "b4", "xe5"}, []string{
			"destination: b4", "take which stone (e5): xe5", "White jumps b2 to b4, takes b3 e5.",
		}},
		{"destination with the further stone", []string{"b2", "b4xe5"}, []string{"White jumps b2 to b4, takes b3 e5."}},
		{"blank at the destination begins anew", []string{"b2", "", "e0", "e1"}, []string{
			"destination: \nWhite, source", "White moves e0 to e1.",
		}},
		{"blank at the further stone asks again", []string{"b2-b4", "", "e5"}, []string{
			"take which stone (e5): \ntake which stone (e5): e5", "White jumps",
		}},
		{"too far", []string{"b2", "d4", "c2"}, []string{"d4: the stone cannot move there.", "destination: c2", "White moves b2 to c2."}},
		{"occupied", []string{"b2", "b3", "c2"}, []string{"b3: the point is occupied.", "White moves b2 to c2."}},
		{"not yours", []string{"b3"}, []string{"b3: this is not your stone.", "White, source"}},
		{"whole move that is illegal", []string{"b2-e5"}, []string{"e5: the point is occupied.", "White, source"}},
		{"whole step at the destination", []string{"b2", "b2-c2"}, []string{"destination: b2-c2", "White moves b2 to c2."}},
		{"whole step of another stone", []string{"b2", "e0-e1"}, []string{"White moves e0 to e1."}},
		{"illegal whole step at the destination", []string{"b2", "b2-e5", "c2"}, []string{"e5: the point is occupied.", "destination: c2", "White moves b2 to c2."}},
		{"a command in the middle", []string{"b2", "moves", "undo"}, []string{"legal moves:", "destination: undo", "White, source"}},
		{"help in the middle", []string{"b2-b4", "help", "e5"}, []string{"Commands", "take which stone (e5): e5", "White jumps"}},
		{"draw in the middle", []string{"b2-b4", "draw", "no", "e5"}, []string{"Black declines the draw.", "take which stone (e5): e5", "White jumps"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := transcript(t, options(t, real(), "yote"), append([]string{"b2", "b3", "e0", "e5"}, test.lines...)...)
			has(t, out, append([]string{"Black places on e5."}, test.want...)...)
		})
	}
}

func TestYoteBarredReturn(t *testing.T) {
	out := transcript(t, options(t, real(), "yote"), "a0", "e5", "a0-a1", "e5-e4", "a1-a0", "a1", "a0", "b1")
	has(t, out, "Black moves e5 to e4.", "straight back", "destination: a0",
		"straight back", "destination: b1", "White moves a1 to b1.")
}

// TestYoteSize plays on a board of another size (Y7).
func TestYoteSize(t *testing.T) {
	def, err := yote.New(5, 5)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t, []tui.Entry{entry(game.Erase(def))}, def.ID)
	out := transcript(t, o, "e4", "e5", "0a", "save")
	has(t, out, "    0   1   2   3   4\n", "White places on e4.", "e5: this point does not exist on the board.", "Black places on a0.", "Saved as YoteSave.")
}

// TestYoteEnd shows that the prompt stays after the end (Y8).
func TestYoteEnd(t *testing.T) {
	o := options(t, real(), "yote")
	g, err := catalog.Standard().Game("yote")
	if err != nil {
		t.Fatal(err)
	}
	o.File = position(t, o.Dir, g, "www3/1wb3/6/6/6 w 0,0 -,- 0")
	out := transcript(t, o, "b1-b3", "b3", "undo", "b1", "c1", "undo", "redo", "undo", "b1-b3", "load setup.json", "b1-b3", "new", "c3", "save late.txt")
	has(t, out, "White jumps b1 to b3, takes b2.", "White wins: Black has no stones left.",
		"The game is over (review, new, undo, save, load, quit): b3", "The game is over.", "Move undone.", "White to move.",
		"White moves b1 to c1.", "Move undone.", "Move redone.", "White wins: Black has no stones left.",
		"Loaded from setup.json.", "White wins", "White places on c3.", "Saved as late.txt.")
}

func TestFanoronaInput(t *testing.T) {
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"the choice is asked", []string{"d3", "e3", "q", "c4", "A"}, []string{
			"approach or withdrawal (A or W): q", "approach or withdrawal (A or W): c4", "choose approach or withdrawal",
			"approach or withdrawal (A or W): A", "takes f3 by approach.",
		}},
		{"the choice of a whole move is asked", []string{"d3-e3", "w"}, []string{"approach or withdrawal (A or W): w", "takes c3 by withdrawal."}},
		{"the choice may be a point", []string{"d3", "e3", "c3"}, []string{"takes c3 by withdrawal."}},
		{"the choice may be typed with the destination", []string{"d3", "e3W"}, []string{"takes c3 by withdrawal."}},
		{"whole move", []string{"d3-e3A"}, []string{"White moves d3 to e3, takes f3 by approach."}},
		{"whole move at the destination", []string{"d3", "d3-e3A"}, []string{"destination: d3-e3A", "White moves d3 to e3, takes f3 by approach."}},
		{"whole move in small letters", []string{"3d-3ea"}, []string{"White moves d3 to e3, takes f3 by approach."}},
		{"a letter left out where there is no choice", []string{"d2-e3"}, []string{"takes f4 g5 by approach."}},
		{"the wrong letter", []string{"d2", "e3W", "e3A"}, []string{"this move takes nothing", "destination: e3A", "takes f4 g5 by approach."}},
		{"a man that cannot capture", []string{"a1"}, []string{"a1: "}},
		{"blank asks again", []string{""}, []string{"White, source:"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := transcript(t, options(t, real(), "fanorona"), test.lines...)
			has(t, out, append([]string{"White, source:"}, test.want...)...)
		})
	}
}

func TestFanoronaChain(t *testing.T) {
	const opening = "d2-e3A"
	for _, test := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"ended early", []string{"g4", "g5", ""}, []string{"next point (f4; blank = end turn): \n", "Black moves g4 to g5, takes g3 g2 g1 by withdrawal.\n"}},
		{"gone on", []string{"g4", "g5", "f4", ""}, []string{"next point (f4;", "next point (g3; blank = end turn): \n", "moves g5 to f4"}},
		{"a wrong point", []string{"g4", "g5", "g4", "h5", "e1", "-f4", ""}, []string{
			"g4: ", "next point (f4;", "h5: ", "next point (f4;", "e1: ", "moves g5 to f4",
		}},
		{"gone on with letters", []string{"g4", "g5W", "f4A", "g3a"}, []string{"moves g5 to f4", "moves f4 to g3"}},
		{"whole", []string{"g4-g5W-f4A-g3A"}, []string{"moves g5 to f4", "moves f4 to g3"}},
		{"whole without letters ends where it says", []string{"g4-g5-f4"}, []string{"moves g5 to f4", "White, source"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			out := transcript(t, options(t, real(), "fanorona"), append([]string{opening}, test.lines...)...)
			has(t, out, append([]string{"Black, source:"}, test.want...)...)
		})
	}
}

func TestMorrisInput(t *testing.T) {
	out := transcript(t, options(t, real(), "nine"), "a1", "b2", "a4", "a1", "b4", "a4", "a7", "g7", "b4", "a1", "a7", "b4xb2", "g1", "a4", "moves")
	has(t, out,
		"Black, place on: a1", "a1: the point is occupied.",
		"White, place on: a4", "a4: place the men in your hand first.",
		"take which man (b2 b4): g7", "g7: no man on this point.",
		"White places on a7, closes a mill, takes b4.", "Black ●: 7 in hand, 1 lost, 0 mills",
	)
}

// TestMorrisMulti checks that line mode asks for two men when two mills are closed.
func TestMorrisMulti(t *testing.T) {
	o := options(t, real(), "nine-mens-morris-multi")
	g, err := catalog.Standard().Game("nine-mens-morris-multi")
	if err != nil {
		t.Fatal(err)
	}
	o.File = position(t, o.Dir, g, "ww1/3/3/5w/bb1/b2/b1w w 1,1 0")
	for name, lines := range map[string][]string{
		"one by one":          {"g7", "b2", "a1"},
		"both at once":        {"g7", "b2 a1"},
		"in the move":         {"g7xa1xb2"},
		"in another order":    {"g7xb2xa1"},
		"the second left out": {"g7xb2", "a1"},
	} {
		t.Run(name, func(t *testing.T) {
			has(t, transcript(t, o, lines...), "White places on g7, closes 2 mills, takes b2 a1.")
		})
	}
	has(t, transcript(t, o, "g7", "b2", "g4", "b2", "a1"), "take which man (a1 b2 c3 d3): b2", "take which man (a1 c3 d3): g4", "only the opponent's men",
		"take which man (a1 c3 d3): b2", "b2: no man on this point.", "closes 2 mills")
}
