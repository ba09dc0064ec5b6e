// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"context"
	"encoding/xml"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"cairn/game"
	"cairn/internal/tui"
	picture "cairn/internal/tui/screen"
)

// TestCursorReachesEveryPoint walks from each point of every board to each
// other by arrow keys.
func TestCursorReachesEveryPoint(t *testing.T) {
	for _, e := range real() {
		b := e.Game.Info().Board
		for from := range b.Points {
			reached := map[game.Point]bool{game.Point(from): true}
			for queue := []game.Point{game.Point(from)}; len(queue) > 0; queue = queue[1:] {
				for _, way := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
					if next := tui.Toward(b, queue[0], way[0], way[1]); !reached[next] {
						reached[next] = true
						queue = append(queue, next)
					}
				}
			}
			if len(reached) != len(b.Points) {
				t.Errorf("%s: from %s only %d of %d points can be reached", e.Game.Info().ID, b.Name(game.Point(from)), len(reached), len(b.Points))
			}
		}
	}
}

func TestCursorFollowsLines(t *testing.T) {
	for _, e := range real() {
		info := e.Game.Info()
		if info.ID != "nine-mens-morris" {
			continue
		}
		for _, test := range []struct {
			from   string
			dx, dy int
			want   string
		}{
			{"a7", 1, 0, "d7"},
			{"d7", 0, 1, "d6"},
			{"d5", 0, 1, "d3"},
			{"a7", 0, 1, "a4"},
			{"c4", 1, 0, "e4"},
			{"g1", 1, 0, "g1"},
			{"b6", 0, -1, "a7"},
		} {
			from, _ := info.Board.Find(test.from)
			if got := info.Board.Name(tui.Toward(info.Board, from, test.dx, test.dy)); got != test.want {
				t.Errorf("from %s by %d,%d: got %s, want %s", test.from, test.dx, test.dy, got, test.want)
			}
		}
	}
}

// TestLayout checks for every board and every window that all parts lie within
// the window and none covers another.
func TestLayout(t *testing.T) {
	for _, e := range real() {
		b := e.Game.Info().Board
		for width := 20; width <= 200; width += 3 {
			for height := 8; height <= 70; height += 2 {
				rooms, fits := tui.Rooms(b, width, height)
				if !fits {
					if width >= 80 && height >= 24 && tui.Usual(b) {
						t.Fatalf("%s does not fit into %d by %d", e.Game.Info().ID, width, height)
					}
					continue
				}
				for i, r := range rooms {
					if r[0] < 0 || r[1] < 0 || r[2] < 1 || r[3] < 1 || r[0]+r[2] > width || r[1]+r[3] > height {
						t.Fatalf("%s in %d by %d: part %d at %v is outside", e.Game.Info().ID, width, height, i, r)
					}
					for j, o := range rooms[:i] {
						if r[0] < o[0]+o[2] && o[0] < r[0]+r[2] && r[1] < o[1]+o[3] && o[1] < r[1]+r[3] {
							t.Fatalf("%s in %d by %d: parts %d and %d cover each other: %v %v", e.Game.Info().ID, width, height, i, j, r, o)
						}
					}
				}
			}
		}
	}
}

func TestDisc(t *testing.T) {
	for _, test := range []struct {
		width, height int
		radius        float64
		want          string
	}{
		{5, 3, 1.11, " ▄▄▄ \n▐███▌\n ▀▀▀ \n"},
		{5, 2, 1.11, "▗███▖\n▝███▘\n"},
		{7, 3, 1.48, " ▄███▄ \n▐█████▌\n ▀███▀ \n"},
	} {
		if got := tui.Disc(test.width, test.height, test.radius); got != test.want {
			t.Errorf("%d by %d: got\n%swant\n%s", test.width, test.height, got, test.want)
		}
	}
}

// TestColoursStandOut checks that men of every pair differ in brightness from
// every board, not only in hue.
func TestColoursStandOut(t *testing.T) {
	const least = 0.14
	men, boards := tui.Fills()
	for i, pair := range men {
		for j, board := range boards {
			for side, man := range pair {
				if d := man - board; d < least && d > -least {
					t.Errorf("men %d, side %d on board %d: brightness %.2f on %.2f", i, side, j, man, board)
				}
			}
		}
	}
}

var pictures = flag.String("pictures", "", "folder to write pictures of the full screen to, as SVG")

// TestPictures draws the screens that the documentation shows.
func TestPictures(t *testing.T) {
	for _, test := range []struct {
		name, game    string
		width, height int
		players       [2]string
		keys          []string
	}{
		{"menu", "", 80, 24, [2]string{}, nil},
		{"nine", "nine", 80, 24, [2]string{tui.Human, "medium"}, []string{"d6f4b4d7c5g7e3"}},
		{"six", "six", 80, 24, [2]string{tui.Human, tui.Human}, []string{"c", "right", "enter", "a1b4a5d2a3"}},
		{"fanorona", "fanorona", 80, 24, [2]string{tui.Human, tui.Human}, []string{"d2e3g4g5", "enter", "f2"}},
		{"yote", "yote", 80, 24, [2]string{tui.Human, tui.Human}, []string{"b2b3e0e5c2c3a4d1b2b4"}},
		{"large", "twelve", 120, 42, [2]string{tui.Human, tui.Human}, []string{"d6d5f4b4d7f6d2a7b6g7g4c4a4"}},
		{"colourless", "nine", 80, 24, [2]string{tui.Human, tui.Human}, []string{"d6d2f4b2d7f2d5"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			games := real()
			for i := range games {
				games[i].Levels = []string{"novice", "medium"}
			}
			o := options(t, games, test.game)
			o.Players = test.players
			o.Games[0].Think = replies("d2", "f2", "b2xf4", "g4", "c3", "f4")
			o.NoColour = test.name == "colourless"
			s := newScreen(t, o).size(test.width, test.height)
			for _, k := range test.keys {
				if _, name := named[k]; name {
					s.press(k)
				} else {
					s.spell(k)
				}
			}
			svg := picture.Page{Columns: test.width, Lines: test.height}.SVG(s.model.View().Content)
			if err := xml.Unmarshal([]byte(svg), new(struct{})); err != nil {
				t.Fatal(err)
			}
			if *pictures != "" {
				if err := os.WriteFile(filepath.Join(*pictures, test.name+".svg"), []byte(svg), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// replies is a computer player that follows a list.
func replies(moves ...string) func(context.Context, tui.Question) (string, error) {
	return func(ctx context.Context, q tui.Question) (string, error) {
		if len(moves) == 0 {
			return firstMove(ctx, q)
		}
		next := moves[0]
		moves = moves[1:]
		return next, nil
	}
}
