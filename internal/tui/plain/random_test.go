// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"cairn/internal/tui"
)

// TestRandomLines types thousands of random lines in plain mode. Nothing
// panics, and the game that is on the screen at the end can be saved and read
// back.
func TestRandomLines(t *testing.T) {
	for i, id := range []string{"tic-tac-toe", "nine", "nine-mens-morris-multi", "three", "fanorona", "yote", "yote-multi"} {
		t.Run(id, func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(i), 7))
			o := options(t, judged(append(toy(), real()...)), id)
			o.Mirrors = []io.Writer{io.Discard}
			if i%2 == 1 {
				o.Players[1] = "simple"
			}
			var lines []string
			for range 2000 {
				lines = append(lines, randomLine(random, &o))
			}
			transcript(t, o, append(lines, "no", "save end.json")...)
			o.File = "end.json"
			if !strings.Contains(transcript(t, o), "Loaded from") {
				t.Error("what was saved cannot be loaded")
			}
		})
	}
}

func randomLine(random *rand.Rand, o *tui.Options) string {
	points := o.Games[1].Game.Info().Board.Points
	if o.Game != "tic-tac-toe" {
		for _, e := range o.Games {
			if info := e.Game.Info(); info.ID == o.Game || len(info.Aliases) > 0 && info.Aliases[0] == o.Game {
				points = info.Board.Points
			}
		}
	}
	point := func() string { return points[random.IntN(len(points))].Name }
	switch random.IntN(24) {
	case 0:
		return ""
	case 1:
		return point() + "-" + point()
	case 2:
		return point() + "-" + point() + "x" + point()
	case 3:
		return point() + "-" + point() + []string{"A", "W", "a", "w"}[random.IntN(4)]
	case 4:
		return []string{"A", "W", "x", "-", "\x00", "\x1b[2J", "é", strings.Repeat("a1-", 300)}[random.IntN(8)]
	case 5:
		return []string{"undo", "redo", "undo", "moves", "help", "board", "draw", "forfeit", "yes", "no", "hint", "?", "values", "review", "next"}[random.IntN(15)]
	case 6:
		return []string{"load", "load nothing", "load .", "new", "new nothing", "save no/where/at all", "y", "n"}[random.IntN(8)]
	default:
		return point()
	}
}
