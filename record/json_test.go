// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"errors"
	"strings"
	"testing"

	"cairn/record"
)

func TestJSONFaults(t *testing.T) {
	example := encode(t, record.JSON, example(t))
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
		{"second value", "\n}\n", "\n}\n{}\n", 48, "line 48, column 1: invalid character '{' after top-level value"},
		{"foreign", `"cairn"`, `"chess"`, 1, "this is not a game record"},
		{"version", `"cairn": 1`, `"cairn": 2, "more": 1`, 2, "line 2, column 12: record version 2, want 1"},
		{"version as text", `"cairn": 1`, `"cairn": "1"`, 2, `cairn "1": want a whole number from 0 to 2147483647`},
		{"unknown field", `"white"`, `"red"`, 5, `line 5, column 10: field "red" is unknown, want cairn, game,`},
		{"unknown field of a turn", `"took_ms": 2000`, `"took": 2000`, 21, `field "took" is unknown, want move, position, took_ms, others`},
		{"field twice", `"black"`, `"white"`, 6, `field "white" stands twice`},
		{"no game", `"game": "tic-tac-toe",`, "", 1, `field "game" is missing`},
		{"no revision", `"revision": 1,`, "", 1, `field "revision" is missing`},
		{"no start", `"start": "3/3/3 w 0",`, "", 1, `field "start" is missing`},
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
		{"turn as a text", "{\n      \"move\": \"b2\"", "\"x\", {\n      \"move\": \"b2\"", 13, "want an object with the fields [move position took_ms others]"},
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
