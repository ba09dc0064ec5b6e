// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"cairn/record"
)

// JSON and YAML share the document reader, and JSON is also YAML.
var documents = []record.Format{record.JSON, record.YAML}

func TestDocumentTypes(t *testing.T) {
	const head = `{"cairn":1, "game":"toy", "revision":1, "result":"playing", "start":"-",` + "\n"
	for _, c := range []struct{ name, rest, want string }{
		{"no turns", `"undone": []}`, `field "turns" is missing`},
		{"turns as a text", `"turns": "b2"}`, "want a list of turns"},
		{"turns as an object", `"turns": {}}`, "want a list of turns"},
		{"turns as null", `"turns": null}`, "want a list of turns"},
		{"turn as a list", `"turns": [[]]}`, "want an object with the fields [move position took_ms comment others]"},
		{"move as a list", `"turns": [{"move": [], "position": "-"}]}`, "move: want a text"},
		{"move as an object", `"turns": [{"move": {}, "position": "-"}]}`, "move: want a text"},
		{"move as two words", `"turns": ["a b"]}`, `move "a b": want one word`},
		{"clock as a number", `"turns": [], "clock_ms": 5}`, "clock_ms: want a list"},
		{"half a clock", `"turns": [], "clock_ms": [5]}`, "clock_ms: want a list"},
		{"clock as a text", `"turns": [], "clock_ms": ["5m", 1]}`, `clock_ms "5m": want a whole number`},
		{"unknown list", `"turns": [], "tags": []}`, `field "tags" is unknown, want cairn, comment, game,`},
		{"unknown object", `"turns": [], "site": {}}`, `field "site" is unknown`},
		{"unknown field twice", `"turns": [], "site": "a", "site": "b"}`, `field "site" stands twice`},
		{"unknown field with a colon", `"turns": [], "a:b": "c"}`, `field "a:b" is unknown`},
		{"time as a list", `"turns": [{"move": "a", "position": "-", "took_ms": []}]}`, `took_ms "": want a whole number`},
		{"others as an object", `"turns": [{"move": "a", "position": "-", "others": {}}]}`, "want a list of lines of turns"},
		{"undone as a number", `"turns": [], "undone": 1}`, "want a list of lines of turns"},
		{"undone without lines", `"turns": [], "undone": [{"move": "a"}]}`, "want a list of turns"},
		{"undone with an empty line", `"turns": [], "undone": [[]]}`, "a variation has no turns"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, f := range documents {
				_, _, err := f.Decode(strings.NewReader(head + c.rest))
				fault := faultOf(t, err)
				if got := fault.Err.Error(); !strings.Contains(got, c.want) {
					t.Errorf("%s: got %q, want %q", f.Name(), got, c.want)
				}
			}
		})
	}
}

func TestDocumentFieldsInAnyOrder(t *testing.T) {
	const text = `{"undone": [[{"position": "3/1w1/b2 w 0", "move": "a1"}]],
"turns": [{"took_ms": 5, "position": "3/1w1/3 b 0", "move": "b2"}],
"start": "3/3/3 w 0", "reason": "", "result": "playing", "revision": 1, "game": "tic-tac-toe", "cairn": 1}`
	for _, f := range documents {
		r, w, err := record.Read(strings.NewReader(text), f, findToy)
		if err != nil {
			t.Errorf("%s: %v", f.Name(), err)
			continue
		}
		if got, want := moves(w.Turns())+" / "+movesOf(r.Undone), "b2 / a1"; got != want {
			t.Errorf("%s: got %q, want %q", f.Name(), got, want)
		}
		damaged := strings.Replace(text, `"move": "a1"`, `"move": "b2"`, 1)
		_, _, err = record.Read(strings.NewReader(damaged), f, findToy)
		if got, want := faultOf(t, err).Line, 1; got != want {
			t.Errorf("%s: fault in the undone turn: got line %d, want %d", f.Name(), got, want)
		}
	}
}

// deepDocument is a record with variations nested that deep, regardless of the
// rules: in Others of the only turn, or as an undone line.
func deepDocument(depth int, undone bool) string {
	const head = `{"cairn":1,"game":"toy","revision":1,"result":"playing","start":"-","turns":[`
	const turn = `{"move":"a","position":"-","others":[[`
	nest := func(depth int) string {
		return strings.Repeat(turn, depth) + `{"move":"a","position":"-"}` + strings.Repeat("]]}", depth)
	}
	if undone {
		return head + `],"undone":[[` + nest(depth-1) + "]]}"
	}
	return head + nest(depth) + "]}"
}

