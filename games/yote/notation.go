// SPDX-License-Identifier: Apache-2.0

package yote

import (
	"errors"
	"fmt"
	"math/bits"
	"strings"

	"cairn/game"
)

// format writes a position: rows, side, hands, last steps, clock.
func (r *ruleSet) format(p Position) string {
	hands, last := p.hand.sides(p.turn), p.last.sides(p.turn)
	var leaps [2]game.Leap
	var has [2]bool
	for s, l := range last {
		leaps[s], has[s] = game.Leap{From: l.from(), To: l.to()}, l != 0
	}
	return fmt.Sprintf("%s %s %d,%d %s %d", game.FormatRows(r.info.Board, p.men.sides(p.turn)), p.turn.Letter(),
		hands[game.White], hands[game.Black], game.FormatLeaps(r.info.Board, leaps, has), p.clock)
}

// parse reads a position and reports all faults it finds.
func (r *ruleSet) parse(text string) (Position, error) {
	fields, err := game.SplitFields(text, "rows", "side", "hands", "last", "clock")
	if err != nil {
		return Position{}, err
	}
	stones, rowsErr := game.ParseRows(r.info.Board, fields[0])
	turn, sideErr := game.ParseSide(fields[1])
	hands, handsErr := game.ParseHands(fields[2], men)
	leaps, has, lastErr := game.ParseLeaps(r.info.Board, fields[3])
	clock, clockErr := game.ParseClock(fields[4])

	var last [2]leap
	if r.Barred {
		last = [2]leap{newLeap(leaps[0].From, leaps[0].To), newLeap(leaps[1].From, leaps[1].To)}
	} else {
		has = [2]bool{}
	}
	faults := []error{rowsErr, sideErr, handsErr, lastErr, clockErr}
	if rowsErr == nil && handsErr == nil {
		faults = append(faults, checkCounts(stones, hands))
	}
	if rowsErr == nil && lastErr == nil {
		faults = append(faults, r.checkLeaps(stones, leaps, has))
	}
	if err := errors.Join(faults...); err != nil {
		return Position{}, err
	}
	return Position{
		men:  pairOf(stones, turn),
		hand: pairOf([2]uint8{uint8(hands[0]), uint8(hands[1])}, turn),
		last: pairOf(last, turn),
		rest: rest{uint16(clock), turn, r.number},
	}, nil
}

// checkCounts refuses more stones than a side ever had, and a game without any.
func checkCounts(stones [2]uint64, hands [2]int) error {
	var faults []error
	total := 0
	for _, s := range game.Sides {
		board := bits.OnesCount64(stones[s])
		total += board + hands[s]
		if board+hands[s] > men {
			faults = append(faults, fmt.Errorf("%s has %d stones on the board and %d in hand: want at most %d together", s, board, hands[s], men))
		}
	}
	if total == 0 {
		faults = append(faults, errors.New("neither side has a stone: want one at least"))
	}
	return errors.Join(faults...)
}

func (r *ruleSet) checkLeaps(stones [2]uint64, leaps [2]game.Leap, has [2]bool) error {
	var faults []error
	for _, s := range game.Sides {
		if !has[s] {
			continue
		}
		if err := r.checkLeap(stones[s], leaps[s]); err != nil {
			faults = append(faults, fmt.Errorf("last move of %s: %w", s, err))
		}
	}
	return errors.Join(faults...)
}

// checkLeap refuses a step that the owner of these stones cannot have made on
// the turn before: no stone of its side can have come to the cell it left.
func (r *ruleSet) checkLeap(own uint64, l game.Leap) error {
	from, to := r.name(l.From), r.name(l.To)
	switch {
	case !r.adjacent(l.From, l.To):
		return fmt.Errorf("%s%s is no step: want neighbouring cells", from, to)
	case own&bit(l.To) == 0:
		return fmt.Errorf("%s%s ends on %s, where no stone of that side stands", from, to, to)
	case own&bit(l.From) != 0:
		return fmt.Errorf("%s%s begins on %s, where a stone of that side still stands", from, to, from)
	}
	return nil
}

// formatMove writes a move: b3, b3-b4, b3-b5xd2, b3-b5xd2-d5xa0.
func (r *ruleSet) formatMove(_ Position, m Move) string {
	switch m.kind() {
	case placing:
		return r.name(m.to())
	case stepping:
		return r.name(m.from()) + "-" + r.name(m.to())
	}
	var out strings.Builder
	out.WriteString(r.name(m.from()))
	for _, h := range r.hops(m) {
		out.WriteString("-" + r.name(h.to))
		if !h.lapsed() {
			out.WriteString("x" + r.name(h.extra))
		}
	}
	return out.String()
}

// paths returns the touches of a move: its cells in the order of its text. The
// stone jumped over is not touched.
func (r *ruleSet) paths(_ Position, m Move) []game.Path {
	to := game.Touch{Point: m.to(), Kind: game.To}
	switch m.kind() {
	case placing:
		return []game.Path{{to}}
	case stepping:
		return []game.Path{{{Point: m.from(), Kind: game.From}, to}}
	}
	path := game.Path{{Point: m.from(), Kind: game.From}}
	kind := game.To
	for _, h := range r.hops(m) {
		path = append(path, game.Touch{Point: h.to, Kind: kind})
		if !h.lapsed() {
			path = append(path, game.Touch{Point: h.extra, Kind: game.Take})
		}
		kind = game.Via
	}
	return []game.Path{path}
}

// view shows a position.
func (r *ruleSet) view(p Position) game.View {
	stones, hands := p.men.sides(p.turn), p.hand.sides(p.turn)
	return game.ViewOf(&r.info, stones, [2]int{int(hands[0]), int(hands[1])}, p.turn, p.phase)
}

// phase returns the phase of a side.
func (p Position) phase(s game.Side) game.Phase {
	switch {
	case p.hand.sides(p.turn)[s] == 0:
		return game.Sliding
	case p.men.sides(p.turn)[s] == 0:
		return game.Placing
	default:
		return game.Mixed
	}
}

// notes lists the facts of a move in the order they happen.
func (r *ruleSet) notes(p Position, m Move) []game.Note {
	var notes []game.Note
	add := func(kind game.NoteKind, from, to game.Point) {
		notes = append(notes, game.Note{Kind: kind, Side: p.turn, From: from, Point: to})
	}
	switch m.kind() {
	case placing:
		add(game.Placed, 0, m.to())
	case stepping:
		add(game.Moved, m.from(), m.to())
	}
	for _, h := range r.hops(m) {
		add(game.Jumped, h.from, h.to)
		add(game.Took, 0, h.over)
		if !h.lapsed() {
			add(game.Took, 0, h.extra)
		}
	}
	after := p.Play(m)
	if after.Result().Over() {
		return notes // no phase comes after the end
	}
	return game.PhaseNotes(notes, p.phase, after.phase)
}
