// SPDX-License-Identifier: Apache-2.0

package game

import (
	"errors"
	"fmt"
)

// ErrIllegal matches every refused move by errors.Is.
var ErrIllegal = errors.New("illegal move")

// Why is the reason a move is refused.
type Why uint8

// The reasons; a game uses only some of them.
const (
	WhyMalformed     Why = iota // the text is no move of this game
	WhyNoPoint                  // the board has no such point
	WhyOver                     // the game has ended
	WhyOccupied                 // the target is not empty
	WhyNoMan                    // no man stands there
	WhyNotYours                 // the man is the opponent's
	WhyTooFar                   // the target is not a neighbour
	WhyMustPlace                // men in hand are placed first
	WhyHandEmpty                // no man is left to place
	WhyMustTake                 // a capture goes with this move and is missing
	WhyNothingToTake            // nothing is captured by this move
	WhyProtected                // the man stands in a mill
	WhyNotTheirs                // only an opposing man can be taken
	WhyMustCapture              // some stone can capture, so capturing is a duty
	WhyChoose                   // approach or withdrawal: say which
	WhyVisited                  // the chain has been on that point
	WhySameDirection            // the chain may not go on in the same direction
	WhyBarred                   // straight back is barred this turn
	WhyTurnEnds                 // the turn is over after this
	WhyOrder                    // the captures are not in the order notation asks for
	WhyStuck                    // the man has no legal move
)

var whyTexts = [...]string{
	WhyMalformed:     "that is not a move of this game",
	WhyNoPoint:       "the board has no such point",
	WhyOver:          "the game is over",
	WhyOccupied:      "that point is occupied",
	WhyNoMan:         "no man stands there",
	WhyNotYours:      "that man is not yours",
	WhyTooFar:        "that point cannot be reached from there",
	WhyMustPlace:     "men in hand must be placed first",
	WhyHandEmpty:     "no men are left in hand",
	WhyMustTake:      "an opposing man must be taken with this move",
	WhyNothingToTake: "nothing can be taken there",
	WhyProtected:     "a man in a mill is protected while others are not",
	WhyNotTheirs:     "only an opposing man can be taken",
	WhyMustCapture:   "a capture is possible, so one must be made",
	WhyChoose:        "say whether it captures by approach (A) or by withdrawal (W)",
	WhyVisited:       "the stone has already been on that point in this turn",
	WhySameDirection: "two steps of a chain may not go in the same direction",
	WhyBarred:        "the stone may not go straight back to where it came from",
	WhyTurnEnds:      "the turn ends there",
	WhyOrder:         "captured men are listed in alphabetical order",
	WhyStuck:         "that man cannot move now",
}

var whyNames = [...]string{
	"malformed", "no-point", "over", "occupied", "no-man", "not-yours", "too-far", "must-place",
	"hand-empty", "must-take", "nothing-to-take", "protected", "not-theirs", "must-capture", "choose",
	"visited", "same-direction", "barred", "turn-ends", "order", "stuck",
}

// String returns the reason's name, a key for catalogues of texts.
func (w Why) String() string { return NameOf(w, whyNames[:]) }

// MarshalText implements encoding.TextMarshaler.
func (w Why) MarshalText() ([]byte, error) { return []byte(w.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (w *Why) UnmarshalText(text []byte) error { return ParseName(w, text, whyNames[:], "reason") }

// Illegal is a refused move with its reason.
type Illegal struct {
	Move string // as it was given
	Why  Why
	At   string // the point or part of the text at fault; may be empty
}

// Error says what is wrong, and where.
func (e *Illegal) Error() string {
	if e.At == "" || e.At == e.Move {
		return fmt.Sprintf("illegal move %q: %s", e.Move, whyTexts[e.Why])
	}
	return fmt.Sprintf("illegal move %q: %s: %s", e.Move, e.At, whyTexts[e.Why])
}

// Is makes every Illegal match ErrIllegal.
func (e *Illegal) Is(target error) bool { return target == ErrIllegal }

// explainByBoard is the Explain of games without one: it looks only at the men on the
// board. mustTake reports whether every legal move captures.
func explainByBoard(b *Board, v View, touches Path, mustTake func() bool) (Why, string) {
	stops := touches.Stops()
	if len(stops) == 0 {
		return WhyMalformed, ""
	}
	first, last := stops[0].Point, stops[len(stops)-1].Point
	side, stands := v.Men[first].Side()
	moves := len(stops) > 1 || stops[0].Kind == From
	switch own := stands && side == v.Turn; {
	case !moves && stands && !own:
		return WhyOccupied, b.Name(first)
	case !moves || len(stops) == 1 && own:
		return WhyMalformed, ""
	case !stands:
		return WhyNoMan, b.Name(first)
	case !own:
		return WhyNotYours, b.Name(first)
	case v.Men[last] != NoMan && last != first:
		return WhyOccupied, b.Name(last)
	case len(stops) == 2 && b.neighbours(first, last) && mustTake():
		return WhyMustCapture, b.Name(last)
	}
	return WhyTooFar, b.Name(last)
}