func TestDocumentDepth(t *testing.T) {
	for _, f := range documents {
		for _, undone := range []bool{false, true} {
			if _, _, err := f.Decode(strings.NewReader(deepDocument(record.MaxDepth, undone))); err != nil {
				t.Errorf("%s: variations %d deep: %v", f.Name(), record.MaxDepth, err)
			}
			for _, depth := range []int{record.MaxDepth + 1, 1000} {
				_, _, err := f.Decode(strings.NewReader(deepDocument(depth, undone)))
				if want := "variations stand more than 64 deep"; !strings.Contains(faultOf(t, err).Error(), want) {
					t.Errorf("%s: variations %d deep: got %v, want %s", f.Name(), depth, err, want)
				}
			}
		}
	}
}

// TestDocumentOfManyTurns would take minutes if lines were counted anew for each
// value.
func TestDocumentOfManyTurns(t *testing.T) {
	const turn = `{"move":"a","position":"-"},`
	n := record.MaxSize/len(turn) - 10
	text := `{"cairn":1,"game":"toy","revision":1,"result":"playing","start":"-","turns":[` +
		strings.TrimSuffix(strings.Repeat(turn, n), ",") + "]}"
	for _, f := range documents {
		if got := len(decode(t, f, text).Turns); got != n {
			t.Errorf("%s: got %d turns, want %d", f.Name(), got, n)
		}
	}
}

func TestJSONFaults(t *testing.T) {
	example := encode(t, record.JSON, uncommented(t))
	for _, c := range []struct {
		name, old, damaged string
		line               int
		want               string
	}{
		// The text itself.
		{"cut off", `"undone": [`, "", 39, "line 39, column 5: invalid character '[' looking for beginning of object key string"},
		{"comma at the end", `"took_ms": 1000`, `"took_ms": 1000,`, 17, "line 17, column 5: invalid character '}'"},
		{"no comma", `"Ann",`, `"Ann"`, 6, `line 6, column 3: invalid character '"' after object key:value pair`},
		{"not UTF-8", "Ann", "\xff", 5, "line 5, column 13: the text is not valid UTF-8"},
		{"NUL", `"Ann"`, "\x00", 5, "line 5, column 12: control character U+0000, want an escape"},
		{"second value", "\n}\n", "\n}\n{}\n", 48, "line 48: want one record, the file holds several: 2"},
		{"foreign", `"cairn"`, `"chess"`, 1, "this is not a game record"},
		{"version", `"cairn": 1`, `"cairn": 2, "more": 1`, 2, "line 2, column 12: record version 2, want 1"},
		{"version as text", `"cairn": 1`, `"cairn": "1"`, 2, `cairn "1": want a whole number from 0 to 2147483647`},
		{"unknown field of a turn", `"took_ms": 2000`, `"took": 2000`, 21, `field "took" is unknown, want move, position, took_ms, comment, others`},
		{"field twice", `"black"`, `"white"`, 6, `field "white" stands twice`},
		{"no game", `"game": "tic-tac-toe",`, "", 1, `field "game" is missing`},
		{"control", "5m+3s", "foo", 8, `line 8: control "foo": want none, a time like 5m+3s, or days`},
		{"no result", `"result": "white-wins",`, "", 1, `field "result" is missing`},
		{"no turns", `"turns"`, `"undone"`, 38, `field "undone" stands twice`},
		{"no move", `"move": "a1",`, "", 18, `field "move" is missing`},
		{"revision 0", `"revision": 1`, `"revision": 0`, 4, "revision 0: want a number from 1"},
		{"revision as a fraction", `"revision": 1`, `"revision": 1.5`, 4, `revision "1.5": want a whole number`},
		{"name as a number", `"Ann"`, "7", 5, "white: want a text"},
		{"name as null", `"Ann"`, "null", 5, "white: want a text"},
		{"game of two words", `"tic-tac-toe"`, `"tic tac"`, 3, `game "tic tac": want one word`},
		{"date", "2026-11-02T", "", 7, `date "18:30:00Z": want a date like`},
		{"verdict", "white-wins", "white", 9, `result "white": want playing, white-wins, black-wins or draw`},
		{"reason", `"resignation"`, `"gave up"`, 10, `reason "gave up": want one word`},
		{"start", "3/3/3 w 0", "3/3/3  w", 11, "want words one blank apart"},
		{"turn as a text", "{\n      \"move\": \"b2\"", "\"x\", {\n      \"move\": \"b2\"", 13, `line 13: turn 1: illegal move "x"`},
		{"move with a blank", `"a1"`, `"a 1"`, 19, `move "a 1": want one word`},
		{"time as text", `"took_ms": 1000`, `"took_ms": "1s"`, 16, `took_ms "1s": want a whole number`},
		{"negative time", `"took_ms": 1000`, `"took_ms": -1`, 16, `took_ms "-1": want a whole number`},
		{"huge time", `"took_ms": 1000`, `"took_ms": 99999999999999999999`, 16, "want a whole number from 0 to 3153600000000"},
		{"time as a power", `"took_ms": 1000`, `"took_ms": 1e3`, 16, `took_ms "1e3": want a whole number`},
		{"empty variation", "\"undone\": [\n", "\"undone\": [\n[],\n", 39, "a variation has no turns"},
		{"variation as a turn", "\"others\": [\n", "\"others\": [{\"move\": \"a\"},\n", 27, "want a list of turns"},

		// The game.
		{"unknown game", "tic-tac-toe", "chess", 3, `game "chess" is unknown`},
		{"another revision", `"revision": 1`, `"revision": 7`, 4, "the record follows revision 7"},
		{"broken start", "3/3/3", "3/3/2", 11, "start position: row 3"},
		{"illegal move", `"a1"`, `"b2"`, 19, `line 19: turn 2: illegal move "b2": that point is occupied`},
		{"wrong position", "3/1w1/b2 w 0", "3/1w1/2b w 0", 19, "line 19: turn 2: the position after a1 is"},
		{"illegal variation", `"c3"`, `"a1"`, 30, "line 30: turn 3: in the variation that begins with a1"},
		{"illegal undone", `"a3"`, `"a1"`, 41, "line 41: turn 4: in the variation that begins with a1"},
		{"result", "resignation", "line", 9, "the result is white-wins line"},
	} {
		t.Run(c.name, func(t *testing.T) {
			damaged := strings.Replace(example, c.old, c.damaged, 1)
			if damaged == example {
				t.Fatalf("the example has no %q", c.old)
			}
			checkFault(t, record.JSON, damaged, c.line, c.want)
		})
	}
}

