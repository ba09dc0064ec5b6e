// SPDX-License-Identifier: Apache-2.0

// Package record implements game records: the turns of a game with their
// positions, the lines that were taken back, the players and the result.
//
// A [Record] is a plain value. A [Walk] is the same game with its states; it can
// be played on, undone and redone. A [Format] encodes and decodes records;
// [Load] and [Save] do so with files. A record that is read is replayed by the
// rules.
//
// The package knows no concrete game, no clocks, offers or seats, and does not
// read the time.
package record

import (
	"iter"
	"slices"
	"time"

	"cairn/game"
)

// Turn is one played turn.
type Turn struct {
	Move     string        // notation of the rule set
	Position string        // position text after the move
	Took     time.Duration // thinking time in whole milliseconds; 0 if unknown
	Comment  string        // any text of any lines; may be empty
	Others   []Line        // undone lines that began instead of this turn, the latest first
}

// Line is a sequence of turns. The first turn of a line in Others or Undone has no Others:
// its alternatives are in the list that the line is in.
type Line []Turn

// Record is one game.
type Record struct {
	Game     string       // ID of the rule set
	Revision int          // of the rule set
	Start    string       // position text the game started from
	Players  [2]string    // names by side; may be empty
	Date     time.Time    // start of the game, UTC, in whole seconds; zero if unknown
	Control  string       // time control, such as "5m+3s"; empty for none
	Clock    TimesLeft    // time left; the zero Clock if unknown
	Verdict  game.Verdict // Playing if it is not over
	Reason   string       // name of a game.Reason, or one of Reasons
	Turns    Line         // as played
	Undone   []Line       // undone lines after the last turn; the first is redone next
	Comment  string       // about the game; may be empty
	Extra    []Extra      // unknown fields, in order
}

// TimesLeft is the time both sides have left, in whole milliseconds.
type TimesLeft [2]time.Duration

// Extra is an unknown field of the header, which is preserved.
type Extra struct{ Name, Value string }

// Equal reports whether two records are equal. Nil and empty lists are equal.
func (r Record) Equal(o Record) bool {
	return r.Game == o.Game && r.Revision == o.Revision && r.Start == o.Start &&
		r.Players == o.Players && r.Date.Equal(o.Date) && r.Control == o.Control &&
		r.Clock == o.Clock && r.Verdict == o.Verdict && r.Reason == o.Reason &&
		r.Comment == o.Comment && slices.Equal(r.Extra, o.Extra) &&
		r.Turns.Equal(o.Turns) && equalLines(r.Undone, o.Undone)
}

// Equal reports whether two lines have the same turns and variations.
func (l Line) Equal(o Line) bool {
	return slices.EqualFunc(l, o, func(a, b Turn) bool {
		return a.Move == b.Move && a.Position == b.Position && a.Took == b.Took && a.Comment == b.Comment &&
			equalLines(a.Others, b.Others)
	})
}

func equalLines(a, b []Line) bool { return slices.EqualFunc(a, b, Line.Equal) }

// The reasons that are not rules of a game.
const (
	Resignation = "resignation" // the loser resigned
	Agreement   = "agreement"   // both agreed to a draw
	Time        = "time"        // the loser's time ran out
	Left        = "left"        // the loser left
	Aborted     = "aborted"     // no result
)

// Reasons returns the reasons that are not rules of a game.
func Reasons() []string { return []string{Resignation, Agreement, Time, Left, Aborted} }

// Variations returns the number of turns that were taken back.
func (r Record) Variations() int {
	n := -len(r.Turns)
	for range r.allTurns() {
		n++
	}
	return n
}

// Notes returns the number of bytes of all comments and unknown fields.
func (r Record) Notes() int {
	n := len(r.Comment)
	for turn := range r.allTurns() {
		n += len(turn.Comment)
	}
	for _, e := range r.Extra {
		n += len(e.Name) + len(e.Value)
	}
	return n
}

// allTurns iterates over all turns in reading order: each turn, then its others; undone
// lines last.
func (r Record) allTurns() iter.Seq[*Turn] {
	return func(yield func(*Turn) bool) {
		if r.Turns.all(yield) {
			allLines(r.Undone, yield)
		}
	}
}

// all yields the turns of a line and of its variations until yield returns false.
func (l Line) all(yield func(*Turn) bool) bool {
	for i := range l {
		if !yield(&l[i]) || !allLines(l[i].Others, yield) {
			return false
		}
	}
	return true
}

func allLines(lines []Line, yield func(*Turn) bool) bool {
	return !slices.ContainsFunc(lines, func(l Line) bool { return !l.all(yield) })
}
