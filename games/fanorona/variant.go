// SPDX-License-Identifier: Apache-2.0

package fanorona

import "cairn/game"

// variant is one rule set as data.
type variant struct {
	number  state // as positions remember it
	info    game.Info
	start   string // position text
	window  uint64 // the places of its board
	limited bool   // each player's first turn makes one capture only
}

// The numbers of the variants.
const (
	standard = iota
	firstCapture
	dimy
	telo
)

var tsivyBoard, dimyBoard, teloBoard = newBoard(9, 5), newBoard(5, 5), newBoard(3, 3)

var variants = complete([4]variant{
	standard: {
		info: game.Info{
			ID: "fanorona", Aliases: []string{"tsivy"}, Name: "Fanorona",
			Variant: "standard", Board: tsivyBoard, Men: 22,
		},
		start: "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w 0",
	},
	firstCapture: {
		info: game.Info{
			ID: "fanorona-first-capture", Name: "Fanorona, first capture only",
			Variant: "first turn takes once", Board: tsivyBoard, Men: 22,
		},
		start:   "bbbbbbbbb/bbbbbbbbb/bwbw1bwbw/wwwwwwwww/wwwwwwwww w 0 wb",
		limited: true,
	},
	dimy: {
		info: game.Info{
			ID: "fanorona-dimy", Aliases: []string{"dimy"}, Name: "Fanorona Dimy",
			Variant: "5×5 (dimy)", Board: dimyBoard, Men: 12,
		},
		start: "bbbbb/bbbbb/wb1wb/wwwww/wwwww w 0",
	},
	telo: {
		info: game.Info{
			ID: "fanorona-telo", Aliases: []string{"telo"}, Name: "Fanorona Telo",
			Variant: "3×3 (telo)", Board: teloBoard, Men: 4,
		},
		start: "bbb/b1w/www w 0",
	},
})

// complete fills in the fields that all variants share or that follow from others.
func complete(table [4]variant) [4]variant {
	for i := range table {
		v := &table[i]
		v.number = state(i)
		v.window = windowOf(v.info.Board)
		v.info.Family = table[standard].info.ID
		v.info.Revision = 1
		v.info.Draws = game.StandardDraws
		v.info.Pieces, v.info.Samples, v.info.Content = game.Stones, samples, content
		v.info.Labels = []game.Label{byApproach, byWithdrawal}
	}
	return table
}
