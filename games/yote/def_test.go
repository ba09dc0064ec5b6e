// SPDX-License-Identifier: Apache-2.0

package yote_test

import (
	"fmt"
	"strings"
	"testing"

	"cairn/game"
	"cairn/games/yote"
)

func TestDefs(t *testing.T) {
	want := []struct{ id, name, variant string }{
		{"yote", "Yoté", "standard"},
		{"yote-no-three-draw", "Yoté, no three-stone draw", "no three-stone draw"},
		{"yote-free-return", "Yoté, free return", "free return"},
		{"yote-free", "Yoté, free", "free"},
		{"yote-multi", "Yoté, several jumps", "several jumps"},
	}
	if len(yote.Defs) != len(want) {
		t.Fatalf("got %d rule sets, want %d", len(yote.Defs), len(want))
	}
	for i, d := range yote.Defs {
		w := want[i]
		if d.ID != w.id || d.Name != w.name || d.Variant != w.variant || d.Family != "yote" || d.Men != 12 {
			t.Errorf("rule set %d: got %+v, want %+v", i, d.Info, w)
		}
		if got, want := d.Format(d.Start()), "6/6/6/6/6 w 12,12 -,- 0"; got != want {
			t.Errorf("%s: starts with %q, want %q", d.ID, got, want)
		}
	}
}

func TestBoard(t *testing.T) {
	b := yote.Standard.Board
	if !b.Cells || b.Width != 6 || b.Height != 5 || strings.Join(b.Columns, "") != "012345" || strings.Join(b.Rows, "") != "abcde" {
		t.Errorf("board: got %+v", b)
	}
	spot := b.Points[point(t, "b3")]
	if want := (game.Spot{Name: "b3", X: 3, Y: 1}); spot != want {
		t.Errorf("b3: got %+v, want %+v", spot, want)
	}
}

func TestNewLimits(t *testing.T) {
	cases := []struct {
		rows, cols int
		want       string // in the error; "" for none
	}{
		{1, 2, ""},
		{2, 1, ""},
		{26, 2, ""},
		{26, 1, ""},
		{6, 10, ""},
		{8, 8, ""},
		{1, 1, "board of 1×1 has 1 cells: want 2 to 64"},
		{7, 10, "board of 7×10 has 70 cells: want 2 to 64"},
		{26, 3, "has 78 cells"},
		{0, 6, "0 rows: want 1 to 26"},
		{27, 1, "27 rows: want 1 to 26"},
		{5, 0, "0 columns: want 1 to 10"},
		{5, 11, "11 columns: want 1 to 10"},
		{-3, -4, "-3 rows"},
		{-3, -4, "-4 columns"},
		{1 << 62, 4, "rows: want 1 to 26"},
	}
	for _, c := range cases {
		t.Run(fmt.Sprintf("%dx%d", c.rows, c.cols), func(t *testing.T) {
			def, err := yote.New(c.rows, c.cols)
			switch {
			case c.want == "" && err != nil:
				t.Fatal(err)
			case c.want == "":
				if got, want := len(def.Start().AppendMoves(nil)), c.rows*c.cols; got != want {
					t.Errorf("got %d moves, want %d", got, want)
				}
			case err == nil || !strings.Contains(err.Error(), c.want):
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// Every size that New allows is its own rule set: no two have an equal position.
func TestNewSizes(t *testing.T) {
	seen := map[yote.Position]string{}
	for rows := 1; rows <= 26; rows++ {
		for cols := 1; cols <= 10 && rows*cols <= 64; cols++ {
			def, err := yote.New(rows, cols)
			if rows*cols < 2 {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			id := fmt.Sprintf("yote-%dx%d", rows, cols)
			if rows == 5 && cols == 6 {
				id = "yote"
			}
			if def.ID != id || def.Family != "yote" || def.Men != 12 {
				t.Errorf("%d×%d: got %s of %s with %d men, want %s", rows, cols, def.ID, def.Family, def.Men, id)
			}
			if other, twice := seen[def.Start()]; twice {
				t.Errorf("%s begins as %s does", id, other)
			}
			seen[def.Start()] = id
			var steps int // of a white stone on every cell of an empty board
			for c := range rows * cols {
				cells := []byte(strings.Repeat("1", rows*cols))
				cells[c] = 'w'
				p := must(t, def, inRows(cells, cols)+" w 0,4 -,- 0")
				steps += len(p.AppendMoves(nil))
			}
			if want := 2 * (rows*(cols-1) + cols*(rows-1)); steps != want {
				t.Errorf("%s: got %d steps in all, want %d", id, steps, want)
			}
		}
	}
}

// inRows puts a slash between the rows.
func inRows(cells []byte, cols int) string {
	var rows []string
	for ; len(cells) > 0; cells = cells[cols:] {
		rows = append(rows, string(cells[:cols]))
	}
	return strings.Join(rows, "/")
}
