// SPDX-License-Identifier: Apache-2.0

// Package record holds game records: the turns of a game with their positions,
// the lines that were taken back, who played and how it ended.
//
// A [Record] is a plain value. A [Walk] is the same game with its states, to be
// played on, undone and redone. A [Format] writes and reads records; [Load] and
// [Save] do so with files. Whatever is loaded is replayed by the rules.
//
// The package knows no concrete game, no clocks, offers or seats, and never
// asks for the time.
package record

import (
	"slices"
	"time"

	"cairn/game"
)

// Turn is one played turn.
type Turn struct {
	Move     string        // notation of the rule set
	Position string        // position text after the move
	Took     time.Duration // thinking time in whole milliseconds; 0 when not known
	Others   []Line        // lines once played instead of this turn, the latest first
}

// Line is turns one after the other. The first turn of a line kept in Others or
// Undone has no Others of its own: they stand beside the line.
type Line []Turn

// Record is one game written down.
type Record struct {
	Game     string       // rule set id
	Revision int          // of the rule set
	Start    string       // position text the game began from
	Players  [2]string    // names by side; may be empty
	Date     time.Time    // when it began, UTC, seconds; zero when not known
	Control  string       // time control as text, e.g. "5m+3s"; empty when none
	Verdict  game.Verdict // Playing while it goes on
	Reason   string       // why it ended: the name of a game.Reason, or a match's own
	Turns    Line         // as played
	Undone   []Line       // lines taken back after the last turn; redo follows the first
}

// Equal reports whether two records say the same. Nil and empty lists do.
func (r Record) Equal(o Record) bool {
	return r.Game == o.Game && r.Revision == o.Revision && r.Start == o.Start &&
		r.Players == o.Players && r.Date.Equal(o.Date) && r.Control == o.Control &&
		r.Verdict == o.Verdict && r.Reason == o.Reason &&
		r.Turns.Equal(o.Turns) && equalLines(r.Undone, o.Undone)
}

// Equal reports whether two lines have the same turns and variations.
func (l Line) Equal(o Line) bool {
	return slices.EqualFunc(l, o, func(a, b Turn) bool {
		return a.Move == b.Move && a.Position == b.Position && a.Took == b.Took && equalLines(a.Others, b.Others)
	})
}

func equalLines(a, b []Line) bool { return slices.EqualFunc(a, b, Line.Equal) }

// The reasons of ends that are no rules of a game.
const (
	Resignation = "resignation" // the loser gave up
	Agreement   = "agreement"   // both agreed to a draw
	Time        = "time"        // the loser's time ran out
	Left        = "left"        // the loser went away
	Aborted     = "aborted"     // called off: no result
)

// Reasons returns the reasons that are no rules of a game.
func Reasons() []string { return []string{Resignation, Agreement, Time, Left, Aborted} }
