// SPDX-License-Identifier: Apache-2.0

package tictactoe

import (
	"fmt"
	"math/bits"
	"strconv"

	"cairn/game"
)

// men is the number of men in a hand at the start; Black never needs the last one.
const men = 5

var board = newBoard()

// Standard is the only rule set.
var Standard = game.Def[Position, Move]{
	Info: game.Info{
		ID: "tic-tac-toe", Aliases: []string{"toy"}, Revision: 1, Name: "Tic-tac-toe",
		Family: "tic-tac-toe", Variant: "standard", Board: board, Men: men, Draws: game.StandardDraws,
	},
	Start:      func() Position { return Position{} },
	Format:     format,
	Parse:      parse,
	FormatMove: func(_ Position, m Move) string { return board.Name(game.Point(m)) },
	Paths:      func(_ Position, m Move) []game.Path { return []game.Path{{{Point: game.Point(m), Kind: game.To}}} },
	View:       view,
	Notes:      notes,
	Explain:    explain,
}

func newBoard() *game.Board {
	b := &game.Board{Width: 3, Height: 3, Columns: []string{"a", "b", "c"}, Rows: []string{"3", "2", "1"}, Cells: true}
	for y, rank := range b.Rows {
		for x, file := range b.Columns {
			b.Points = append(b.Points, game.Spot{Name: file + rank, X: x, Y: y})
		}
	}
	return b
}

func boards(p Position) [2]uint64 { return [2]uint64{uint64(p.men[0]), uint64(p.men[1])} }

func format(p Position) string {
	return game.FormatRows(board, boards(p)) + " " + p.turn.Letter() + " " + strconv.Itoa(int(p.clock))
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
	p.men = [2]uint16{uint16(rows[0]), uint16(rows[1])}
	if p.turn, err = game.ParseSide(fields[1]); err != nil {
		return p, err
	}
	clock, err := game.ParseClock(fields[2])
	p.clock = uint16(clock)
	if ahead := bits.OnesCount16(p.men[0]) - bits.OnesCount16(p.men[1]); err == nil && ahead != int(p.turn) {
		err = fmt.Errorf("white is %d men ahead with %s to move, want %d", ahead, p.turn, int(p.turn))
	}
	return p, err
}

func view(p Position) game.View {
	hand := [2]int{men - bits.OnesCount16(p.men[0]), men - bits.OnesCount16(p.men[1])}
	return game.ViewOf(&game.Info{Board: board, Men: men}, boards(p), hand, p.turn,
		func(game.Side) game.Phase { return game.Placing })
}

func notes(p Position, m Move) []game.Note {
	notes := []game.Note{{Kind: game.Placed, Side: p.turn, Point: game.Point(m)}}
	if p.Play(m).Result().Reason == game.Line {
		notes = append(notes, game.Note{Kind: game.LineMade, Side: p.turn})
	}
	return notes
}

func explain(p Position, touches game.Path) (game.Why, string) {
	first := touches[0].Point
	if (p.men[0]|p.men[1])>>first&1 != 0 {
		return game.WhyOccupied, board.Name(first)
	}
	return game.WhyTurnEnds, board.Name(first)
}
