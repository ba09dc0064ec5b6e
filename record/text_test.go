// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"errors"
	"strings"
	"testing"

	"cairn/record"
)

// textExample is written by hand, laid out differently from Encode.
const textExample = `cairn record 1
game: tic-tac-toe 1
white: "Ann\tB."
black: Béla "the rock"
date: 2026-11-02T20:30:00+02:00
result: playing

0 start 3/3/3 w 0
1 b2 3/1w1/3 b 0   [1m0.5s]

2	a1	3/1w1/b2 w 0
  2 a3 b2/1w1/3 w 0
  3 c3 b1w/1w1/3 b 0
    3 c1 b2/1w1/2w b 0
  2 c1 3/1w1/2b w 0
undone:
  3 c3 2w/1w1/b2 b 0
  3 c1 3/1w1/b1w b 0
  4 a3 b2/1w1/b1w w 0
`

func TestTextByHand(t *testing.T) {
	r, w, err := record.Read(strings.NewReader(textExample), nil, findToy)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := moves(r.Turns)+" / "+movesOf(r.Undone), "b2 a1(a3 c3(c1)|c1) / c3|c1 a3"; got != want {
		t.Errorf("moves: got %q, want %q", got, want)
	}
	if got, want := r.Players, [2]string{"Ann\tB.", `Béla "the rock"`}; got != want {
		t.Errorf("players: got %q, want %q", got, want)
	}
	if got, want := r.Date.String(), "2026-11-02 18:30:00 +0000 UTC"; got != want {
		t.Errorf("date: got %s, want %s", got, want)
	}
	if got, want := r.Turns[0].Took.String(), "1m0.5s"; got != want {
		t.Errorf("took: got %s, want %s", got, want)
	}
	if got, want := w.Ply(), 2; got != want {
		t.Errorf("ply: got %d, want %d", got, want)
	}
}

