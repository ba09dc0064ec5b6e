// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"strings"
	"testing"

	"cairn/record"
)

// The reader of documents serves JSON and YAML alike, and JSON is YAML too.
var documents = []record.Format{record.JSON, record.YAML}

func TestDocumentTypes(t *testing.T) {
	const head = `{"cairn":1, "game":"toy", "revision":1, "result":"playing", "start":"-",` + "\n"
	for _, c := range []struct{ name, rest, want string }{
		{"no turns", `"undone": []}`, `field "turns" is missing`},
		{"turns as a text", `"turns": "b2"}`, "want a list of turns"},
		{"turns as an object", `"turns": {}}`, "want a list of turns"},
		{"turns as null", `"turns": null}`, "want a list of turns"},
		{"turn as a list", `"turns": [[]]}`, "want an object with the fields [move position took_ms others]"},
		{"move as a list", `"turns": [{"move": [], "position": "-"}]}`, "move: want a text"},
		{"move as an object", `"turns": [{"move": {}, "position": "-"}]}`, "move: want a text"},
		{"no position", `"turns": [{"move": "a"}]}`, `field "position" is missing`},
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

// deepDocument is a record whose variations stand that deep, without regard to
// the rules: against the only turn, or as an undone line.
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

// Lines are counted once, not anew for each of many small values: that would
// take minutes here.
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
