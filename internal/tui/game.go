// SPDX-License-Identifier: Apache-2.0

// Package tui holds the games that a terminal plays: on this machine ([Local]) or on a
// server ([Remote]), behind one interface, [Game]. Package plain displays them line by line,
// package full on a full screen.
//
// It knows no rule, no notation and no concrete game, has no engine and draws nothing:
// games and computer players come in [Options], and package lang makes sentences of typed
// facts.
package tui

import (
	"context"
	"time"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// Game is a game to display and play. Its methods are called from one goroutine; only a
// Work runs in the background.
type Game interface {
	// Match returns the match to display, including a move that the server has not yet
	// confirmed.
	Match() match.Match
	Log() *Log
	Stage() Stage
	// Version changes when the player has to enter another turn.
	Version() int
	// Left returns the time that a side had left after ply turns; false without a clock.
	Left(side game.Side, ply int) (time.Duration, bool)

	// Seat returns who plays a side.
	Seat(words *lang.Catalogue, side game.Side) Seat
	// Result says how the game ended, or whose turn it is.
	Result(words *lang.Catalogue) string
	// Status says what the game waits for, or how it ended. It is empty when the prompt
	// for the player's turn is to be shown instead. Begun: the turn is partly entered.
	Status(words *lang.Catalogue, begun bool) string

	// Choose returns the question of an action and the actions that its answers lead to.
	// An error says why the action is not possible now.
	Choose(words *lang.Catalogue, kind ActionKind) (Choice, error)
	// Do executes an action. After an error nothing has changed. The Work, if any, waits
	// for the answer of the server.
	Do(a Action) (Work, error)
	// Await returns the Work that waits for the next event: the move of a computer
	// player, or a message of the server. It is nil if no event is expected, or if an
	// earlier Work still waits.
	Await(ctx context.Context) Work
	// Pending returns the answer that must come before the next turn.
	Pending() Pending
	// Tick ends a game on time and checks the connection. It returns how long to wait
	// before the next call, 0 for no call, and whether the server answers.
	Tick() (next time.Duration, connected bool)
	// Next returns the id of the rematch on the server; empty if there is none.
	Next() string

	// SaveName returns the file that a save with a name writes, and whether it replaces
	// another file.
	SaveName(name string) (file string, replaces bool)
}

// Work runs in the background. The goroutine of the game calls the function that it returns,
// whose error says why the stream ended or the command was refused.
type Work func() (finish func() error)

// Stage is who or what a game waits for.
type Stage uint8

// The stages.
const (
	Entering Stage = iota // a person at this terminal enters a turn
	Thinking              // the computer is to move
	Waiting               // for another player or the server
	Solved                // the puzzle is solved
	Ended
)

// Over reports whether there is nothing more to play.
func (s Stage) Over() bool { return s >= Solved }

// Pending is an answer that must come before the next turn.
type Pending uint8

// The pending answers.
const (
	Nothing Pending = iota
	Reply           // the server's, to a command, and the state after it
	Consent         // the opponent's, to an offer
)

// ActionKind is the kind of an action: of package match, or one of these.
type ActionKind = match.ActionKind

// The kinds of actions that a match does not have.
const (
	Save   ActionKind = "save"   // the game to the file Text
	Load   ActionKind = "load"   // continue the file Text
	Resume ActionKind = "resume" // continue the kept game of the file Text
	Reopen ActionKind = "reopen" // continue from the last position a game that was resigned, or lost on time
	New    ActionKind = "new"    // begin Plan
	Touch  ActionKind = "touch"  // a point of the board
	Clue   ActionKind = "clue"   // a hint for the puzzle
	Hint   ActionKind = "hint"   // the best moves; executed by the display
	Values ActionKind = "values" // of all moves; executed by the display
	Menu   ActionKind = "menu"   // for a new game; executed by the display
	Lobby  ActionKind = "lobby"  // of the server; executed by the display
	Quit   ActionKind = "quit"
)

// Action is a command to a game.
type Action struct {
	Kind  ActionKind
	Text  string // a move or a file
	Yes   bool   // for Answer: accept
	Offer int    // for Answer and Withdraw: the id of the offer
	Plan  Plan   // for New
}

// Choice is the question of an action and the actions that its answers lead to.
type Choice struct {
	Question string   // empty to ask nothing
	Yes, No  []Action // by answer
}

// does returns the Choice of one action without a question.
func does(kind ActionKind) Choice { return Choice{Yes: []Action{{Kind: kind}}} }

// Seat describes the player of a side.
type Seat struct {
	Text string // empty for two people without names
	// Short returns the text with a shortened name, for narrow columns; nil if the text
	// cannot be shortened.
	Short func(name string) string
	Name  string
}

// refusal is an error with a translated text, named by its key in the catalogue.
type refusal struct {
	key  string
	args []any
}

func refuse(key string, args ...any) error { return &refusal{key, args} }

// Error implements error.
func (r *refusal) Error() string { return lang.English().Text(r.key, r.args...) }
