// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"cairn/game"
)

// setup is a position as it is written, by side and not yet checked.
type setup struct {
	*Traits
	men   [2]uint32
	hand  [2]int
	turn  game.Side
	clock int
	last  [2]leaps
}

// parsePosition reads a position of the rule set at that place.
func parsePosition(set uint8, text string) (Position, error) {
	r, names := &ruleSets[set], []string{"rows", "side", "handW,handB", "clock"}
	if r.Barred {
		names = append(names, "lastW,lastB")
	}
	fields, err := game.SplitFields(text, names...)
	if err != nil {
		return Position{}, err
	}
	men, rowsErr := game.ParseRows(&r.Board, fields[0])
	turn, sideErr := game.ParseSide(fields[1])
	hand, handsErr := game.ParseHands(fields[2], r.Men)
	clock, clockErr := game.ParseClock(fields[3])
	s := setup{Traits: r, men: [2]uint32{uint32(men[0]), uint32(men[1])}, hand: hand, turn: turn, clock: clock}
	err = errors.Join(rowsErr, sideErr, handsErr, clockErr)
	if err == nil && r.Barred {
		err = s.readLast(fields[4])
	}
	if err == nil {
		err = s.check()
	}
	if err != nil {
		return Position{}, err
	}
	return s.position(), nil
}

func (s *setup) readLast(text string) error {
	moves, has, err := game.ParseLeaps(&s.Board, text)
	if err != nil {
		return err
	}
	for i, l := range moves {
		if !has[i] {
			continue
		}
		side := game.Side(i)
		switch {
		case s.men[i]>>l.To&1 == 0:
			return fmt.Errorf("last move of %s: no man of %s stands on %s", side, side, s.Name(l.To))
		case s.men[i]>>l.From&1 != 0:
			return fmt.Errorf("last move of %s: %s cannot hold a man of %s again", side, s.Name(l.From), side)
		case s.hand[i] > 0:
			return fmt.Errorf("last move of %s: %s is still placing and cannot have moved", side, side)
		}
		s.last[i] = newLeap(uint8(l.From), uint8(l.To))
	}
	return nil
}

// check refuses positions that no game can reach whatever the play.
func (s *setup) check() error {
	var faults []error
	var total [2]int
	for _, side := range game.Sides {
		on, hand := bits.OnesCount32(s.men[side]), s.hand[side]
		total[side] = on + hand
		switch {
		case on+hand > s.Men:
			faults = append(faults, fmt.Errorf("%s has %d men (%d on the board, %d in hand), at most %d", side, on+hand, on, hand, s.Men))
		case s.LineWins && on+hand < s.Men:
			faults = append(faults, fmt.Errorf("%s has %d men (%d on the board, %d in hand), want %d: none is ever taken", side, on+hand, on, hand, s.Men))
		}
	}
	switch {
	case s.LineWins && s.Milled(s.men[0]) != 0 && s.Milled(s.men[1]) != 0:
		faults = append(faults, errors.New("both sides have a line, but the first one ends the game"))
	case !s.LineWins && total[0] < Fewest && total[1] < Fewest:
		faults = append(faults, fmt.Errorf("both sides have fewer than %d men, but the first to have them loses", Fewest))
	}
	return errors.Join(faults...)
}

func (s *setup) position() Position {
	us, them := s.turn, s.turn.Other()
	return Position{
		own: s.men[us], opposing: s.men[them],
		state: uint32(s.hand[us]) | uint32(s.hand[them])<<handBits | uint32(us)<<turnShift |
			s.place | uint32(s.clock)*clockStep,
		last: s.last[us] | s.last[them]<<leapBits,
	}
}

// formatPosition writes "rows side handW,handB clock", and the remembered moves
// where a way back may be barred.
func formatPosition(p Position) string {
	r := p.rules()
	text := game.FormatRows(&r.Board, p.wide()) + " " + p.Turn().Letter() + " " +
		strconv.Itoa(p.handOf(game.White)) + "," + strconv.Itoa(p.handOf(game.Black)) + " " + strconv.Itoa(p.Clock())
	if r.Barred {
		text += " " + p.formatLast()
	}
	return text
}

func (p Position) formatLast() string {
	var moves [2]game.Leap
	var has [2]bool
	for _, s := range game.Sides {
		l := p.lastOf(s)
		moves[s], has[s] = game.Leap{From: game.Point(l.from()), To: game.Point(l.to())}, l != 0
	}
	return game.FormatLeaps(&p.rules().Board, moves, has)
}

// wide returns the men by side in the form the shared readers and writers use.
func (p Position) wide() [2]uint64 {
	return [2]uint64{uint64(p.men(game.White)), uint64(p.men(game.Black))}
}

