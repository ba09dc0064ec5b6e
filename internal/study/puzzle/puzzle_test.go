// SPDX-License-Identifier: Apache-2.0

package puzzle_test

import (
	"flag"
	"os"
	"slices"
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

var update = flag.Bool("update", false, "rewrite the ratings of shipped puzzles")

// The ratings of shipped puzzles follow from the puzzles, and each game has puzzles for
// newcomers and for experts.
func TestDifficulty(t *testing.T) {
	for _, entry := range catalog.Standard().All() {
		puzzles, err := puzzle.Load(entry)
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		var ratings []int
		for i := range puzzles {
			p := &puzzles[i]
			want, err := puzzle.Difficulty(entry, p)
			if err != nil || want != p.Rating && !*update {
				t.Fatalf("%s: %d, %v; want %d (-update rewrites it)", p.String(), p.Rating, err, want)
			}
			p.Rating = want
			text.WriteString(p.String() + "\n")
			ratings = append(ratings, want)
		}
		if len(ratings) == 0 {
			continue
		}
		if info := entry.Info(); *update {
			if err := os.WriteFile("../../../games/"+folders[info.ID]+"/"+puzzle.File(info.ID), []byte(text.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(ratings)
		n := len(ratings)
		t.Log(entry.Info().ID, ratings[0], ratings[n/10], ratings[n/4], ratings[n/2], ratings[3*n/4], ratings[9*n/10], ratings[n-1])
		if ratings[n/10] > 1050 || ratings[9*n/10]-ratings[n/10] < 400 {
			t.Errorf("%s: a tenth below %d, a tenth above %d; want easy ones, and a spread of 400", entry.Info().ID, ratings[n/10], ratings[9*n/10])
		}
	}
}

// folders are the games with puzzles.
var folders = map[string]string{"six-mens-morris": "morris", "nine-mens-morris": "morris", "fanorona": "fanorona", "yote": "yote"}
