// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cairn/record"
)

func TestYAMLFaults(t *testing.T) {
	example := encode(t, record.YAML, example(t))
	for _, c := range []struct {
		name, old, damaged string
		line               int
		want               string
	}{
		// The text itself.
		{"tab", "  - move: b2", "\t- move: b2", 12, "found character that cannot start any token"},
		{"not UTF-8", "Ann", "\xff", 4, "the text is not valid UTF-8"},
		{"NUL", "Ann", "\x00", 4, "line 4, column 8: control character U+0000, want an escape"},
		{"foreign", "cairn:", "chess:", 1, "this is not a game record"},
		{"version", "cairn: 1", "cairn: 2", 1, "record version 2, want 1"},
		{"unknown field", "white:", "red:", 4, `field "red" is unknown, want cairn, game,`},
		{"unknown field of a turn", "took_ms: 2000", "took: 2000", 17, `field "took" is unknown`},
		{"field twice", "black:", "white:", 5, `field "white" stands twice`},
		{"merged fields", "white: Ann", "<<: {white: Ann}", 4, `field "<<" is unknown`},
		{"field without a name", "white:", "[white]:", 1, "a field has no name"},
		{"second document", "undone:", "---\nundone:", 25, "a second document begins, want one"},
		{"broken second document", "undone:", "---\na: *x\nb:", 0, "unknown anchor 'x' referenced"},
		{"alias", "Béla", "*ann", 0, "unknown anchor 'ann' referenced"},
		{"tag", "white: Ann", "white: !!binary QQ==", 4, "tag !!binary is not used in records"},
		{"own tag", "white: Ann", "white: !name Ann", 4, "tag !name is not used in records"},
		{"nothing", "white: Ann", "white:", 4, "white: want a text"},
		{"revision", "revision: 1", "revision: one", 3, `revision "one": want a whole number`},
		{"revision in quotes", "revision: 1", `revision: "1"`, 3, `revision "1": want a whole number`},
		{"date", `"2026-11-02T18:30:00Z"`, "2026-11-02", 6, `date "2026-11-02": want a date like`},
		{"huge time", "took_ms: 1000", "took_ms: 99999999999999999999", 14, "want a whole number from 0 to 3153600000000"},
		{"hexadecimal time", "took_ms: 1000", "took_ms: 0x10", 14, `took_ms "0x10": want a whole number`},

		// The game.
		{"unknown game", "tic-tac-toe", "chess", 2, `game "chess" is unknown`},
		{"another revision", "revision: 1", "revision: 7", 3, "the record follows revision 7"},
		{"broken start", "3/3/3", "3/3/2", 10, "start position: row 3"},
		{"illegal move", "move: a1", "move: b2", 15, `line 15: turn 2: illegal move "b2": that point is occupied`},
		{"wrong position", "3/1w1/b2 w 0", "3/1w1/2b w 0", 15, "line 15: turn 2: the position after a1 is"},
		{"illegal variation", "move: c3", "move: a1", 22, "line 22: turn 3: in the variation that begins with a1"},
		{"illegal undone", "move: a3", "move: a1", 26, "line 26: turn 4: in the variation that begins with a1"},
		{"result", "resignation", "line", 8, "the result is white-wins line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			damaged := strings.Replace(example, c.old, c.damaged, 1)
			if damaged == example {
				t.Fatalf("the example has no %q", c.old)
			}
			checkFault(t, record.YAML, damaged, c.line, c.want)
		})
	}
}

func TestYAMLByHand(t *testing.T) {
	const text = `# a save, edited
cairn: 1
game: tic-tac-toe
revision: 1
white: 007
black: yes
date: 2026-11-02T18:30:00Z # without quotes
result: playing
start: 3/3/3 w 0
turns:
- {move: b2, position: 3/1w1/3 b 0}
`
	r, _, err := record.Read(strings.NewReader(text), nil, findToy)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := r.Players, [2]string{"007", "yes"}; got != want {
		t.Errorf("players: got %q, want %q", got, want)
	}
	if got, want := r.Date.Year(), 2026; got != want {
		t.Errorf("year: got %d, want %d", got, want)
	}
}

func TestYAMLForeign(t *testing.T) {
	for _, text := range []string{"", "\n", "# nothing", "hello", "- a\n- b\n", "cairns: 1", "~", "---\n..."} {
		if _, _, err := record.YAML.Decode(strings.NewReader(text)); !errors.Is(err, record.ErrForeign) {
			t.Errorf("%q: got %v, want ErrForeign", text, err)
		}
	}
}

func TestYAMLBomb(t *testing.T) {
	var bomb strings.Builder
	bomb.WriteString("cairn: 1\na: &a [x, x, x, x, x, x, x, x, x, x]\n")
	for c := 'b'; c <= 'z'; c++ { // each holds the one before ten times
		one := fmt.Sprintf("*%c", c-1)
		fmt.Fprintf(&bomb, "%c: &%c [%s%s]\n", c, c, strings.Repeat(one+", ", 9), one)
	}
	_, _, err := record.YAML.Decode(strings.NewReader(bomb.String()))
	if fault := faultOf(t, err); fault.Line != 3 || !strings.Contains(fault.Error(), "aliases are not used in records") {
		t.Errorf("got %v, want aliases refused in line 3", err)
	}
}

func TestYAMLDepth(t *testing.T) {
	for _, text := range []string{
		strings.Repeat("[", record.MaxSize),
		strings.Repeat("- ", record.MaxSize/2),
		strings.Repeat("{a: ", 5000) + strings.Repeat("}", 5000),
		strings.Repeat("? ", record.MaxSize/2),
	} {
		if _, _, err := record.YAML.Decode(strings.NewReader(text)); err == nil {
			t.Errorf("%.12q...: got a record, want a fault", text)
		}
	}
}
