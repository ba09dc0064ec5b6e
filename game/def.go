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
	Labels   []Label // of the touches, where the game has some
	Draws    Draws

	Pieces  Pieces   // the word for what players place and move
	Samples []string // optional: positions from the middle of games, in which speed and strength are measured
	Content fs.FS    // optional: the folder "content" with names, rules in words and lessons; see docs/adding-a-game.md
}

// Pieces is the word for the pieces of a game. The words themselves, in every
// language, are texts of internal/lang; a game may replace them in its content.
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

// Draws are the platform's draws, applied by [History] and never by the rules.
type Draws struct {
	Repetition int // occurrences of a position that make a draw
	Quiet      int // clock that makes a draw
}

// StandardDraws hold in every game: the third occurrence of a position, and
// fifty turns of each side without capture or placement.
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
	// Explain returns why these touches are not a legal move here, and the point
	// or part at fault, which may be empty. The path has at least one touch; it
	// may be of any length. WhyMalformed at "" says that no fault was found.
	// Optional: without it the reasons are those that the board alone gives.
	Explain func(P, Path) (Why, string)

	Eval  func(P) int    // optional: judgement for the side to move, about 100 a man
	Greed func(P, M) int // optional: the novice's taste, the highest wins
	// FirstEval is Eval of the first release, to measure progress by; optional.
	FirstEval func(P) int
	Quiet     func(P) int // optional: a clock limit that depends on the position

	Skills map[string]Skill // optional: of levels of the computer, by name, that differ from the usual

	// Engines ask these all the time. Each is optional: what it answers can be
	// found out by the methods of a position, only not as fast.
	Over        func(P) bool           // no move is left
	AppendTakes func(P, []M) []M       // appends the moves that capture, in any order; the game is not over
	Sketch      func(P, []M, []Sketch) // fills in the sketches of moves, one for each
}

// QuietLimit returns the clock at which p is drawn.
func (d *Def[P, M]) QuietLimit(p P) int {
	if d.Quiet != nil {
		return d.Quiet(p)
	}
	return d.Draws.Quiet
}

// Skill is what a level of the computer can do in a game. Levels differ by about
// the same in all games, and what makes that difference is not the same in all.
type Skill struct {
	Nodes uint64   // positions it looks at for a move
	Depth int      // plies it looks ahead; 0 for as many as the nodes allow
	Blind [2]uint8 // quiet moves it overlooks, of a hundred: its own, and those that come after
}

// Slots is the number of different slots of sketches.
const Slots = 1 << 12

// Sketch describes a move to an engine before the engine searches it.
type Sketch struct {
	// Slot is below Slots. Equal moves of a side have the same slot, and
	// different ones should not: an engine remembers by it which moves were
	// good. Captures and quiet moves are counted apart.
	Slot uint16
	// Takes is how many men the move captures, as Position.Takes has it.
	Takes uint8
	// Promise is how good a quiet move looks at first glance; most have 0.
	Promise int8
}
