// SPDX-License-Identifier: Apache-2.0

package puzzle_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"cairn/catalog"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/study/puzzle"
)

func TestLoad(t *testing.T) {
	seen := map[string]bool{}
	for _, entry := range catalog.Standard().All() {
		puzzles, err := puzzle.Load(entry)
		if err != nil {
			t.Error(err)
		}
		for i := range puzzles {
			p := &puzzles[i]
			if seen[p.ID] {
				t.Errorf("%s: %s is there twice", p.Game, p.ID)
			}
			seen[p.ID] = true
			if back, err := puzzle.Parse(p.Game, p.String()); err != nil || cmp.Diff(*p, back) != "" {
				t.Errorf("%s: got %v %v, want it back", p, back, err)
			}
		}
	}
}

// Parse errors name file and line.
func TestLoadFaults(t *testing.T) {
	const start = "3/3/3 w 0"
	for _, test := range []struct{ line, want string }{
		{start, "want position;value"},
		{start + ";loss;win;1500;a1", "want draw, or win and the plies"},
		{start + ";draw 3;save;1500;a1", "want draw, or win and the plies"},
		{start + ";win x;win;1500;a1", "invalid syntax"},
		{start + ";win 3;tricks;1500;a1", `theme "tricks"`},
		{start + ";win 3;win;1500;a1 b2", "ends with a move of the player"},
		{start + ";win 3;win;1500;", "ends with a move of the player"},
	} {
		def := tictactoe.Standard
		def.Content = fstest.MapFS{puzzle.File(def.ID): {Data: []byte(test.line + "\n")}}
		_, err := puzzle.Load(game.Erase(def))
		if err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), ".txt:1:") {
			t.Errorf("%s: got %v, want %q", test.line, err, test.want)
		}
	}
	if got, err := puzzle.Load(game.Erase(tictactoe.Standard)); err != nil || len(got) > 0 {
		t.Errorf("a game without content: got %v %v", got, err)
	}
}
