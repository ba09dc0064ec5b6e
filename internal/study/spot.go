// SPDX-License-Identifier: Apache-2.0

package study

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"

	"cairn/catalog"
	"cairn/game"
)

// Spot is a position up to symmetry, as the explorer counts it: the men, the men in hand
// and the side to move, without the clock and the memory of earlier moves.
type Spot struct {
	Key int64          // hash of the canonical image
	by  [][]game.Point // symmetries that map the position to its canonical image
}

// SpotOf returns the spot of a position.
func SpotOf(entry *catalog.Entry, s game.State) Spot {
	view := s.View()
	var spot Spot
	var best []byte
	image := make([]byte, len(view.Men))
	for _, symmetry := range entry.Symmetries() {
		for p, man := range view.Men {
			image[symmetry[p]] = byte(man)
		}
		switch order := bytes.Compare(image, best); {
		case best == nil || order < 0:
			best, spot.by = bytes.Clone(image), [][]game.Point{symmetry}
		case order == 0:
			spot.by = append(spot.by, symmetry)
		}
	}
	hash := sha256.New()
	hash.Write([]byte(entry.Info().ID))
	hash.Write([]byte{0, byte(view.Turn), byte(view.Sides[game.White].Hand), byte(view.Sides[game.Black].Hand)})
	hash.Write(best)
	spot.Key = int64(binary.BigEndian.Uint64(hash.Sum(nil)))
	return spot
}

// Move returns the canonical name of a move: the touches that enter it, as the first in
// order of all its paths under all symmetries of the spot. So symmetric moves have one
// name.
func (s Spot) Move(m game.Move) string {
	var best []byte
	for _, symmetry := range s.by {
		for _, path := range m.Paths {
			var name []byte
			for _, touch := range path {
				name = append(name, letters[int(symmetry[touch.Point])%len(letters)])
				name = append(name, touch.Label.Letter...)
			}
			if best == nil || bytes.Compare(name, best) < 0 {
				best = name
			}
		}
	}
	return string(best)
}

// letters name the points, one byte each; a board has at most 64.
const letters = "0123456789abcdefghijklmnopqrstuvwxyz!#$%&()*+,-.:;<=>?@[]^_{|}~/"
