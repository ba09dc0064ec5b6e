// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"cairn/internal/tui"
	"cairn/internal/tui/full"
	"cairn/internal/tui/tuitest"
)

// TestRandomKeys presses random keys on every screen and box: from menus, boards, kept games and
// puzzles, with a mirror, in windows of changing size, also after the player has left. Nothing
// panics, every screen can be drawn, and the game can be saved and read back at the end.
// CAIRN_SESSIONS is the number of sessions.
func TestRandomKeys(t *testing.T) {
	games := []string{"tic-tac-toe", "nine", "", "twelve-mens-morris-multi", "fanorona", "puzzles", "yote", "kept", "yote-multi"}
	for i := range tuitest.Sessions(len(games)) {
		id := games[i%len(games)]
		t.Run(fmt.Sprint(i, " ", id), func(t *testing.T) {
			random := rand.New(rand.NewPCG(uint64(i), 11))
			clock := newClock()
			s := newScreen(t, randomOptions(t, random, id, clock))
			for step := range 1500 {
				s.left = false
				s.send(randomMsg(random))
				if clock.At = clock.At.Add(time.Duration(random.IntN(400)) * time.Millisecond); step%4 == 0 {
					_ = s.model.View()
				}
			}
			savesAtTheEnd(t, s)
		})
	}
}

// randomOptions returns the options of a session that begins with a game, the menu, puzzles or
// a kept game.
func randomOptions(t *testing.T, random *rand.Rand, id string, clock *tuitest.Clock) tui.Options {
	t.Helper()
	o := options(t, judged(append(toy(), real()...)), id)
	o.Mirrors, o.Now = []io.Writer{io.Discard}, clock.Now
	o.ASCII, o.NoColour = random.IntN(3) == 0, random.IntN(3) == 0
	o.Control = []string{"", "", "5m+3s"}[random.IntN(3)]
	if random.IntN(2) == 1 {
		o.Players[1] = "simple"
	}
	switch id {
	case "":
		o.Players = [2]string{}
	case "puzzles":
		o = options(t, solved(t), "")
		o.Players, o.Puzzles = [2]string{}, puzzles(t, o.Games)
	case "kept":
		o.Game, o.State = "nine", t.TempDir()
		newScreen(t, o).spell("d6f4").press("ctrl+c")
	}
	return o
}

// savesAtTheEnd begins a game if there is none, saves it and reads it back.
func savesAtTheEnd(t *testing.T, s *screen) {
	t.Helper()
	s.press("esc", "esc", "esc").size(120, 40)
	for i := 0; i < 8 && strings.Contains(s.text(), "Start game"); i++ {
		if s.press("down"); strings.Contains(s.text(), "▸ Start game") || strings.Contains(s.text(), "> Start game") {
			s.press("enter")
		}
	}
	path := filepath.Join(t.TempDir(), "end.json")
	s.press("esc", "esc", "s", "ctrl+u").spell(path).press("enter", "enter")
	load(t, path)
}

var randomKeys = strings.Fields("up down left right enter enter enter space esc backspace tab pgup pgdown ctrl+c ctrl+u " +
	"h j k l e u r s o d f n c ? v H f1 q y a b g i 0 1 2 3 4 5 6 7 8 9 x z é A D ctrl+d alt+d alt+delete alt+backspace ctrl+w ctrl+k delete home end shift+tab")

func randomMsg(random *rand.Rand) tea.Msg {
	switch random.IntN(20) {
	case 0:
		return tea.WindowSizeMsg{Width: random.IntN(160), Height: random.IntN(60)}
	case 1, 2:
		return tea.MouseClickMsg{X: random.IntN(160) - 10, Y: random.IntN(60) - 5, Button: tea.MouseLeft}
	case 3:
		return tea.MouseWheelMsg{Button: []tea.MouseButton{tea.MouseWheelUp, tea.MouseWheelDown}[random.IntN(2)]}
	case 4:
		return tea.PasteMsg{Content: []string{"paste", "\x00\n\t", "日本", ""}[random.IntN(4)]}
	case 5:
		return full.Beat
	case 6:
		return tea.ColorProfileMsg{Profile: []colorprofile.Profile{colorprofile.ANSI, colorprofile.TrueColor}[random.IntN(2)]}
	default:
		return keyOf(randomKeys[random.IntN(len(randomKeys))])
	}
}