func TestTextFaults(t *testing.T) {
	long := strings.Repeat(" ", 2*(record.MaxDepth+1))
	for _, c := range []struct {
		name, old, damaged string
		line               int
		want               string
	}{
		// The text itself.
		{"foreign", "cairn record 1", "hello", 1, `this is not a game record: want the first line "cairn record 1"`},
		{"version", "cairn record 1", "cairn record 2", 1, `record version "2", want 1`},
		{"not UTF-8", "the rock", "\xff", 4, "the text is not valid UTF-8"},
		{"header without key", "result: playing", "result", 6, `header "result": want key: value`},
		{"header twice", "black", "white", 4, `header "white" stands twice`},
		{"no game", "game: tic-tac-toe 1\n", "", 6, `the header ends without "game:"`},
		{"revision 0", "toe 1", "toe 0", 2, `game "tic-tac-toe 0": want an id and a revision`},
		{"huge revision", "toe 1", "toe 2147483648", 2, `game "tic-tac-toe 2147483648": want an id and a revision`},
		{"no id", "tic-tac-toe 1", "", 2, `game "": want an id and a revision`},
		{"header of a document", "result", "revision", 6, `field "revision" cannot stand here`},
		{"control", "date: 2026-11-02T20:30:00+02:00", "control: foo", 5, `control "foo": want none, a time like 5m+3s, or days`},
		{"clock", "date: 2026-11-02T20:30:00+02:00", "clock: 5m", 5, "want the time left of White and of Black"},
		{"open quote", `B."`, "B.", 3, "the quotes or escapes are wrong"},
		{"quoted bytes", `\t`, `\xff`, 3, "is not valid UTF-8"},
		{"NUL in a name", "rock", "\x00", 4, "line 4, column 18: control character U+0000, want an escape"},
		{"soft hyphen in a name", "rock", "\u00ad", 4, "characters that cannot be seen are written in quotes"},
		{"date", "2026-11-02T", "yesterday", 5, "want a date like 2026-11-02T18:30:00Z"},
		{"early date", "2026-11-02T20", "0001-01-01T00", 5, "want a year from 1 to 9999"},
		{"verdict", "playing", "lost", 6, `result "lost": want playing, white-wins, black-wins or draw`},
		{"reason", "playing", "draw by  agreement", 6, "want one word"},
		{"indented start", "0 start", "  0 start", 8, "want the start position first"},
		{"start of another name", "0 start", "0 begin", 8, "want the start position first"},
		{"start with a time", "3/3/3 w 0", "3/3/3 w 0 [1s]", 8, "want the start position first"},
		{"undone first", "0 start", "undone:\n0 start", 8, "want the start position first"},
		{"turn that stands aside", "1 b2 3/1w1/3 b 0", "  1 b2 3/1w1/3 b 0", 9, "turn 1 is indented by 2 blanks, want at most 0 here"},
		{"number", "2	a1", "two a1", 11, `"two": want the number of a turn`},
		{"negative number", "2	a1", "-2 a1", 11, `"-2": want the number of a turn`},
		{"huge number", "2	a1", "99999999999999999999 a1", 11, "want the number of a turn"},
		{"soft hyphen in a move", "a1", "a\u00ad", 11, `turn 2: move "a\u00ad": want one word`},
		{"soft hyphen in a position", "b2 w 0\n  2", "b2 \u00ad 0\n  2", 11, `turn 2: position`},
		{"time", "1m0.5s", "1 minute", 9, `turn 1: position "3/1w1/3 b 0 [1 minute]"`},
		{"time in brackets", "1m0.5s", "soon", 9, "turn 1: thinking time [soon]: want whole milliseconds"},
		{"negative time", "1m0.5s", "-1s", 9, "turn 1: thinking time [-1s]: want a thinking time from 0"},
		{"part of a millisecond", "1m0.5s", "1us", 9, "turn 1: thinking time [1us]: want whole milliseconds"},
		{"huge time", "1m0.5s", "9999999999h", 9, "turn 1: thinking time"},
		{"odd indent", "  2 c1", " 2 c1", 15, "indented by 1 blanks, want 2 for each depth"},
		{"gap", "2	a1", "3 a1", 11, "turn 3 does not go on from the lines above"},
		{"gap in a variation", "  3 c3 b", "  4 c3 b", 13, "turn 4 does not go on from the lines above"},
		{"variation of a later turn", "    3 c1", "    4 c1", 14, "turn 4 does not go on from the lines above"},
		{"jump in depth", "    3 c1", "      3 c1", 14, "turn 3 is indented by 6 blanks, want at most 4 here"},
		{"too deep", "    3 c1", long + "3 c1", 14, "variations stand more than 64 deep"},
		{"undone twice", "  4 a3", "undone:\n  4 a3", 19, `"undone:" stands twice`},
		{"undone too late", "  3 c3 2w", "  4 c3 2w", 17, "turn 4 does not go on from the lines above"},
		{"turn after undone", "  4 a3", "4 a3", 19, "turn 4 does not go on from the lines above"},
		{"undone not marked", "undone:\n", "", 17, "turn 3 does not go on from the lines above"},

		// The game.
		{"unknown game", "tic-tac-toe", "chess", 2, `game "chess" is unknown`},
		{"another revision", "toe 1", "toe 7", 2, "the record follows revision 7 of tic-tac-toe, want revision 1"},
		{"broken start", "start 3/3/3", "start 3/3/2", 8, "start position: row 3"},
		{"illegal move", "2	a1", "2 b2", 11, `turn 2: illegal move "b2": that point is occupied`},
		{"wrong position", "3/1w1/b2", "3/1w1/2b", 11, `turn 2: the position after a1 is "3/1w1/2b w 0", want "3/1w1/b2 w 0"`},
		{"illegal variation", "    3 c1 b", "    3 a3 b", 14, `turn 3: in the variation that begins with a3: illegal move`},
		{"illegal undone", "  4 a3", "  4 a1", 19, `turn 4: in the variation that begins with c1: illegal move "a1"`},
		{"result", "playing", "draw line", 6, "the result is draw line, but by the rules the game goes on: want playing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			damaged := strings.Replace(textExample, c.old, c.damaged, 1)
			if damaged == textExample {
				t.Fatalf("the example has no %q", c.old)
			}
			checkFault(t, record.Text, damaged, c.line, c.want)
		})
	}
}

// checkFault reads a damaged record and checks the line and the beginning of the
// message.
func checkFault(t *testing.T, f record.Format, text string, line int, want string) {
	t.Helper()
	_, w, err := record.Read(strings.NewReader(text), f, findToy)
	if w != nil {
		t.Error("got a game to play besides the error")
	}
	fault := faultOf(t, err)
	if fault.Line != line || !strings.Contains(fault.Error(), want) {
		t.Errorf("got line %d: %v\nwant line %d: %s\nin\n%s", fault.Line, fault, line, want, text)
	}
}

func TestTextEmpty(t *testing.T) {
	for _, text := range []string{"", "\n", "cairn", "CAIRN RECORD 1\n"} {
		if _, _, err := record.Text.Decode(strings.NewReader(text)); !errors.Is(err, record.ErrForeign) {
			t.Errorf("%q: got %v, want ErrForeign", text, err)
		}
	}
}

func TestTextCutOff(t *testing.T) {
	// A truncated file is refused or is a shorter game, never a panic.
	for end := range len(textExample) {
		r, _, err := record.Text.Decode(strings.NewReader(textExample[:end]))
		if err == nil && (r.Start == "" && !strings.Contains(textExample[:end], "result:") || len(r.Turns) > 2) {
			t.Errorf("cut after %d bytes: got %+v", end, r)
		}
	}
}
