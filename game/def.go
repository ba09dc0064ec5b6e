// SPDX-License-Identifier: Apache-2.0

package game

import "io/fs"

// Info describes a rule set apart from any position.
type Info struct {
	ID       string   // kebab-case, never changes
	Aliases  []string // short names for the command line
	Revision int      // rises when legal play changes
	Name     string   // the name people use
	Family   string   // ID of the standard rule set this one is a variant of, or its own
	Variant  string   // what sets it apart within the family: "standard", "no flying"
	Board    *Board
	Men      int     // men a side begins with
	Mills    bool    // mills are closed and counted
	Phases   bool    // the phase of a side may change during a game
	Labels   []Label // of touches; may be empty
	Draws    Draws

	Pieces  Pieces   // the word for what players place and move
	Samples []string // optional: middle-game positions for measuring speed and strength
	Content fs.FS    // optional: the folder "content" with names, rules in words and lessons; see docs/adding-a-game.md
}

// Pieces selects the word for the pieces of a game. The texts are in internal/lang; a
// game may replace them in its content.
type Pieces uint8

// The words for pieces.
const (
	AnyPieces Pieces = iota // pieces
	Men
	Stones
)

var piecesNames = [...]string{"any", "men", "stones"}

// String returns "any", "men" or "stones".
func (p Pieces) String() string { return NameOf(p, piecesNames[:]) }

// Draws are the draw rules of the platform, applied by [History] and never by the rules
// of a game.
type Draws struct {
	Repetition int // occurrences of a position that make a draw
	Quiet      int // clock that makes a draw
}

// StandardDraws apply to every game: the third occurrence of a position, and fifty turns
// of each side without capture or placement.
var StandardDraws = Draws{Repetition: 3, Quiet: 100}

// Def is one rule set. A variant is another Def, never a switch somewhere.
type Def[P Position[P, M], M comparable] struct {
	Info

	Start      func() P
	Format     func(P) string          // position as text
	Parse      func(string) (P, error) // and back; refuses impossible positions
	FormatMove func(P, M) string
	Paths      func(P, M) []Path // the touches that enter a move, one list for every legal order
	View       func(P) View      // what a display shows
	Notes      func(P, M) []Note // typed facts of a move
	// Explain returns why touches are not a legal move, and the point or part at fault,
	// which may be empty. The path has at least one touch. WhyMalformed at "" means that
	// no fault was found. Optional: without it reasons follow from the board alone.
	Explain func(P, Path) (Why, string)

	Eval  func(P) int    // optional: evaluation for the side to move, about 100 a man
	Greed func(P, M) int // optional: preference of the novice, the highest wins
	// FirstEval is Eval of the first release, as a baseline for measurements; optional.
	FirstEval func(P) int
	Quiet     func(P) int // optional: quiet limit that depends on the position

	Skills map[string]Skill // optional: skills of levels, by name, that replace the defaults

	// Fast paths for engines. Each is optional: the methods of a position give the same
	// answers, only slower.
	Over        func(P) bool           // no move is left
	AppendTakes func(P, []M) []M       // appends the captures, in any order; the game is not over
	Sketch      func(P, []M, []Sketch) // fills in one sketch for each move
}

// QuietLimit returns the clock at which p is drawn.
func (d *Def[P, M]) QuietLimit(p P) int {
	if d.Quiet != nil {
		return d.Quiet(p)
	}
	return d.Draws.Quiet
}

// Skill is the strength of a level of the computer in a game. Levels are meant to differ
// by about as many points in every game, which takes different skills.
type Skill struct {
	Nodes uint64   // searched for a move
	Depth int      // plies; 0 for as many as the nodes allow
	Blind [2]uint8 // overlooked quiet moves of a hundred: own moves at the root, and later ones
}

// Slots is the number of different slots of sketches.
const Slots = 1 << 12

// Sketch describes a move to an engine before the engine searches it.
type Sketch struct {
	// Slot is below Slots. It identifies a move of a side in the history heuristics of an
	// engine: different moves should have different slots. Captures and quiet moves are
	// counted apart.
	Slot uint16
	// Takes is the number of captured men, as Position.Takes returns it.
	Takes uint8
	// Promise raises a quiet move in the move ordering; most have 0.
	Promise int8
}
