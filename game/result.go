// SPDX-License-Identifier: Apache-2.0

package game

// Verdict says how a game stands.
type Verdict uint8

// The verdicts; the zero value means that play goes on.
const (
	Playing Verdict = iota
	WhiteWins
	BlackWins
	Draw
)

var verdictNames = [...]string{"playing", "white-wins", "black-wins", "draw"}

// Wins returns the verdict in which s wins.
func Wins(s Side) Verdict { return WhiteWins + Verdict(s) }

// Winner returns the side that wins, and whether there is one.
func (v Verdict) Winner() (Side, bool) {
	switch v {
	case WhiteWins:
		return White, true
	case BlackWins:
		return Black, true
	default:
		return White, false
	}
}

// String returns the verdict's name, for example "white-wins".
func (v Verdict) String() string { return NameOf(v, verdictNames[:]) }

// MarshalText implements encoding.TextMarshaler.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (v *Verdict) UnmarshalText(text []byte) error {
	return ParseName(v, text, verdictNames[:], "verdict")
}

// Reason says which rule ended a game. Other ends (resignation, agreement, time) belong
// to a match, not to the rules.
type Reason uint8

// The reasons; the zero value belongs to a game that goes on.
const (
	NoReason   Reason = iota
	TooFewMen         // a side has fewer men than it needs to close a line
	NoMoves           // the side to move has no legal move
	Line              // a side has made the winning line
	NoMen             // a side has no men left
	FullBoard         // no point is empty
	FewEach           // both sides have too few men to go on
	Goal              // a side has reached the goal of the game, for example a place for its men
	Repetition        // a position has occurred too often: see History
	Quiet             // too many turns without capture or placement: see History
)

var reasonNames = [...]string{
	"", "too-few-men", "no-moves", "line", "no-men", "full-board", "few-each", "goal", "repetition", "quiet",
}

// String returns the reason's name, empty for NoReason.
func (r Reason) String() string { return NameOf(r, reasonNames[:]) }

// MarshalText implements encoding.TextMarshaler.
func (r Reason) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Reason) UnmarshalText(text []byte) error {
	return ParseName(r, text, reasonNames[:], "reason")
}

// Result is a verdict with its reason. The zero value means that play goes on.
type Result struct {
	Verdict Verdict
	Reason  Reason
}

// Over reports whether the game has ended.
func (r Result) Over() bool { return r.Verdict != Playing }
