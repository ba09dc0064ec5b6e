// SPDX-License-Identifier: Apache-2.0

package game

import (
	"fmt"
	"slices"
	"strings"
)

// Side is one of the two players.
type Side uint8

// The two sides. White always moves first.
const (
	White Side = iota
	Black
)

// Sides lists both sides, White first.
var Sides = [2]Side{White, Black}

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// Letter returns the side as position texts write it.
func (s Side) Letter() string {
	if s == White {
		return "w"
	}
	return "b"
}

// String returns "white" or "black".
func (s Side) String() string {
	if s == White {
		return "white"
	}
	return "black"
}

// MarshalText implements encoding.TextMarshaler.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (s *Side) UnmarshalText(text []byte) error {
	switch string(text) {
	case "white":
		*s = White
	case "black":
		*s = Black
	default:
		return fmt.Errorf("side %q: want white or black", text)
	}
	return nil
}

// Man is the content of a point: empty, or the man of a side.
type Man uint8

// The contents of a point; the zero value is an empty point.
const (
	NoMan Man = iota
	WhiteMan
	BlackMan
)

// ManOf returns the man of a side.
func ManOf(s Side) Man { return WhiteMan + Man(s) }

// Side returns the owner of the man; it reports false for NoMan.
func (m Man) Side() (Side, bool) { return Side(m - WhiteMan), m != NoMan }

// String returns "empty", "white" or "black".
func (m Man) String() string { return [...]string{"empty", "white", "black"}[m] }

// Phase is the kind of turns a player has.
type Phase uint8

// The phases. A side's phase is a function of the position.
const (
	Placing Phase = iota // puts men from the hand on the board
	Sliding              // moves men along the lines
	Flying               // moves men to any empty point
	Mixed                // may place or move
)

var phaseNames = [...]string{"placing", "sliding", "flying", "mixed"}

// String returns the phase's name.
func (p Phase) String() string { return NameOf(p, phaseNames[:]) }

// MarshalText implements encoding.TextMarshaler.
func (p Phase) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (p *Phase) UnmarshalText(text []byte) error {
	return ParseName(p, text, phaseNames[:], "phase")
}

// View is a position as a display shows it.
type View struct {
	Men   []Man // by point
	Turn  Side
	Sides [2]SideView // by side
}

// SideView is one player in a View.
type SideView struct {
	Phase Phase
	Hand  int // men still to be placed
	Board int // men on the board
	Lost  int // men taken by the opponent
	Mills int // mills on the board; a game without mills has none
}

// ViewOf builds a view from bitboards; phase returns each side's phase.
func ViewOf(info *Info, men [2]uint64, hand [2]int, turn Side, phase func(Side) Phase) View {
	v := View{Men: make([]Man, len(info.Board.Points)), Turn: turn}
	for _, s := range Sides {
		side := SideView{Phase: phase(s), Hand: hand[s]}
		for i := range v.Men {
			if men[s]>>i&1 != 0 {
				v.Men[i] = ManOf(s)
				side.Board++
			}
		}
		side.Lost = info.Men - side.Board - side.Hand
		v.Sides[s] = side
	}
	return v
}

// NameOf returns the name of a value of an enumeration, its number if it has no name.
func NameOf[E ~uint8](e E, names []string) string {
	if int(e) < len(names) {
		return names[e]
	}
	return fmt.Sprint(uint8(e))
}

// ParseName sets an enumeration from its name.
func ParseName[E ~uint8](e *E, text []byte, names []string, what string) error {
	i := slices.Index(names, string(text))
	if i < 0 {
		return fmt.Errorf("%s %q: want one of %s", what, text, strings.Join(names, ", "))
	}
	*e = E(i)
	return nil
}
