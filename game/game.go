// SPDX-License-Identifier: Apache-2.0

// Package game is the contract every stone game fulfils, in two faces.
//
// The fast face is [Position] and [Def]: small comparable values and generic
// code, for the engine, the solver and perft. The neutral face is [Game] and
// [State]: texts, touches and views, for servers, records and displays; [Erase]
// makes it from a Def. Rules are therefore written once. [Input] enters a turn on
// any display, by touches or as typed text.
//
// The package knows no concrete game, does no input or output, reads no clock
// and draws nothing but plain text.
package game

// Game is the neutral face of a rule set.
type Game interface {
	Info() *Info
	Start() State
	// Parse reads a position text; its errors say what is wrong and where.
	Parse(position string) (State, error)
}

// State is the neutral face of a position. States are values: no method
// changes one.
type State interface {
	// String returns the position text, clock included.
	String() string
	Turn() Side
	// Moves returns all legal moves in their fixed order.
	Moves() []Move
	// Find returns the legal move of that text, or an *Illegal.
	Find(text string) (Move, error)
	// Play returns the state after the move of that text, or an *Illegal.
	Play(text string) (State, error)
	// Refuse returns why touches that are no legal move are refused.
	Refuse(touches Path) *Illegal
	// PlayMove is Find and Play in one: the legal move of that text and the
	// state after it, or an *Illegal.
	PlayMove(text string) (Move, State, error)
	// Result judges the position without its history.
	Result() Result
	View() View
	Clock() int
	// QuietLimit returns the clock at which this position is drawn.
	QuietLimit() int
	Hash() uint64
}

// Move is one legal turn in neutral form.
type Move struct {
	Text   string
	Paths  []Path // the touches that enter it, one list for every legal order
	Notes  []Note
	Resets bool // irreversible: a capture or a placement
}
