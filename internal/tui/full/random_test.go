// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui/full"
)

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
		return full.Beat
	default:
		return keyOf(randomKeys[random.IntN(len(randomKeys))])
	}
}
