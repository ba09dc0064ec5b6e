// SPDX-License-Identifier: Apache-2.0

package engine

import "cairn/game"

// answering returns a rule set that answers all an engine may ask, in the slow
// way what it does not answer itself. It serves one thread.
func answering[P game.Position[P, M], M comparable](def game.Def[P, M]) game.Def[P, M] {
	var moves []M
	if def.Over == nil {
		def.Over = func(p P) bool {
			moves = p.AppendMoves(moves[:0])
			return len(moves) == 0
		}
	}
	if def.AppendTakes == nil {
		def.AppendTakes = func(p P, dst []M) []M {
			moves = p.AppendMoves(moves[:0])
			for _, m := range moves {
				if p.Takes(m) > 0 {
					dst = append(dst, m)
				}
			}
			return dst
		}
	}
	if def.Sketch == nil {
		def.Sketch = plainSketch[P, M]
	}
	return def
}

// plainSketch tells moves apart by their place in the list, for want of better.
func plainSketch[P game.Position[P, M], M comparable](p P, moves []M, dst []game.Sketch) {
	for i, m := range moves {
		dst[i] = game.Sketch{Slot: uint16(i % game.Slots), Takes: uint8(min(p.Takes(m), 255))}
	}
}

// sketch returns what is known of moves before they are tried. It is good until
// the next call.
func (t *thread[P, M]) sketch(p P, moves []M) []game.Sketch {
	if len(t.sketches) < len(moves) {
		t.sketches = make([]game.Sketch, 2*len(moves))
	}
	dst := t.sketches[:len(moves)]
	t.def.Sketch(p, moves, dst)
	return dst
}
