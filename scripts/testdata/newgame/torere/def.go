// SPDX-License-Identifier: Apache-2.0

package torere

import (
	"embed"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"cairn/game"
)

//go:embed content
var content embed.FS

const men = 4 // of each side

// Standard is the only rule set.
var Standard = game.Def[Position, Move]{
	Info: game.Info{
		ID: "mu-torere", Aliases: []string{"torere"}, Revision: 1, Name: "Mū tōrere",
		Family: "mu-torere", Variant: "standard", Board: board, Men: men, Draws: game.StandardDraws,
		Pieces: game.Stones, Content: content, Samples: []string{"b/bb/1wb/ww/w b 1", "b/wb/wbw/bw/1 w 7"},
	},
	Start:      func() Position { p, _ := parse("b/bb/w1b/ww/w w 0"); return p },
	Format:     format,
	Parse:      parse,
	FormatMove: func(_ Position, m Move) string { return name(m.From) + "-" + name(m.To) },
	Paths: func(_ Position, m Move) []game.Path {
		return []game.Path{{{Point: game.Point(m.From), Kind: game.From}, {Point: game.Point(m.To), Kind: game.To}}}
	},
	View: view,
	Notes: func(p Position, m Move) []game.Note {
		return []game.Note{{Kind: game.Moved, Side: p.turn, From: game.Point(m.From), Point: game.Point(m.To)}}
	},
	Explain: explain,
}

var board = newBoard()

func newBoard() *game.Board {
	b := &game.Board{Width: 7, Height: 7, Columns: strings.Split("abcdefg", ""), Rows: strings.Split("7654321", "")}
	for _, spot := range []struct{ x, y int }{{3, 0}, {1, 1}, {5, 1}, {0, 3}, {3, 3}, {6, 3}, {1, 5}, {5, 5}, {3, 6}} {
		b.Points = append(b.Points, game.Spot{Name: b.Columns[spot.x] + b.Rows[spot.y], X: spot.x, Y: spot.y})
	}
	for i, p := range ring {
		b.Edges = append(b.Edges, [2]game.Point{game.Point(p), game.Point(ring[(i+1)%8])}, [2]game.Point{game.Point(p), putahi})
	}
	return b
}

func name(p uint8) string { return board.Name(game.Point(p)) }

func both(p Position) [2]uint64 { return [2]uint64{uint64(p.stones[0]), uint64(p.stones[1])} }

func format(p Position) string {
	return game.FormatRows(board, both(p)) + " " + p.turn.Letter() + " " + strconv.Itoa(int(p.clock))
}

func parse(text string) (p Position, err error) {
	fields, err := game.SplitFields(text, "rows", "side", "clock")
	if err != nil {
		return p, err
	}
	rows, err := game.ParseRows(board, fields[0])
	if err != nil {
		return p, err
	}
	for s, stones := range rows {
		if n := bits.OnesCount64(stones); n != men {
			return p, fmt.Errorf("%s has %d stones, want %d", game.Side(s), n, men)
		}
		p.stones[s] = uint16(stones)
	}
	if p.turn, err = game.ParseSide(fields[1]); err != nil {
		return p, err
	}
	clock, err := game.ParseClock(fields[2])
	p.clock = uint16(clock)
	return p, err
}

func view(p Position) game.View {
	return game.ViewOf(&game.Info{Board: board, Men: men}, both(p), [2]int{}, p.turn, func(game.Side) game.Phase { return game.Sliding })
}

// explain finds the first touch at fault.
func explain(p Position, touches game.Path) (game.Why, string) {
	from := touches[0].Point
	switch {
	case p.stones[p.turn.Other()]>>from&1 != 0:
		return game.WhyNotYours, name(uint8(from))
	case p.stones[p.turn]>>from&1 == 0:
		return game.WhyNoMan, name(uint8(from))
	case len(touches) == 1:
		return game.WhyStuck, name(uint8(from))
	}
	to := touches[1].Point
	if (p.stones[0]|p.stones[1])>>to&1 != 0 {
		return game.WhyOccupied, name(uint8(to))
	}
	return game.WhyTooFar, name(uint8(to))
}
