// SPDX-License-Identifier: Apache-2.0

package game

import "fmt"

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
