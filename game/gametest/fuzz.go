// SPDX-License-Identifier: Apache-2.0

package gametest

import (
	"errors"
	"testing"

	"cairn/game"
)

// FuzzTexts fuzzes both parsers of some rule sets: any text is either refused
// or a position that fulfils the laws, and any move text is either refused with
// a reason or legal.
func FuzzTexts[P game.Position[P, M], M comparable](f *testing.F, defs ...game.Def[P, M]) {
	f.Helper()
	for i := range defs {
		randomGame(&defs[i], 3, 60, func(p P, moves []M) {
			if len(moves) > 0 {
				f.Add(uint8(i), defs[i].Format(p), defs[i].FormatMove(p, moves[len(moves)/2]))
			}
		})
	}
	f.Fuzz(func(t *testing.T, index uint8, position, move string) {
		def := defs[int(index)%len(defs)]
		p, err := def.Parse(position)
		if err != nil {
			return
		}
		if back, err := def.Parse(def.Format(p)); err != nil || back != p {
			t.Fatalf("%q: its own text %q reads as another position: %v", position, def.Format(p), err)
		}
		if over := p.Result().Over(); over != (len(p.AppendMoves(nil)) == 0) {
			t.Fatalf("%q: over is %v with %d moves", position, over, len(p.AppendMoves(nil)))
		}
		s, err := game.Erase(def).Parse(position)
		if err != nil {
			t.Fatalf("%q: the neutral face refuses: %v", position, err)
		}
		s.View()
		if _, err := s.Play(move); err != nil && !errors.Is(err, game.ErrIllegal) {
			t.Fatalf("%q: play %q: got %v, want nil or an illegal move", position, move, err)
		}
	})
}
