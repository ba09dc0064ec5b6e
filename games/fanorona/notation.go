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

// parse reads a position text and reports all faults it finds.
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

// parseStones reads the rows and checks the number of stones.
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

// view shows p. Stones only ever slide, and none is in hand.
func view(p Position) game.View {
	sliding := func(game.Side) game.Phase { return game.Sliding }
	return game.ViewOf(&p.variant().info, p.stones(), [2]int{}, p.Turn(), sliding)
}

// paths returns the only path of m: its start and every landing, and after a
// landing that could capture both ways the nearest stone of the chosen row.
func paths(p Position, m Move) []game.Path {
	b := p.variant().info.Board
	path := game.Path{{Point: pointOf(b, m.from()), Kind: game.From}}
	if m.isPaika() {
		path = append(path, game.Touch{Point: pointOf(b, m.to()), Kind: game.To})
	}
	kind := game.To
	for c, s := range p.steps(m) {
		landing := game.Touch{Point: pointOf(b, c.landing(s)), Kind: kind, Label: s.label()}
		if both := either(s.direction()); c.captures()&both == both {
			landing.Label = game.Label{}
			path = append(path, landing, game.Touch{Point: pointOf(b, c.nearest(s)), Kind: game.Choice, Label: s.label()})
		} else {
			path = append(path, landing)
		}
		kind = game.Via
	}
	return []game.Path{path}
}

// notes lists each step, how many stones it took in which way, and where. Phases
// never change.
func notes(p Position, m Move) []game.Note {
	b, us := p.variant().info.Board, p.Turn()
	if m.isPaika() {
		return []game.Note{{Kind: game.Moved, Side: us, From: pointOf(b, m.from()), Point: pointOf(b, m.to())}}
	}
	var notes []game.Note
	for c, s := range p.steps(m) {
		way := game.Approach
		if s.withdraws() {
			way = game.Withdrawal
		}
		row := c.row(s)
		notes = append(notes,
			game.Note{Kind: game.Moved, Side: us, From: pointOf(b, c.at), Point: pointOf(b, c.landing(s))},
			game.Note{Kind: way, Side: us, Count: bits.OnesCount64(row)})
		for at := c.nearest(s); row&at.bit() != 0; at += s.outward() {
			notes = append(notes, game.Note{Kind: game.Took, Side: us, Point: pointOf(b, at)})
		}
	}
	return notes
}
