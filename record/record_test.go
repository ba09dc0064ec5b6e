// SPDX-License-Identifier: Apache-2.0

package record_test

import (
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
