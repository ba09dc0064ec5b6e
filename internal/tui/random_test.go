// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

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
			if i%2 == 1 {
				o.Players[1] = "simple"
			}
			var lines []string
			for range 2000 {
				lines = append(lines, randomLine(random, &o))
			}
			plain(t, o, append(lines, "no", "save end.json")...)
			o.File = "end.json"
			if !strings.Contains(plain(t, o), "Loaded from") {
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

// TestRandomKeys presses thousands of random keys on the full screen, in windows
// of changing size. Nothing panics, every screen can be drawn, and the game can
// be saved and read back at the end.
func TestRandomKeys(t *testing.T) {
	for i, id := range []string{"tic-tac-toe", "nine", "twelve-mens-morris-multi", "fanorona", "yote", "yote-multi"} {
		t.Run(id, func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(i), 11))
			o := options(t, judged(append(toy(), real()...)), id)
			if i%2 == 1 {
				o.Players[1] = "simple"
			}
			s := newScreen(t, o)
			for step := range 2500 {
				s.left = false
				s.send(randomMsg(random))
				if step%4 == 0 {
					_ = s.model.View()
				}
			}
			s.press("esc", "esc", "esc").size(80, 24)
			if strings.Contains(s.text(), "Start game") {
				s.press("down", "down").press("enter")
			}
			s.press("esc", "esc", "s", "ctrl+u").spell("end.json").press("enter", "enter")
			load(t, filepath.Join(o.Dir, "end.json"))
		})
	}
}

var randomKeys = strings.Fields("up down left right enter enter enter space esc backspace tab pgup pgdown ctrl+c ctrl+u " +
	"h j k l e u r s o d f n c ? v H f1 q y a b g i 0 1 2 3 4 5 6 7 8 9 x z é A D")

func randomMsg(random *rand.Rand) tea.Msg {
	switch random.IntN(20) {
	case 0:
		return tea.WindowSizeMsg{Width: random.IntN(160), Height: random.IntN(60)}
	case 1, 2:
		return tea.MouseClickMsg{X: random.IntN(160) - 10, Y: random.IntN(60) - 5, Button: tea.MouseLeft}
	case 3:
		return tea.MouseWheelMsg{Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[random.IntN(2)]}
	case 4:
		return tea.PasteMsg{Content: fmt.Sprint("paste", random.IntN(3))}
	case 5:
		return tui.Beat
	default:
		return keyOf(randomKeys[random.IntN(len(randomKeys))])
	}
}
