// SPDX-License-Identifier: Apache-2.0

package canvas_test

import (
	"image/color"
	"math"
	"reflect"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/tui/canvas"
)

// TestCursorReachesEveryPoint walks from each point of every board to each
// other by arrow keys.
func TestCursorReachesEveryPoint(t *testing.T) {
	for _, e := range catalog.Standard().All() {
		b := e.Game.Info().Board
		for from := range b.Points {
			reached := map[game.Point]bool{game.Point(from): true}
			for queue := []game.Point{game.Point(from)}; len(queue) > 0; queue = queue[1:] {
				for _, way := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
					if next := canvas.Toward(b, queue[0], way[0], way[1]); !reached[next] {
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
	for _, e := range catalog.Standard().All() {
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
			if got := info.Board.Name(canvas.Toward(info.Board, from, test.dx, test.dy)); got != test.want {
				t.Errorf("from %s by %d,%d: got %s, want %s", test.from, test.dx, test.dy, got, test.want)
			}
		}
	}
}

// TestLayout checks for every board and every window that all parts lie within
// the window and none covers another.
func TestLayout(t *testing.T) {
	for _, e := range catalog.Standard().All() {
		b := e.Game.Info().Board
		for width := 20; width <= 200; width += 3 {
			for height := 8; height <= 70; height += 2 {
				parts, fits := rooms(b, width, height)
				if !fits {
					if width >= 80 && height >= 24 && usual(b) {
						t.Fatalf("%s does not fit into %d by %d", e.Game.Info().ID, width, height)
					}
					continue
				}
				for i, r := range parts {
					if r[0] < 0 || r[1] < 0 || r[2] < 1 || r[3] < 1 || r[0]+r[2] > width || r[1]+r[3] > height {
						t.Fatalf("%s in %d by %d: part %d at %v is outside", e.Game.Info().ID, width, height, i, r)
					}
					for j, o := range parts[:i] {
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
		if got := disc(test.width, test.height, test.radius); got != test.want {
			t.Errorf("%d by %d: got\n%swant\n%s", test.width, test.height, got, test.want)
		}
	}
}

// TestColoursStandOut checks that men of every pair differ in brightness from
// every board, not only in hue.
func TestColoursStandOut(t *testing.T) {
	const least = 0.14
	men, boards := canvas.Fills()
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

// rooms returns the rectangles of the page, the board first, and whether they fit.
func rooms(b *game.Board, width, height int) (out [][4]int, fits bool) {
	l := canvas.Arrange(b, width, height)
	for _, r := range []canvas.Rect{l.Board, l.Sides, l.Log, l.Status, l.Keys} {
		out = append(out, [4]int{r.X, r.Y, r.Width, r.Height})
	}
	return out, l.Fits
}

// disc draws a piece as text.
func disc(width, height int, radius float64) string {
	var out strings.Builder
	for _, row := range canvas.Disc(width, height, radius) {
		out.WriteString(string(row) + "\n")
	}
	return out.String()
}

// usual reports whether a board is small enough for a window of 80 by 24.
func usual(b *game.Board) bool { return b.Width <= 9 && b.Height <= 9 }

// luminance is the relative luminance of WCAG 2.
func luminance(c color.Color) float64 {
	linear := func(v uint32) float64 {
		x := float64(v) / 0xffff
		if x <= 0.03928 {
			return x / 12.92
		}
		return math.Pow((x+0.055)/1.055, 2.4)
	}
	r, g, b, _ := c.RGBA()
	return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

// TestBasicContrast measures the colours of a terminal with 16 in the palettes of xterm, of the
// console of Linux (the one of VGA) and of GNOME (Tango).
func TestBasicContrast(t *testing.T) {
	for name, palette := range map[string]string{
		"xterm": "000000 cd0000 00cd00 cdcd00 0000ee cd00cd 00cdcd e5e5e5 7f7f7f ff0000 00ff00 ffff00 5c5cff ff00ff 00ffff ffffff",
		"VGA":   "000000 aa0000 00aa00 aa5500 0000aa aa00aa 00aaaa aaaaaa 555555 ff5555 55ff55 ffff55 5555ff ff55ff 55ffff ffffff",
		"Tango": "000000 cc0000 4e9a06 c4a000 3465a4 75507b 06989a d3d7cf 555753 ef2929 8ae234 fce94f 729fcf ad7fa8 34e2e2 eeeeec",
	} {
		shade := func(c color.Color) color.Color {
			return lipgloss.Color("#" + strings.Fields(palette)[reflect.ValueOf(c).Uint()])
		}
		drawn, board := canvas.Basic()
		for i, c := range drawn {
			if got := contrast(shade(c), shade(board)); got < 3 {
				t.Errorf("%s: drawing %d has a contrast of %.1f on the board, want 3", name, i, got)
			}
		}
		if got := contrast(shade(drawn[0]), shade(drawn[1])); got < 10 {
			t.Errorf("%s: the men have a contrast of %.1f", name, got)
		}
	}
}

// TestTextContrast measures prompts and errors on backgrounds.
func TestTextContrast(t *testing.T) {
	white, black := lipgloss.Color("#ffffff"), lipgloss.Color("#000000")
	for ground, on := range map[canvas.Ground][]color.Color{canvas.Unknown: {white, black}, canvas.Dark: {black}, canvas.Light: {white}} {
		l := canvas.Look{Colour: true, Ground: ground}
		for name, p := range map[string]canvas.Paint{"prompt": l.Accent(), "error": l.Alarm()} {
			for _, back := range on {
				if got := contrast(canvas.Ink(p), back); got < 4.5 {
					t.Errorf("%s on background %d: contrast %.2f, want 4.5", name, ground, got)
				}
			}
		}
	}
}

func TestClip(t *testing.T) {
	for _, test := range []struct {
		text  string
		width int
		ascii bool
		want  string
	}{
		{"placing", 7, false, "placing"},
		{"placing", 6, false, "placi…"},
		{"placing", 6, true, "pla..."},
		{"placing", 2, true, "pl"},
		{"placing", 0, false, ""},
		{"日本語", 5, false, "日本…"},
	} {
		if got := (canvas.Look{ASCII: test.ascii}).Clip(test.text, test.width); got != test.want {
			t.Errorf("%q in %d: got %q, want %q", test.text, test.width, got, test.want)
		}
	}
}
