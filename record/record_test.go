// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"strings"
	"testing"
	"time"

	"cairn/game"
	"cairn/record"
)

func TestEqual(t *testing.T) {
	if a, b := tangled(t), tangled(t); !a.Equal(b) {
		t.Error("the same game differs from itself")
	}
	if a, b := (record.Record{}), (record.Record{Turns: record.Line{}, Undone: []record.Line{}}); !a.Equal(b) {
		t.Error("empty lists differ from missing ones")
	}
	for name, change := range map[string]func(*record.Record){
		"game":            func(r *record.Record) { r.Game = "x" },
		"revision":        func(r *record.Record) { r.Revision++ },
		"start":           func(r *record.Record) { r.Start = "x" },
		"white":           func(r *record.Record) { r.Players[game.White] = "x" },
		"black":           func(r *record.Record) { r.Players[game.Black] = "x" },
		"date":            func(r *record.Record) { r.Date = r.Date.Add(time.Second) },
		"control":         func(r *record.Record) { r.Control = "x" },
		"clock":           func(r *record.Record) { r.Clock[1] = time.Second },
		"comment":         func(r *record.Record) { r.Comment = "x" },
		"turn's comment":  func(r *record.Record) { r.Turns[0].Comment = "x" },
		"extra":           func(r *record.Record) { r.Extra = []record.Extra{{Name: "x"}} },
		"verdict":         func(r *record.Record) { r.Verdict = game.Draw },
		"reason":          func(r *record.Record) { r.Reason = "x" },
		"a turn less":     func(r *record.Record) { r.Turns = r.Turns[:1] },
		"move":            func(r *record.Record) { r.Turns[0].Move = "x" },
		"position":        func(r *record.Record) { r.Turns[0].Position = "x" },
		"took":            func(r *record.Record) { r.Turns[0].Took++ },
		"others":          func(r *record.Record) { r.Turns[2].Others = nil },
		"order of others": func(r *record.Record) { o := r.Turns[2].Others; o[0], o[1] = o[1], o[0] },
		"undone":          func(r *record.Record) { r.Undone = nil },
		"undone others":   func(r *record.Record) { r.Undone[0][1].Others = nil },
	} {
		t.Run(name, func(t *testing.T) {
			a, b := tangled(t), tangled(t)
			change(&b)
			if a.Equal(b) || b.Equal(a) {
				t.Error("two different records are equal")
			}
		})
	}
}

