// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"testing"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/tui"
)

func TestNotation(t *testing.T) {
	wide := &game.Board{Points: []game.Spot{{Name: "a1"}, {Name: "a11"}, {Name: "b1"}}}
	for _, test := range []struct {
		name  string
		board *game.Board
		text  string
		want  string // empty for no move
	}{
		{"point", tictactoe.Standard.Board, "a1", "a1"},
		{"capital", tictactoe.Standard.Board, " A1 ", "a1"},
		{"number first", tictactoe.Standard.Board, "1a", "a1"},
		{"two points", tictactoe.Standard.Board, "a1-b2", "a1-b2"},
		{"two points, a blank", tictactoe.Standard.Board, "a1 b2", "a1-b2"},
		{"two points, nothing", tictactoe.Standard.Board, "a1b2", "a1-b2"},
		{"numbers first, nothing", tictactoe.Standard.Board, "1a2b", "a1-b2"},
		{"taking", tictactoe.Standard.Board, "a1-B2Xc3", "a1-b2xc3"},
		{"taking two", tictactoe.Standard.Board, "a1xc3xb2", "a1xc3xb2"},
		{"letters", tictactoe.Standard.Board, "a1-b2a-c3W", "a1-b2A-c3W"},
		{"a letter that is a column", tictactoe.Standard.Board, "b2a1", "b2-a1"},
		{"letter after number first", tictactoe.Standard.Board, "1a-2bA", "a1-b2A"},
		{"long names", wide, "a11-b1", "a11-b1"},
		{"long names, number first", wide, "11a-1b", "a11-b1"},
		{"nothing", tictactoe.Standard.Board, "", ""},
		{"only signs", tictactoe.Standard.Board, "-", ""},
		{"taking first", tictactoe.Standard.Board, "xa1", ""},
		{"no such point", tictactoe.Standard.Board, "d4", ""},
		{"half a point", tictactoe.Standard.Board, "a1-b", ""},
		{"rubbish behind", tictactoe.Standard.Board, "a1!", ""},
		{"another letter", tictactoe.Standard.Board, "a1q", ""},
	} {
		if got := tui.Cut(test.board, test.text); got != test.want {
			t.Errorf("%s: %q: got %q, want %q", test.name, test.text, got, test.want)
		}
	}
}

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
// every board, so that they can be told from it without seeing hues.
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
