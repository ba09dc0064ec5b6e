// SPDX-License-Identifier: Apache-2.0

package game

// NoteKind is the kind of a fact.
type NoteKind uint8

// The kinds of notes.
const (
	Placed     NoteKind = iota // a man was placed on Point
	Moved                      // a man went from From to Point along a line
	Flew                       // a man went from From to Point through the air
	Jumped                     // a man jumped from From to Point
	Mills                      // Count mills were closed
	Took                       // the man on Point was taken
	Approach                   // Count men were taken by approach
	Withdrawal                 // Count men were taken by withdrawal
	Enters                     // Side enters Phase
	LineMade                   // the winning line was made
	Closed                     // the line from From to Point is a mill now, or the line that wins
)

var noteNames = [...]string{
	"placed", "moved", "flew", "jumped", "mills", "took", "approach", "withdrawal", "enters", "line", "closed",
}

// String returns the kind's name.
func (k NoteKind) String() string { return NameOf(k, noteNames[:]) }

// MarshalText implements encoding.TextMarshaler.
func (k NoteKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *NoteKind) UnmarshalText(text []byte) error {
	return ParseName(k, text, noteNames[:], "note")
}

// Note is one typed fact of a move. Displays and logs make sentences from notes, in their
// language; rules contain no texts.
type Note struct {
	Kind  NoteKind
	Side  Side // that acts, or whose phase changes
	From  Point
	Point Point
	Count int
	Phase Phase
}

// PhaseNotes adds a note for each side whose phase a move changes.
func PhaseNotes(notes []Note, before, after func(Side) Phase) []Note {
	for _, s := range Sides {
		if now := after(s); now != before(s) {
			notes = append(notes, Note{Kind: Enters, Side: s, Phase: now})
		}
	}
	return notes
}
