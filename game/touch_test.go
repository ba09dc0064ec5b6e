// SPDX-License-Identifier: Apache-2.0

package game_test

import (
	"slices"
	"testing"

	"cairn/game"
)

func moves(paths map[string][][]game.Point) []game.Move {
	var list []game.Move
	for text, p := range paths {
		m := game.Move{Text: text}
		for _, points := range p {
			var path game.Path
			for _, point := range points {
				path = append(path, game.Touch{Point: point})
			}
			m.Paths = append(m.Paths, path)
		}
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b game.Move) int { return int(a.Text[0]) - int(b.Text[0]) })
	return list
}

func TestPickerNarrows(t *testing.T) {
	k := game.NewPicker(moves(map[string][][]game.Point{
		"a": {{1, 2}},
		"b": {{1, 2, 5}},
		"c": {{1, 3, 4}, {1, 4, 3}},
		"d": {{7}},
	}))
	want := func(name string, next []game.Point, move string, candidates int) {
		t.Helper()
		if got := k.Next(); !slices.Equal(got, next) {
			t.Errorf("%s: next is %v, want %v", name, got, next)
		}
		m, ok := k.Move()
		if m.Text != move || ok != (move != "") {
			t.Errorf("%s: move is %q, want %q", name, m.Text, move)
		}
		if got := len(k.Candidates()); got != candidates {
			t.Errorf("%s: %d candidates, want %d", name, got, candidates)
		}
	}
	want("begin", []game.Point{1, 7}, "", 4)
	if k.Touch(2) || len(k.Path()) != 0 {
		t.Error("a point no move begins with was taken")
	}
	k.Touch(1)
	want("one", []game.Point{2, 3, 4}, "", 3)
	k.Touch(2)
	want("a move that may go on", []game.Point{5}, "a", 2)
	k.Touch(5)
	want("the end", nil, "b", 1)
	for range 2 {
		if !k.Back() {
			t.Error("a touch could not be taken back")
		}
	}
	k.Touch(4)
	want("another order", []game.Point{3}, "", 1)
	k.Touch(3)
	want("same move", nil, "c", 1)
	k.Reset()
	want("again", []game.Point{1, 7}, "", 4)
	if k.Back() {
		t.Error("there was nothing to take back")
	}
}
