// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"strings"
	"testing"

	"cairn/game"
	"cairn/record"
)

// TestMovesAlone reads records without the positions and results, which the rules fill in.
func TestMovesAlone(t *testing.T) {
	want := do(t, newWalk(), "b2 a1 c3").Record()
	for i := range want.Turns {
		want.Turns[i].Took = 0
	}
	for name, text := range map[string]string{
		"numbered lines": "cairn record 1\ngame: tic-tac-toe\n\n1 b2\n2 a1\n3 c3\n",
		"some positions": "cairn record 1\ngame: tic-tac-toe 1\nresult: playing\n\n0 start 3/3/3 w 0\n1 b2\n2 a1 3/1w1/b2 w 0\n3 c3\n",
		"one line":       "cairn record 1\ngame: tic-tac-toe\n\nb2 a1 c3\n",
		"a line each":    "cairn record 1\ngame: tic-tac-toe\n\nb2\na1\nc3",
		"as in chess":    "cairn record 1\ngame: tic-tac-toe\n\n1. b2 a1 2. c3\n",
		"without blanks": "cairn record 1\ngame: tic-tac-toe\n\n1.b2 a1\n2.c3\n",
		"other spelling": "cairn record 1\ngame: tic-tac-toe\n\n1. 2b A1 2. C3\n",
		"with positions": `{"cairn": 1, "game": "tic-tac-toe", "turns": [{"move": "B2", "position": "3/1w1/3 b 0"}, {"move": "a1 ", "position": "3/1w1/b2 w 0"}, "c3"]}`,
		"JSON":           `{"cairn": 1, "game": "tic-tac-toe", "turns": ["b2", "a1", "c3"]}`,
		"JSON objects":   `{"cairn": 1, "game": "tic-tac-toe", "turns": [{"move": "b2"}, {"move": "a1"}, {"move": "c3"}]}`,
		"YAML":           "cairn: 1\ngame: tic-tac-toe\nturns: [b2, a1, c3]\n",
		"YAML list":      "cairn: 1\ngame: tic-tac-toe\nturns:\n- b2\n- a1\n- c3\n",
	} {
		got, w, err := record.Read(strings.NewReader(text), nil, findToy)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !got.Equal(want) || !w.Record().Equal(want) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
		for _, f := range record.Formats() { // complete: it can be written
			encode(t, f, got)
		}
	}
}

func TestMovesAloneToTheEnd(t *testing.T) {
	r, _, err := record.Read(strings.NewReader("cairn record 1\ngame: tic-tac-toe\n\na1 a2 b1 b2 c1\n"), nil, findToy)
	if err != nil || r.Verdict != game.WhiteWins || r.Reason != "line" {
		t.Errorf("got %s %s, %v, want a win by a line", r.Verdict, r.Reason, err)
	}
	variations := "cairn record 1\ngame: tic-tac-toe\n\n1 b2\n2 a1\n  2 a3\n  3 c3\nundone:\n  3 c1\n"
	r, _, err = record.Read(strings.NewReader(variations), nil, findToy)
	if err != nil || r.Turns[1].Others[0][1].Position != "b1w/1w1/3 b 0" || r.Undone[0][0].Position != "3/1w1/b1w b 0" {
		t.Errorf("variations: got %+v, %v", r, err)
	}
}

func TestMovesAloneFaults(t *testing.T) {
	for text, want := range map[string]string{
		"cairn record 1\ngame: tic-tac-toe\n\nb2 a1\nb2\n":          `line 5: turn 3: illegal move "b2"`,
		"cairn record 1\ngame: tic-tac-toe\n":                       `there are no turns, and the header has no "result:"`,
		`{"cairn": 1, "game": "tic-tac-toe", "turns": []}`:          `field "result" is missing`,
		`{"cairn": 1, "game": "tic-tac-toe", "turns": ["b2", "x"]}`: `turn 2: illegal move "x"`,
	} {
		_, _, err := record.Read(strings.NewReader(text), nil, findToy)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// TestYAMLComments keeps comments wherever they stand.
func TestYAMLComments(t *testing.T) {
	const text = `# My best game.
#
# Second paragraph.
cairn: 1
game: tic-tac-toe # of course
# Who played?
white: Ann
event: Club evening
turns:
  # Always the middle.
  - move: b2
    position: 3/1w1/3 b 0 # nine left
  - move: a1 # dubious

  # Now it is won.
  - move: c3
# The rest is easy.
`
	r, _, err := record.Read(strings.NewReader(text), nil, findToy)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range record.Formats() {
		again := decode(t, f, encode(t, f, r))
		if got, want := again.Comment, "My best game.\n\nSecond paragraph.\nof course\nWho played?"; got != want {
			t.Errorf("%s: of the game: got %q, want %q", f.Name(), got, want)
		}
		for i, want := range []string{"Always the middle.\nnine left", "dubious", "Now it is won.\nThe rest is easy."} {
			if got := again.Turns[i].Comment; got != want {
				t.Errorf("%s: of turn %d: got %q, want %q", f.Name(), i+1, got, want)
			}
		}
		if len(again.Extra) != 1 || again.Extra[0] != (record.Extra{Name: "event", Value: "Club evening"}) {
			t.Errorf("%s: got extra %q", f.Name(), again.Extra)
		}
	}
}

// TestManyComments reads a file full of comments in reasonable time.
func TestManyComments(t *testing.T) {
	lines := strings.Repeat("# a\n", 100_000)
	for name, text := range map[string]string{
		"header": "cairn record 1\n" + lines + "game: tic-tac-toe\n\nb2\n",
		"turns":  "cairn record 1\ngame: tic-tac-toe\n\n" + lines + "1 b2\n",
		"yaml":   lines + "cairn: 1\ngame: tic-tac-toe\nturns:\n" + lines + "- b2\n",
	} {
		if _, _, err := record.Read(strings.NewReader(text), nil, findToy); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestControls(t *testing.T) {
	for control, ok := range map[string]bool{
		"none": true, "5m+3s": true, "90s": true, "3d": true, "1h30m+0s": true, "1.5m": true,
		"foo": false, "5": false, "5m+": false, "-5m": false, "3d+1s": false, "5m + 3s": false,
	} {
		r := do(t, newWalk(), "b2").Record()
		r.Control = control
		_, _, err := record.Read(strings.NewReader(encode(t, record.Text, r)), nil, findToy)
		if (err == nil) != ok {
			t.Errorf("control %q: got %v", control, err)
		}
	}
}
