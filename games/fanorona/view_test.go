// SPDX-License-Identifier: Apache-2.0

package fanorona_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/game"
	"cairn/games/fanorona"
)

func TestPaths(t *testing.T) {
	tests := []struct {
		name            string
		def             game.Def[fanorona.Position, fanorona.Move]
		pos, move, want string
	}{
		{"paika", fanorona.Standard, "9/9/w7b/9/9 w 0", "a3-b3", "a3 b3"},
		{"one way possible", fanorona.Standard, "9/9/w1bb1b3/9/9 w 0", "a3-b3A", "a3 b3"},
		{"approach chosen", fanorona.Standard, "9/9/1bbw1bb2/9/9 w 0", "d3-e3A", "d3 e3 f3"},
		{"withdrawal chosen", fanorona.Standard, "9/9/1bbw1bb2/9/9 w 0", "d3-e3W", "d3 e3 c3"},
		{"choice within a chain", fanorona.Dimy, "1b3/5/w1b2/1b3/5 w 0", "a3-b3A-b4W", "a3 b3 b4 b2"},
		{"smallest board", fanorona.Telo, "bbb/b1w/www w 0", "c1-b2A", "c1 b2"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.def, test.pos)
			paths := test.def.Paths(p, mustFind(t, test.def, p, test.move))
			if len(paths) != 1 {
				t.Fatalf("%s: got %d paths, want 1", test.move, len(paths))
			}
			if got := strings.Join(test.def.Board.Names(paths[0].Points()), " "); got != test.want {
				t.Errorf("%s: got %s, want %s", test.move, got, test.want)
			}
		})
	}
}

func TestNotes(t *testing.T) {
	point := func(name string) game.Point {
		p, _ := fanorona.Dimy.Board.Find(name)
		return p
	}
	moved := func(s game.Side, from, to string) game.Note {
		return game.Note{Kind: game.Moved, Side: s, From: point(from), Point: point(to)}
	}
	count := func(s game.Side, way game.NoteKind, n int) game.Note {
		return game.Note{Kind: way, Side: s, Count: n}
	}
	took := func(s game.Side, at string) game.Note {
		return game.Note{Kind: game.Took, Side: s, Point: point(at)}
	}
	const w, b = game.White, game.Black
	tests := []struct {
		name      string
		pos, move string
		want      []game.Note
	}{
		{"paika", "w4/5/5/5/3b1 w 0", "a5-b4", []game.Note{moved(w, "a5", "b4")}},
		{"approach, nearest first", "5/5/ww1b1/5/5 b 0", "d3-c3A", []game.Note{
			moved(b, "d3", "c3"), count(b, game.Approach, 2), took(b, "b3"), took(b, "a3"),
		}},
		{"withdrawal, nearest first", "5/5/2b2/3w1/4w b 0", "c3-b4W", []game.Note{
			moved(b, "c3", "b4"), count(b, game.Withdrawal, 2), took(b, "d2"), took(b, "e1"),
		}},
		{"every step of a chain", "1b3/5/w1b2/1b3/5 w 0", "a3-b3A-b4W", []game.Note{
			moved(w, "a3", "b3"), count(w, game.Approach, 1), took(w, "c3"),
			moved(w, "b3", "b4"), count(w, game.Withdrawal, 1), took(w, "b2"),
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, fanorona.Dimy, test.pos)
			got := fanorona.Dimy.Notes(p, mustFind(t, fanorona.Dimy, p, test.move))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", test.move, diff)
			}
		})
	}
}

func TestView(t *testing.T) {
	v := fanorona.Dimy.View(mustParse(t, fanorona.Dimy, "w4/5/5/3b1/3b1 b 0"))
	want := game.View{Men: make([]game.Man, 25), Turn: game.Black, Sides: [2]game.SideView{
		{Phase: game.Sliding, Board: 1, Lost: 11},
		{Phase: game.Sliding, Board: 2, Lost: 10},
	}}
	want.Men[0], want.Men[18], want.Men[23] = game.WhiteMan, game.BlackMan, game.BlackMan
	if diff := cmp.Diff(want, v); diff != "" {
		t.Errorf("view (-want +got):\n%s", diff)
	}
}

// TestLines counts the lines of the boards: rows, columns, and one diagonal in
// every square between four points.
func TestLines(t *testing.T) {
	for _, def := range fanorona.Defs {
		w, h := def.Board.Width, def.Board.Height
		if got, want := len(def.Board.Edges), (w-1)*h+w*(h-1)+(w-1)*(h-1); got != want {
			t.Errorf("%s: got %d lines, want %d", def.ID, got, want)
		}
	}
}
