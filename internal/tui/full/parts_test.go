// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"context"
	"encoding/xml"
	"flag"
	"image/color"
	"os"
	"path/filepath"
	"testing"

	tea "charm.land/bubbletea/v2"

	picture "cairn/internal/tui/screentest"

	"cairn/internal/tui"
)

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
			s.send(tea.BackgroundColorMsg{Color: color.Black})
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
