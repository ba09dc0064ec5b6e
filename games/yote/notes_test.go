// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/game"
	"cairn/games/yote"
)

// point returns the cell of that name on the usual board.
func point(t *testing.T, name string) game.Point {
	t.Helper()
	p, ok := yote.Standard.Board.Find(name)
	if !ok {
		t.Fatalf("no cell %s", name)
	}
	return p
}

func TestNotes(t *testing.T) {
	at := func(name string) game.Point { return point(t, name) }
	placed := func(s game.Side, to string) game.Note {
		return game.Note{Kind: game.Placed, Side: s, Point: at(to)}
	}
	moved := func(kind game.NoteKind, from, to string) game.Note {
		return game.Note{Kind: kind, From: at(from), Point: at(to)}
	}
	took := func(cell string) game.Note { return game.Note{Kind: game.Took, Point: at(cell)} }
	enters := func(s game.Side, phase game.Phase) game.Note {
		return game.Note{Kind: game.Enters, Side: s, Phase: phase}
	}
	cases := []struct {
		name, position, move string
		want                 []game.Note
	}{
		{"first stone", "6/6/6/6/6 w 12,12 -,- 0", "b3", []game.Note{placed(game.White, "b3"), enters(game.White, game.Mixed)}},
		{"another stone", "w5/6/6/6/5b b 9,9 -,- 0", "b3", []game.Note{placed(game.Black, "b3")}},
		{"last stone", "w5/6/6/6/5b w 1,9 -,- 0", "b3", []game.Note{placed(game.White, "b3"), enters(game.White, game.Sliding)}},
		{"only stone", "6/6/6/6/bbbb2 w 1,0 -,- 0", "b3", []game.Note{placed(game.White, "b3"), enters(game.White, game.Sliding)}},
		{"step", "w5/6/6/6/5b w 9,9 -,- 0", "a0-b0", []game.Note{moved(game.Moved, "a0", "b0")}},
		{"jump", "wb4/6/6/6/4bb w 9,9 -,- 0", "a0-a2xe4", []game.Note{moved(game.Jumped, "a0", "a2"), took("a1"), took("e4")}},
		{"jump that clears the board", "wb4/6/6/6/6 w 9,9 -,- 0", "a0-a2", []game.Note{
			moved(game.Jumped, "a0", "a2"), took("a1"), enters(game.Black, game.Placing),
		}},
		{"two jumps", "wb4/2b3/6/6/3bbb w 7,7 -,- 0", "a0-a2xe4-c2xe5", []game.Note{
			moved(game.Jumped, "a0", "a2"), took("a1"), took("e4"), moved(game.Jumped, "a2", "c2"), took("b2"), took("e5"),
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := must(t, yote.Multi, c.position)
			if diff := cmp.Diff(c.want, yote.Multi.Notes(p, find(t, yote.Multi, p, c.move))); diff != "" {
				t.Errorf("notes differ (-want +got):\n%s", diff)
			}
		})
	}
}

func TestPaths(t *testing.T) {
	cases := []struct {
		name, position, move string
		want                 []string
	}{
		{"placement", "6/6/6/6/6 w 12,12 -,- 0", "b3", []string{"b3"}},
		{"step", "w5/6/6/6/5b w 9,9 -,- 0", "a0-b0", []string{"a0", "b0"}},
		{"jump", "wb4/6/6/6/4bb w 9,9 -,- 0", "a0-a2xe4", []string{"a0", "a2", "e4"}},
		{"jump without extra", "wb4/6/6/6/6 w 9,9 -,- 0", "a0-a2", []string{"a0", "a2"}},
		{"chain", "wb4/2b3/6/6/3bbb w 7,7 -,- 0", "a0-a2xe4-c2xe5", []string{"a0", "a2", "e4", "c2", "e5"}},
		{"chain without last extra", "wb4/2b3/6/6/5b w 9,9 -,- 0", "a0-a2xe5-c2", []string{"a0", "a2", "e5", "c2"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := must(t, yote.Multi, c.position)
			paths := yote.Multi.Paths(p, find(t, yote.Multi, p, c.move))
			if len(paths) != 1 {
				t.Fatalf("got %d paths, want 1", len(paths))
			}
			if diff := cmp.Diff(c.want, yote.Multi.Board.Names(paths[0].Points())); diff != "" {
				t.Errorf("path differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestView(t *testing.T) {
	cases := []struct {
		name, position string
		want           [2]game.SideView
	}{
		{"start", "6/6/6/6/6 w 12,12 -,- 0", [2]game.SideView{{Phase: game.Placing, Hand: 12}, {Phase: game.Placing, Hand: 12}}},
		{"middle", "w4b/6/6/6/4bb b 7,0 -,- 0", [2]game.SideView{
			{Phase: game.Mixed, Hand: 7, Board: 1, Lost: 4}, {Phase: game.Sliding, Board: 3, Lost: 9},
		}},
		{"swept off the board", "6/6/6/6/4bb w 7,1 -,- 0", [2]game.SideView{
			{Phase: game.Placing, Hand: 7, Lost: 5}, {Phase: game.Mixed, Hand: 1, Board: 2, Lost: 9},
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, yote.Standard.View(must(t, yote.Standard, c.position)).Sides); diff != "" {
				t.Errorf("sides differ (-want +got):\n%s", diff)
			}
		})
	}
}