func TestDefaultName(t *testing.T) {
	for _, c := range []struct{ id, want string }{
		{"nine-mens-morris", "NineSave"},
		{"three-mens-morris-nine-holes", "ThreeSave"},
		{"yote", "YoteSave"},
		{"fanorona-dimy", "FanoronaSave"},
		{"", "Save"},
	} {
		if got := record.DefaultName(c.id); got != c.want {
			t.Errorf("default name for %q: got %q, want %q", c.id, got, c.want)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	for _, c := range []struct {
		name   string
		damage func(*record.Record)
		want   string
	}{
		{"no game", func(r *record.Record) { r.Game = "" }, "game: is empty"},
		{"no revision", func(r *record.Record) { r.Revision = 0 }, "game: revision 0: want a number from 1"},
		{"two blanks in the start", func(r *record.Record) { r.Start = "3  w" }, "start: want words one blank apart"},
		{"no start", func(r *record.Record) { r.Start = "" }, "start: want words"},
		{"name in Latin-1", func(r *record.Record) { r.Players[0] = "B\xe9la" }, "white: is not valid UTF-8"},
		{"other name in Latin-1", func(r *record.Record) { r.Players[1] = "B\xe9la" }, "black: is not valid UTF-8"},
		{"control in Latin-1", func(r *record.Record) { r.Control = "\xe9" }, "control: is not valid UTF-8"},
		{"game in Latin-1", func(r *record.Record) { r.Game = "yot\xe9" }, "game: is not valid UTF-8"},
		{"far future", func(r *record.Record) { r.Date = time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC) }, "date: want a year"},
		{"before our era", func(r *record.Record) { r.Date = time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC) }, "date: want a year"},
		{"negative clock", func(r *record.Record) { r.Clock[0] = -1 }, "clock: want a thinking time"},
		{"comment in Latin-1", func(r *record.Record) { r.Comment = "\xe9" }, "comment: is not valid UTF-8"},
		{"Latin-1 in a turn's comment", func(r *record.Record) { r.Turns[0].Comment = "\xe9" }, `turns: turn 1: comment "\xe9": is not valid UTF-8`},
		{"extra of a known name", func(r *record.Record) { r.Extra[0].Name = "turns" }, `extra: field "turns" cannot stand here`},
		{"extra with a colon", func(r *record.Record) { r.Extra[0].Name = "a:b" }, `extra: field "a:b": want a name`},
		{"extra in Latin-1", func(r *record.Record) { r.Extra[0].Value = "\xe9" }, "extra: is not valid UTF-8"},
		{"no such verdict", func(r *record.Record) { r.Verdict = 4 }, "result: verdict 4 is unknown"},
		{"reason of two words", func(r *record.Record) { r.Reason = "time out" }, "reason: want one word"},
		{"no move", func(r *record.Record) { r.Turns[1].Move = "" }, `turns: turn 2: move "": is empty`},
		{"move of two words", func(r *record.Record) { r.Turns[1].Move = "a b" }, `turns: turn 2: move "a b": want one word`},
		{"line break in a move", func(r *record.Record) { r.Turns[0].Move = "a\n" }, `turns: turn 1: move "a\n": want one word`},
		{"no position", func(r *record.Record) { r.Turns[2].Position = "" }, `turns: turn 3: position ""`},
		{"brackets in a position", func(r *record.Record) { r.Turns[2].Position = "3 [1s]" }, `turns: turn 3: position "3 [1s]"`},
		{"negative time", func(r *record.Record) { r.Turns[0].Took = -1 }, `turns: turn 1: took "-1ns": want`},
		{"endless time", func(r *record.Record) { r.Turns[0].Took = 1<<63 - 1 }, "turns: turn 1: took"},
		{"fault in others", func(r *record.Record) { r.Turns[2].Others[0][0].Move = "" }, `turns: turn 3: move ""`},
		{"fault in undone", func(r *record.Record) { r.Undone[0][0].Move = "" }, `undone: turn 4: move ""`},
		{"empty variation", func(r *record.Record) { r.Undone[0] = nil }, "undone: turn 4: a variation has no turns"},
		{"deep", func(r *record.Record) { *r = nested(t, record.MaxDepth+1) }, "turns: turn 65: variations stand more than 64 deep"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := example(t)
			c.damage(&r)
			for _, f := range record.Formats() {
				var out strings.Builder
				err := f.Encode(&out, r)
				if err == nil || !strings.HasPrefix(err.Error(), "write record: "+c.want) {
					t.Errorf("%s: got %v, want %q", f.Name(), err, c.want)
				}
				if out.Len() > 0 {
					t.Errorf("%s: wrote %q before it refused", f.Name(), out.String())
				}
			}
		})
	}
}

func TestEncodeRounds(t *testing.T) {
	r := example(t)
	r.Date = r.Date.Add(999 * time.Millisecond).In(time.FixedZone("", 3600))
	r.Turns[0].Took += 999 * time.Microsecond
	for _, f := range record.Formats() {
		if got, want := decode(t, f, encode(t, f, r)), example(t); !got.Equal(want) {
			t.Errorf("%s: got %+v, want %+v", f.Name(), got, want)
		}
	}
}

func TestDeepestVariationsAreRead(t *testing.T) {
	want := nested(t, record.MaxDepth)
	for _, f := range record.Formats() {
		if got := decode(t, f, encode(t, f, want)); !got.Equal(want) {
			t.Errorf("%s: variations %d deep change", f.Name(), record.MaxDepth)
		}
	}
}

// Notes counts the text that a server limits: comments in all variations, and unknown fields.
func TestNotes(t *testing.T) {
	r := record.Record{
		Comment: "12",
		Turns: record.Line{
			{Move: "a", Comment: "345"},
			{Move: "b", Comment: "6", Others: []record.Line{{{Move: "c", Comment: "7890"}}}},
		},
		Undone: []record.Line{{{Move: "d", Comment: "12345", Others: []record.Line{{{Move: "e", Comment: "678901"}}}}}},
		Extra:  []record.Extra{{Name: "site", Value: "1234567"}},
	}
	if got, want := r.Notes(), 2+3+1+4+5+6+4+7; got != want {
		t.Errorf("got %d bytes, want %d", got, want)
	}
	if got, want := r.Variations(), 3; got != want {
		t.Errorf("got %d turns of variations, want %d", got, want)
	}
}
