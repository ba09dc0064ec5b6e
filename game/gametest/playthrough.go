// SPDX-License-Identifier: Apache-2.0

package gametest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/game"
)

// Playthrough compares one seeded random game, every position drawn and every
// move listed, with dir/ID.golden. It catches any change of rules, notation or
// drawing; run with -update to accept one.
func Playthrough[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], dir string) {
	t.Helper()
	t.Run(def.ID, func(t *testing.T) {
		got := writeGame(&def)
		name := filepath.Join(dir, def.ID+".golden")
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got != string(want) {
			t.Errorf("the playthrough differs from %s at %s", name, firstDifference(got, string(want)))
		}
	})
}

// writeGame returns the game as text.
func writeGame[P game.Position[P, M], M comparable](def *game.Def[P, M]) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, revision %d\n", def.ID, def.Revision)
	var last P
	randomGame(def, 7, 60, func(p P, moves []M) {
		for _, m := range last.AppendMoves(nil) {
			if last.Play(m) == p {
				fmt.Fprintf(&out, "\nplayed %s\n", def.FormatMove(last, m))
				break
			}
		}
		last = p
		view, result := def.View(p), p.Result()
		fmt.Fprintf(&out, "\n%s\n%s", def.Format(p), def.Board.Text(view, game.Unicode))
		for _, s := range game.Sides {
			side := view.Sides[s]
			fmt.Fprintf(&out, "%s: %s, hand %d, lost %d\n", s, side.Phase, side.Hand, side.Lost)
		}
		fmt.Fprintf(&out, "%s %s\n", result.Verdict, result.Reason)
		for _, m := range moves {
			fmt.Fprintf(&out, " %s", def.FormatMove(p, m))
		}
		out.WriteByte('\n')
	})
	return out.String()
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			return fmt.Sprintf("line %d:\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("its end: %d lines, want %d", len(g), len(w))
}
