// SPDX-License-Identifier: Apache-2.0

package fanorona

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"cairn/game"
)

// format writes "rows side clock", and where first turns are limited the sides
// whose first turn is still to come.
func format(p Position) string {
	v := p.variant()
	fields := []string{
		game.FormatRows(v.info.Board, p.stones()),
		p.Turn().Letter(),
		strconv.Itoa(p.Clock()),
	}
	if v.limited {
		fields = append(fields, firstTexts[p.state&firstMask>>firstShift])
	}
	return strings.Join(fields, " ")
}

// firstTexts are the sets of first turns to come, as the last field has them.
var firstTexts = [4]string{"-", "w", "b", "wb"}

// parse reads what format writes, and reports all faults it finds.
func (v *variant) parse(text string) (Position, error) {
	names := []string{"rows", "side", "clock"}
	if v.limited {
		names = append(names, "first")
	}
	fields, err := game.SplitFields(text, names...)
	if err != nil {
		return Position{}, err
	}
	men, rowsErr := v.parseStones(fields[0])
	turn, sideErr := game.ParseSide(fields[1])
	clock, clockErr := game.ParseClock(fields[2])
	first, firstErr := state(0), error(nil)
	if v.limited {
		first, firstErr = parseFirst(fields[3])
	}
	if err := errors.Join(rowsErr, sideErr, clockErr, firstErr); err != nil {
		return Position{}, err
	}
	return Position{
		own:   men[turn],
		foes:  men[turn.Other()],
		clock: uint16(clock),
		state: state(turn) | first | v.number<<variantShift,
	}, nil
}

// parseStones reads the rows and compares the stones with what a game can hold.
func (v *variant) parseStones(text string) (men [2]uint64, err error) {
	points, err := game.ParseRows(v.info.Board, text)
	if err != nil {
		return men, err
	}
	if points == [2]uint64{} {
		return men, fmt.Errorf("board %q has no stones, want at least one", text)
	}
	for _, s := range game.Sides { // the board has no room for too many of both
		if n := bits.OnesCount64(points[s]); n > v.info.Men {
			return men, fmt.Errorf("%s has %d stones, want at most %d", s, n, v.info.Men)
		}
		men[s] = spread(v.info.Board, points[s])
	}
	return men, nil
}

// parseFirst reads the sides whose first turn is still to come.
func parseFirst(text string) (state, error) {
	first := slices.Index(firstTexts[:], text)
	if first < 0 {
		return 0, fmt.Errorf("first turns %q: want wb, w, b or -", text)
	}
	return state(first) << firstShift, nil
}

// formatMove writes the start, then every landing with its way of capturing.
func formatMove(p Position, m Move) string {
	b := p.variant().info.Board
	text := b.Name(pointOf(b, m.from()))
	if m.isPaika() {
		return text + "-" + b.Name(pointOf(b, m.to()))
	}
	for c, s := range p.steps(m) {
		text += "-" + b.Name(pointOf(b, c.landing(s))) + s.label().Letter
	}
	return text
}
