// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"fmt"

	"cairn/game"
)

// shuttle is a game without end: a turn either takes one's man to the other
// bank or closes two mills, which cannot be undone by play. It shows what the
// toy game has not: repetition, quiet turns and mills.
var shuttle = game.Erase(game.Def[shuttlePosition, shuttleMove]{
	Info: game.Info{
		ID: "shuttle", Revision: 2, Name: "Shuttle", Family: "shuttle", Variant: "standard",
		Board: &game.Board{}, Men: 1, Draws: game.Draws{Repetition: 3, Quiet: 100},
	},
	Start: func() shuttlePosition { return shuttlePosition{} },
	Format: func(p shuttlePosition) string {
		return fmt.Sprintf("%d,%d,%d %s %d", p.bank[0], p.bank[1], p.mills, p.turn.Letter(), p.clock)
	},
	Parse: func(text string) (p shuttlePosition, err error) {
		var turn string
		_, err = fmt.Sscanf(text, "%d,%d,%d %s %d", &p.bank[0], &p.bank[1], &p.mills, &turn, &p.clock)
		if err != nil {
			return p, fmt.Errorf("position %q: want three numbers, a side and a clock", text)
		}
		p.turn, err = game.ParseSide(turn)
		return p, err
	},
	FormatMove: func(_ shuttlePosition, m shuttleMove) string { return string(m) },
	Paths:      func(shuttlePosition, shuttleMove) []game.Path { return nil },
	View:       func(shuttlePosition) game.View { return game.View{} },
	Explain:    func(shuttlePosition, game.Path) (game.Why, string) { return game.WhyMalformed, "" },
	Notes: func(p shuttlePosition, m shuttleMove) []game.Note {
		if m == "mill" {
			return []game.Note{{Kind: game.Mills, Side: p.turn, Count: 2}}
		}
		return []game.Note{{Kind: game.Moved, Side: p.turn}}
	},
})

type shuttleMove string

type shuttlePosition struct {
	bank  [2]int
	mills int
	turn  game.Side
	clock int
}

func (p shuttlePosition) Turn() game.Side           { return p.turn }
func (p shuttlePosition) Clock() int                { return p.clock }
func (p shuttlePosition) Takes(shuttleMove) int     { return 0 }
func (p shuttlePosition) Result() game.Result       { return game.Result{} }
func (p shuttlePosition) Resets(m shuttleMove) bool { return m == "mill" }

func (p shuttlePosition) AppendMoves(dst []shuttleMove) []shuttleMove {
	return append(dst, "go", "mill")
}

func (p shuttlePosition) Play(m shuttleMove) shuttlePosition {
	if m == "mill" {
		p.mills++
		p.clock = 0
	} else {
		p.bank[p.turn] ^= 1
		p.clock++
	}
	p.turn = p.turn.Other()
	return p
}

func (p shuttlePosition) Hash() uint64 {
	return game.Mix(uint64(p.bank[0]) | uint64(p.bank[1])<<1 | uint64(p.turn)<<2 | uint64(p.mills)<<3)
}
