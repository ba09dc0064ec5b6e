// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"fmt"

	"cairn/game"
)

// shuttle is a game without end, for matches that need many turns: a single man
// stands on one of three points, and each turn takes it to another. No draws are
// set, so neither repetition nor the clock ends it.
var shuttle = game.Erase(game.Def[shuttlePos, game.Point]{
	Info: game.Info{
		ID: "shuttle", Revision: 1, Name: "Shuttle", Family: "shuttle", Variant: "standard",
		Board: &game.Board{
			Points: []game.Spot{{Name: "a1"}, {Name: "b1", X: 1}, {Name: "c1", X: 2}},
			Width:  3, Height: 1, Columns: []string{"a", "b", "c"}, Rows: []string{"1"},
		},
		Men: 1,
	},
	Start:      func() shuttlePos { return shuttlePos{} },
	Format:     func(p shuttlePos) string { return shuttleNames[p.at] + " " + p.turn.Letter() },
	Parse:      parseShuttle,
	FormatMove: func(_ shuttlePos, m game.Point) string { return shuttleNames[m] },
	Paths:      func(_ shuttlePos, m game.Point) []game.Path { return []game.Path{{{Point: m, Kind: game.To}}} },
	View:       func(p shuttlePos) game.View { return game.View{Men: make([]game.Man, 3), Turn: p.turn} },
	Notes: func(p shuttlePos, m game.Point) []game.Note {
		return []game.Note{{Kind: game.Moved, Side: p.turn, Point: m}, {Kind: game.Mills, Side: p.turn, Count: 1}}
	},
	Explain: func(shuttlePos, game.Path) (game.Why, string) { return game.WhyNoPoint, "" },
})

var shuttleNames = [...]string{"a1", "b1", "c1"}

type shuttlePos struct {
	at   game.Point
	turn game.Side
}

func parseShuttle(text string) (p shuttlePos, err error) {
	for i, name := range shuttleNames {
		for _, side := range game.Sides {
			if text == name+" "+side.Letter() {
				return shuttlePos{game.Point(i), side}, nil
			}
		}
	}
	return p, fmt.Errorf("position %q: want one like a1 w", text)
}

func (p shuttlePos) Turn() game.Side        { return p.turn }
func (p shuttlePos) Resets(game.Point) bool { return false }
func (p shuttlePos) Takes(game.Point) int   { return 0 }
func (p shuttlePos) Result() game.Result    { return game.Result{} }
func (p shuttlePos) Clock() int             { return 0 }
func (p shuttlePos) Hash() uint64           { return game.Mix(uint64(p.at)<<1 | uint64(p.turn)) }

func (p shuttlePos) AppendMoves(dst []game.Point) []game.Point {
	for i := range game.Point(3) {
		if i != p.at {
			dst = append(dst, i)
		}
	}
	return dst
}

func (p shuttlePos) Play(m game.Point) shuttlePos { return shuttlePos{m, p.turn.Other()} }
