// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"path/filepath"
	"strings"
	"testing"

	"cairn/game"
)

// TestEveryGame plays every game in line mode, by whole moves and by touches, and compares the
// records.
func TestEveryGame(t *testing.T) {
	for _, e := range real() {
		info := e.Game.Info()
		t.Run(info.ID, func(t *testing.T) {
			want, touches := playout(t, e.Game, 60)
			o := options(t, real(), info.ID)
			transcript(t, o, append(strings.Fields(want), "save whole.json")...)
			if got := moves(load(t, filepath.Join(o.Dir, "whole.json"))); got != want {
				t.Errorf("whole moves: got %s\nwant %s", got, want)
			}
			transcript(t, o, append(touches, "save touches.txt")...)
			if got := moves(load(t, filepath.Join(o.Dir, "touches.txt"))); got != want {
				t.Errorf("touch by touch: got %s\nwant %s", got, want)
			}
			s := newScreen(t, o)
			for _, point := range touches {
				if point == "" {
					s.press("e", "enter")
				} else {
					s.spell(point)
				}
			}
			s.press("s", "ctrl+u").spell("screen.yaml").press("enter")
			if got := moves(load(t, filepath.Join(o.Dir, "screen.yaml"))); got != want {
				t.Errorf("full screen: got %s\nwant %s", got, want)
			}
		})
	}
}

// playout plays turns chosen by a fixed rule. It returns the moves, and the lines that enter
// them touch by touch; an empty line ends a turn that could be continued.
func playout(t *testing.T, g game.Game, turns int) (texts string, touches []string) {
	t.Helper()
	var played []string
	state := g.Start()
	var history game.History
	history.Push(state.Hash(), true)
	for i := range turns {
		list := state.Moves()
		if len(list) == 0 || history.Result(g.Info().Draws, state).Over() {
			break
		}
		m := list[(i*7+3)%len(list)]
		played = append(played, m.Text)
		path := m.Paths[len(m.Paths)-1]
		picker := game.NewPicker(list)
		for _, p := range path.Points() {
			picker.Touch(p)
			touches = append(touches, g.Info().Board.Name(p))
		}
		if len(picker.Next()) > 0 {
			touches = append(touches, "")
		}
		next, err := state.Play(m.Text)
		if err != nil {
			t.Fatal(err)
		}
		state = next
		history.Push(state.Hash(), m.Resets)
	}
	return strings.Join(played, " "), touches
}
