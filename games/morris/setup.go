// SPDX-License-Identifier: Apache-2.0

package morris

import (
	"errors"
	"fmt"
	"math/bits"

	"cairn/game"
)

// setup is a position as it is written, by side and not yet checked.
type setup struct {
	*rules
	men   [2]uint32
	hand  [2]int
	turn  game.Side
	clock int
	last  [2]leaps
}

// parsePosition reads a position of the rule set at that place.
func parsePosition(set uint8, text string) (Position, error) {
	s, err := readSetup(&ruleSets[set], text)
	if err != nil {
		return Position{}, err
	}
	if err := s.check(); err != nil {
		return Position{}, err
	}
	return s.position(set), nil
}

func readSetup(r *rules, text string) (setup, error) {
	names := []string{"rows", "side", "handW,handB", "clock"}
	if r.barred {
		names = append(names, "lastW,lastB")
	}
	fields, err := game.SplitFields(text, names...)
	if err != nil {
		return setup{}, err
	}
	men, rowsErr := game.ParseRows(&r.Board, fields[0])
	turn, sideErr := game.ParseSide(fields[1])
	hand, handsErr := game.ParseHands(fields[2], r.men)
	clock, clockErr := game.ParseClock(fields[3])
	s := setup{rules: r, men: [2]uint32{uint32(men[0]), uint32(men[1])}, hand: hand, turn: turn, clock: clock}
	err = errors.Join(rowsErr, sideErr, handsErr, clockErr)
	if err == nil && r.barred {
		err = s.readLast(fields[4])
	}
	return s, err
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
		case on+hand > s.rules.men:
			faults = append(faults, fmt.Errorf("%s has %d men (%d on the board, %d in hand), at most %d", side, on+hand, on, hand, s.rules.men))
		case s.lineWins && on+hand < s.rules.men:
			faults = append(faults, fmt.Errorf("%s has %d men (%d on the board, %d in hand), want %d: none is ever taken", side, on+hand, on, hand, s.rules.men))
		}
	}
	switch {
	case s.lineWins && s.milled(s.men[0]) != 0 && s.milled(s.men[1]) != 0:
		faults = append(faults, errors.New("both sides have a line, but the first one ends the game"))
	case !s.lineWins && total[0] < fewest && total[1] < fewest:
		faults = append(faults, fmt.Errorf("both sides have fewer than %d men, but the first to have them loses", fewest))
	}
	return errors.Join(faults...)
}

func (s *setup) position(set uint8) Position {
	us, them := s.turn, s.turn.Other()
	return Position{
		own: s.men[us], opposing: s.men[them],
		state: uint32(s.hand[us]) | uint32(s.hand[them])<<handBits | uint32(us)<<turnShift |
			uint32(set)<<setShift | uint32(s.clock)*clockStep,
		last: s.last[us] | s.last[them]<<leapBits,
	}
}
