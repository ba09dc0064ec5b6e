// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"math/bits"
	"strings"

	"cairn/game"
)

const (
	// MaxPoints has room for the 24 points of the largest board, and is a power
	// of two so that a masked index needs no check.
	MaxPoints = 32
	// MaxLines is how many lines cross in the point with the most: the centre of
	// the smallest board.
	MaxLines = 4
)

// board is the geometry of a rule set, made once from lists of names.
type board struct {
	game.Board
	Full       uint32                     // all points
	Lines      []uint32                   // the lines that make a mill
	Neighbours [MaxPoints]uint32          // the points one step away
	pairs      [MaxPoints][MaxLines]masks // the other two points of each line through a point
	places     [MaxPoints]way             // the way to a point
	steps      [MaxPoints][MaxPoints]way  // the way from a point to another
	layout     *layout                    // its points line by line, for moves and evaluation
}

// way is the text, path and notes of a move without captures, made once for all moves.
type way struct {
	text  string
	paths []game.Path
	notes [2][]game.Note // by side
}

// masks is a set of points that must all be held; unheld is never all held, and
// pads the lists of points that lie on fewer than MaxLines.
type masks = uint32

const unheld masks = 1 << 31

// The 24 points of the large boards, row by row, and their lines:
//
//	7  a7-----------d7-----------g7
//	   |  \         |         /  |
//	6  |    b6------d6------f6   |
//	   |    |  \    |    /  |    |
//	5  |    |   c5--d5--e5  |    |
//	4  a4---b4--c4      e4--f4--g4
//	3  |    |   c3--d3--e3  |    |
//	   |    |  /    |    \  |    |
//	2  |    b2------d2------f2   |
//	   |  /         |         \  |
//	1  a1-----------d1-----------g1
//
// The diagonals belong to the board of twelve men only.
const (
	largePoints = "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1"
	largeLines  = "a7d7g7 b6d6f6 c5d5e5 a4b4c4 e4f4g4 c3d3e3 b2d2f2 a1d1g1 " +
		"a1a4a7 b2b4b6 c3c4c5 d1d2d3 d5d6d7 e3e4e5 f2f4f6 g1g4g7"
	largeDiagonals = " a7b6c5 g7f6e5 a1b2c3 g1f2e3"

	sixPoints = "a5 c5 e5 b4 c4 d4 a3 b3 d3 e3 b2 c2 d2 a1 c1 e1"
	sixLines  = "a5c5e5 b4c4d4 b2c2d2 a1c1e1 a1a3a5 b2b3b4 d2d3d4 e1e3e5"
	sixLinks  = " c5c4 a3b3 d3e3 c2c1" // steps between the squares, no mills

	threePoints    = "a3 b3 c3 a2 b2 c2 a1 b1 c1"
	threeLines     = "a3b3c3 a2b2c2 a1b1c1 a1a2a3 b1b2b3 c1c2c3"
	threeDiagonals = " a1b2c3 a3b2c1"
)

var (
	nineBoard       = newBoard(largePoints, largeLines, largeLines)
	twelveBoard     = newBoard(largePoints, largeLines+largeDiagonals, largeLines+largeDiagonals)
	sixBoard        = newBoard(sixPoints, sixLines, sixLines+sixLinks)
	threeBoard      = newBoard(threePoints, threeLines+threeDiagonals, threeLines+threeDiagonals)
	orthogonalBoard = newBoard(threePoints, threeLines+threeDiagonals, threeLines)
)

// newBoard makes a board from the names of its points, the lines that make a
// mill, and the chains of points that are joined by steps.
func newBoard(points, mills, joined string) *board {
	b := &board{}
	for _, name := range strings.Fields(points) {
		b.Width = max(b.Width, int(name[0]-'a')+1)
		b.Height = max(b.Height, int(name[1]-'0'))
	}
	for x := range b.Width {
		b.Columns = append(b.Columns, string(rune('a'+x)))
	}
	for y := range b.Height {
		b.Rows = append(b.Rows, string(rune('0'+b.Height-y)))
	}
	for i, name := range strings.Fields(points) {
		b.Points = append(b.Points, game.Spot{Name: name, X: int(name[0] - 'a'), Y: b.Height - int(name[1]-'0')})
		b.Full |= 1 << i
		b.pairs[i] = [MaxLines]masks{unheld, unheld, unheld, unheld}
	}
	for _, line := range strings.Fields(mills) {
		b.addMill(b.chain(line))
	}
	for _, line := range strings.Fields(joined) {
		b.join(b.chain(line))
	}
	for from := range b.Points {
		from := game.Point(from)
		b.places[from] = newWay(b.Name(from), game.Note{Kind: game.Placed, Point: from}, game.Touch{Point: from, Kind: game.To})
		for to := range b.Points {
			b.steps[from][to] = b.moving(from, game.Point(to))
		}
	}
	b.layout = newLayout(b)
	return b
}

// moving returns the way of a man that moves or flies.
func (b *board) moving(from, to game.Point) way {
	kind := game.Moved
	if b.Neighbours[from]>>to&1 == 0 {
		kind = game.Flew
	}
	return newWay(b.Name(from)+"-"+b.Name(to), game.Note{Kind: kind, From: from, Point: to},
		game.Touch{Point: from, Kind: game.From}, game.Touch{Point: to, Kind: game.To})
}

func newWay(text string, note game.Note, path ...game.Touch) way {
	w := way{text: text, paths: []game.Path{path}}
	for _, side := range game.Sides {
		note.Side = side
		w.notes[side] = []game.Note{note}
	}
	return w
}

// chain reads the points of a line, two characters a name.
func (b *board) chain(names string) []game.Point {
	var points []game.Point
	for ; names != ""; names = names[2:] {
		p, ok := b.Find(names[:2])
		if !ok {
			panic("morris: no point " + names[:2]) // a misprint in the tables above
		}
		points = append(points, p)
	}
	return points
}

func (b *board) addMill(points []game.Point) {
	var line uint32
	for _, p := range points {
		line |= 1 << p
	}
	b.Lines = append(b.Lines, line)
	for _, p := range points {
		for i, pair := range b.pairs[p] {
			if pair == unheld {
				b.pairs[p][i] = line &^ (1 << p)
				break
			}
		}
	}
}

func (b *board) join(points []game.Point) {
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		b.Edges = append(b.Edges, [2]game.Point{from, to})
		b.Neighbours[from] |= 1 << to
		b.Neighbours[to] |= 1 << from
	}
}

// point returns the index of the lowest man of a set.
func point(men uint32) uint8 { return uint8(bits.TrailingZeros32(men)) }

// Mills returns how many lines through a point are wholly held by men, the
// point itself taken for granted.
func (b *board) Mills(men uint32, point uint8) int {
	n := 0
	for _, pair := range &b.pairs[point%MaxPoints] {
		if men&pair == pair {
			n++
		}
	}
	return n
}

// Milled returns the men that stand in mills.
func (b *board) Milled(men uint32) uint32 {
	return b.layout.milled(b.layout.closed(b.layout.lay(men)))
}

// Takeable returns the men that may be taken from a set: the men outside mills,
// or all when every man stands in a mill.
func (b *board) Takeable(men uint32) uint32 {
	if open := men &^ b.Milled(men); open != 0 {
		return open
	}
	return men
}