// fromTo returns the points of a move; ok is false for a placement, which has
// no from.
func (p Position) fromTo(m Move) (from, to game.Point, ok bool) {
	to = game.Point(point(m.own &^ p.own))
	if m.places() {
		return 0, to, false
	}
	return game.Point(point(m.own & p.own)), to, true
}

// way returns the way of the man that a move places or moves.
func (p Position) way(m Move) *way {
	b := p.rules().board
	from, to, moves := p.fromTo(m)
	if moves {
		return &b.steps[from][to]
	}
	return &b.places[to]
}

// formatMove writes "d6", "d6-d7" and captures as "xa1", alphabetically.
func formatMove(p Position, m Move) string {
	b, text := p.rules().board, p.way(m).text
	switch {
	case m.taken == 0:
		return text
	case m.taken&(m.taken-1) == 0:
		return text + "x" + b.Name(game.Point(point(m.taken)))
	}
	names := b.Names(points(m.taken))
	slices.Sort(names)
	return text + "x" + strings.Join(names, "x")
}

// points lists the men of a set.
func points(men uint32) []game.Point {
	var list []game.Point
	for ; men != 0; men &= men - 1 {
		list = append(list, game.Point(point(men)))
	}
	return list
}

// paths returns the touches of a move: from, to, then the men taken in every
// order in which they can be taken.
func paths(p Position, m Move) []game.Path {
	way := p.way(m)
	switch {
	case m.taken == 0:
		return way.paths
	case m.taken&(m.taken-1) == 0:
		var made struct { // in one piece
			touches [3]game.Touch
			paths   [1]game.Path
		}
		path := append(game.Path(made.touches[:0]), way.paths[0]...)
		made.paths[0] = append(path, game.Touch{Point: game.Point(point(m.taken)), Kind: game.Take})
		return made.paths[:]
	}
	var all []game.Path
	p.rules().orders(way.paths[0], p.opposing, m.taken, &all)
	return all
}

func (b *board) orders(path game.Path, opposing, rest uint32, all *[]game.Path) {
	if rest == 0 {
		*all = append(*all, slices.Clone(path))
		return
	}
	for next := b.Takeable(opposing) & rest; next != 0; next &= next - 1 {
		man := next & -next
		b.orders(append(path, game.Touch{Point: game.Point(point(man)), Kind: game.Take}), opposing&^man, rest&^man, all)
	}
}

// view shows a position.
func view(info *game.Info, p Position) game.View {
	men := p.wide()
	v := game.ViewOf(info, men, [2]int{p.handOf(game.White), p.handOf(game.Black)}, p.Turn(), p.phase)
	if !info.Mills {
		return v
	}
	for side := range v.Sides {
		for _, line := range p.rules().Lines {
			if uint32(men[side])&line == line {
				v.Sides[side].Mills++
			}
		}
	}
	return v
}

// appendClosed appends a note for each line through a point that men hold, the point
// itself taken for granted. Points are numbered along lines, so the ends have the
// lowest and the highest number.
func (b *board) appendClosed(list []game.Note, men uint32, to game.Point, by game.Side) []game.Note {
	for _, pair := range &b.pairs[to%MaxPoints] {
		if men&pair == pair {
			line := pair | 1<<to
			list = append(list, game.Note{
				Kind: game.Closed, Side: by, From: game.Point(bits.TrailingZeros32(line)), Point: game.Point(bits.Len32(line) - 1),
			})
		}
	}
	return list
}

// notes returns the facts of a move.
func notes(p Position, m Move) []game.Note {
	r, us := p.rules(), p.Turn()
	_, to, _ := p.fromTo(m)
	closed, plain := r.Mills(p.own^m.own, uint8(to)), p.way(m).notes[us]
	list := slices.Clip(plain) // all moves that take this way share it
	if closed > 0 {
		list = append(make([]game.Note, 0, 6), plain...) // room for nearly all mills
		kind := game.Mills
		if r.LineWins {
			kind = game.LineMade
		}
		list = append(list, game.Note{Kind: kind, Side: us, Count: closed})
		list = r.appendClosed(list, p.own^m.own, to, us)
	}
	for taken := m.taken; taken != 0; taken &= taken - 1 {
		list = append(list, game.Note{Kind: game.Took, Side: us, Point: game.Point(point(taken))})
	}
	after := p.Play(m)
	phases := game.PhaseNotes(list, p.phase, after.phase)
	if len(phases) > len(list) && after.Result().Over() {
		return list // no phase comes after the end
	}
	return phases
}
