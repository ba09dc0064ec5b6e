// SPDX-License-Identifier: Apache-2.0

package game_test

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"cairn/game"
)

// hops is a game for tests: on two rows of twelve points, a man steps to an
// empty neighbour ("a1>a2") or jumps over an opposing one and takes it, as often
// as it likes ("a1xa3xa5"). Its move texts differ from those of the catalogue:
// x stands before the landing, and names of points have up to three characters.
// It explains no refusal itself.
var hops = game.Def[hopsPos, hopsMove]{
	Info: game.Info{
		ID: "hops", Revision: 1, Name: "Hops", Family: "hops", Variant: "standard",
		Board: hopsBoard, Men: 6, Draws: game.StandardDraws,
	},
	Start:  func() hopsPos { p, _ := hopsParse("wbw1bw1b4/bw1w1b1b3w w 0"); return p },
	Format: hopsFormat, Parse: hopsParse,
	FormatMove: func(_ hopsPos, m hopsMove) string {
		sign := ">"
		if m.taken != 0 {
			sign = "x"
		}
		return strings.Join(hopsBoard.Names(m.points()), sign)
	},
	Paths: func(_ hopsPos, m hopsMove) []game.Path {
		var path game.Path
		for i, p := range m.points() {
			path = append(path, game.Touch{Point: p, Kind: min(game.From+game.TouchKind(i), game.Via)})
		}
		return []game.Path{path}
	},
	View: hopsView,
	Notes: func(p hopsPos, m hopsMove) []game.Note {
		return []game.Note{{Kind: game.Moved, Side: p.turn, From: m.stops[0], Point: m.stops[m.n-1]}}
	},
}

const hopsWidth = 12

var hopsBoard = func() *game.Board {
	b := &game.Board{Width: hopsWidth, Height: 2, Rows: []string{"a", "b"}, Cells: true}
	for x := range hopsWidth {
		b.Columns = append(b.Columns, strconv.Itoa(x+1))
	}
	for y, row := range b.Rows {
		for x, column := range b.Columns {
			b.Points = append(b.Points, game.Spot{Name: row + column, X: x, Y: y})
		}
	}
	return b
}()

type hopsPos struct {
	men   [2]uint64
	turn  game.Side
	clock uint16
}

type hopsMove struct {
	stops [8]game.Point
	n     int
	taken uint64
}

func (m hopsMove) points() []game.Point { return m.stops[:m.n] }

func (m hopsMove) then(to int, taken uint64) hopsMove {
	m.stops[m.n], m.n, m.taken = game.Point(to), m.n+1, m.taken|taken
	return m
}

func (p hopsPos) Turn() game.Side        { return p.turn }
func (p hopsPos) Clock() int             { return int(p.clock) }
func (p hopsPos) Resets(m hopsMove) bool { return m.taken != 0 }
func (p hopsPos) Takes(m hopsMove) int   { return bits.OnesCount64(m.taken) }
func (p hopsPos) Hash() uint64 {
	return game.Mix(p.men[0] | p.men[1]<<24 | uint64(p.turn)<<48)
}

func (p hopsPos) AppendMoves(dst []hopsMove) []hopsMove {
	for from := range hopsBoard.Points {
		if p.men[p.turn]>>from&1 == 0 {
			continue
		}
		m := hopsMove{}.then(from, 0)
		for _, to := range []int{from - 1, from + 1, from - hopsWidth, from + hopsWidth} {
			if p.free(from, to) {
				dst = append(dst, m.then(to, 0))
			}
		}
		dst = p.appendJumps(dst, m, from)
	}
	return dst
}

func (p hopsPos) appendJumps(dst []hopsMove, m hopsMove, at int) []hopsMove {
	for _, step := range []int{-1, 1} {
		over, to := at+step, at+2*step
		if m.n == len(m.stops) || !p.free(at, to) || p.men[p.turn.Other()]&^m.taken>>over&1 == 0 {
			continue
		}
		next := m.then(to, 1<<over)
		dst = p.appendJumps(append(dst, next), next, to)
	}
	return dst
}

// free reports whether a point is on the board, empty, and in the row or the
// column of another.
func (p hopsPos) free(from, to int) bool {
	return to >= 0 && to < 2*hopsWidth && (to/hopsWidth == from/hopsWidth || to%hopsWidth == from%hopsWidth) &&
		(p.men[0]|p.men[1])>>to&1 == 0
}

func (p hopsPos) Play(m hopsMove) hopsPos {
	p.men[p.turn] = p.men[p.turn]&^(1<<m.stops[0]) | 1<<m.stops[m.n-1]
	p.turn = p.turn.Other()
	p.men[p.turn] &^= m.taken
	p.clock++
	if m.taken != 0 {
		p.clock = 0
	}
	return p
}

func (p hopsPos) Result() game.Result {
	if len(p.AppendMoves(nil)) == 0 {
		return game.Result{Verdict: game.Wins(p.turn.Other()), Reason: game.NoMoves}
	}
	return game.Result{}
}

func hopsFormat(p hopsPos) string {
	return fmt.Sprintf("%s %s %d", game.FormatRows(hopsBoard, p.men), p.turn.Letter(), p.clock)
}

func hopsParse(text string) (p hopsPos, err error) {
	fields, err := game.SplitFields(text, "rows", "side", "clock")
	if err != nil {
		return p, err
	}
	if p.men, err = game.ParseRows(hopsBoard, fields[0]); err != nil {
		return p, err
	}
	if p.turn, err = game.ParseSide(fields[1]); err != nil {
		return p, err
	}
	clock, err := game.ParseClock(fields[2])
	p.clock = uint16(clock)
	return p, err
}

func hopsView(p hopsPos) game.View {
	return game.ViewOf(&game.Info{Board: hopsBoard, Men: 6}, p.men, [2]int{}, p.turn,
		func(game.Side) game.Phase { return game.Sliding })
}