func TestJSONForeign(t *testing.T) {
	for _, text := range []string{"{}", "[]", "null", `"cairn"`, "1", "[[[[]]]]"} {
		if _, _, err := record.JSON.Decode(strings.NewReader(text)); !errors.Is(err, record.ErrForeign) {
			t.Errorf("%q: got %v, want ErrForeign", text, err)
		}
	}
}

func TestJSONDepth(t *testing.T) {
	for _, c := range []struct{ name, open string }{
		{"lists", `{"cairn": 1, "turns": ` + strings.Repeat("[", 5000)},
		{"objects", strings.Repeat(`{"cairn":`, 5000)},
		{"a whole file of lists", strings.Repeat("[", record.MaxSize)},
	} {
		_, _, err := record.JSON.Decode(strings.NewReader(c.open))
		if fault := faultOf(t, err); fault.Line != 1 {
			t.Errorf("%s: got %v, want a fault in line 1", c.name, err)
		}
	}
	closed := strings.Repeat(`{"cairn":`, 500) + "1" + strings.Repeat("}", 500)
	_, _, err := record.JSON.Decode(strings.NewReader(closed))
	if want := "variations stand more than 64 deep"; !strings.Contains(faultOf(t, err).Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestYAMLFaults(t *testing.T) {
	example := encode(t, record.YAML, uncommented(t))
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
		{"unknown field of a turn", "took_ms: 2000", "took: 2000", 17, `field "took" is unknown`},
		{"field twice", "black:", "white:", 5, `field "white" stands twice`},
		{"merged fields", "white: Ann", "<<: {white: Ann}", 4, `field "<<" is unknown`},
		{"field without a name", "white:", "[white]:", 1, "a field has no name"},
		{"second document", "undone:", "---\nundone:", 25, "want one record, the file holds several: 2"},
		{"broken second document", "undone:", "---\na: *x\nb:", 25, "want one record, the file holds several: 2"},
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
