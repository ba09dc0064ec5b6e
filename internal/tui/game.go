// SPDX-License-Identifier: Apache-2.0

// Package tui is games as a terminal plays them: at this screen ([Local]) or on a server
// ([Remote]), behind one interface, [Game]. Packages plain and full display them line by
// line and on a full screen.
//
// It knows no rule, no notation and no concrete game, has no engine and draws nothing:
// games and computer players come in [Options], and sentences are made from typed facts by
// package lang.
package tui

import (
	"context"
	"time"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// Game is a game as a display shows and plays it. Its methods are called from one
// goroutine; only a Work runs in the background.
type Game interface {
	// Match returns the match as it is shown: with a move that the server has not yet
	// confirmed.
	Match() match.Match
	Log() *Log
	Stage() Stage
	// Version changes whenever another turn is to be entered.
	Version() int
	// Left returns the time a side had left after ply turns, false without a clock.
	Left(side game.Side, ply int) (time.Duration, bool)

	// Seat returns who plays a side.
	Seat(words *lang.Catalogue, side game.Side) Seat
	// Result says how the game ended, or whose turn it is.
	Result(words *lang.Catalogue) string
	// Status says what the game waits for, or how it ended; it is empty if the player's
	// own turn is more urgent. Begun: the player has begun to enter it.
	Status(words *lang.Catalogue, begun bool) string

	// Choose returns what an action asks and does. Its error refuses the action for now.
	Choose(words *lang.Catalogue, kind ActionKind) (Choice, error)
	// Do does an action. On an error nothing has changed. The Work, if any, waits for
	// the answer of the server.
	Do(a Action) (Work, error)
	// Await returns the Work that waits for what happens next without the player: the
	// move of a computer, news of the server. It is nil if nothing is to come, or if the
	// last one still waits.
	Await(ctx context.Context) Work
	// Pending returns what the next turn waits for.
	Pending() Pending
	// Tick ends a game whose time is over and checks the connection. It returns after how
	// long to call it again, 0 for never, and whether the server answers.
	Tick() (next time.Duration, connected bool)
	// Next returns the id of the match on the server that follows this one, if any.
	Next() string

	// SaveName returns the file that a save with a name writes, and whether it replaces
	// another file.
	SaveName(name string) (file string, replaces bool)
}

// Work runs in the background. The function it returns is called by the goroutine of the
// game; its error ended the stream of the game, or refused the command.
type Work func() (finish func() error)

// Stage is who or what a game waits for.
type Stage uint8

// The stages.
const (
	Entering Stage = iota // a person at this screen enters a turn
	Thinking              // the computer is to move
	Waiting               // for another player or the server
	Solved                // the puzzle is solved
	Ended
)

// Over reports whether there is nothing more to play.
func (s Stage) Over() bool { return s >= Solved }

// Pending is what must come before the next turn.
type Pending uint8

// What may be pending.
const (
	Nothing Pending = iota
	Reply           // of the server to a command, with its state
	Consent         // of the opponent to an offer
)

// ActionKind is the kind of an action: of package match, or one of these.
type ActionKind = match.ActionKind

// The kinds of actions besides those of a match.
const (
	Save   ActionKind = "save"   // to the file Text
	Load   ActionKind = "load"   // continue the file Text
	Resume ActionKind = "resume" // continue the kept game of the file Text
	Reopen ActionKind = "reopen" // continue a game that was decided from its last position
	New    ActionKind = "new"    // begin Plan
	Touch  ActionKind = "touch"  // of the board
	Clue   ActionKind = "clue"   // to the puzzle
	Hint   ActionKind = "hint"   // shown by the display
	Values ActionKind = "values" // shown by the display
	Menu   ActionKind = "menu"   // for a new game, shown by the display
	Lobby  ActionKind = "lobby"  // of the server, shown by the display
	Quit   ActionKind = "quit"
)

// Action is a command to a game.
type Action struct {
	Kind  ActionKind
	Text  string // a move or a file
	Yes   bool   // of Answer
	Offer int    // of Answer and Withdraw
	Plan  Plan   // of New
}

// Choice is what an action asks the player and does.
type Choice struct {
	Question string   // empty to ask nothing
	Yes, No  []Action // what the answers do
}

// does returns a choice without a question.
func does(kind ActionKind) Choice { return Choice{Yes: []Action{{Kind: kind}}} }

// Seat is who plays a side, in words.
type Seat struct {
	Text string // empty for one of two people
	// Short is the text with another name, for few columns; nil if it cannot be
	// shortened.
	Short func(name string) string
	Name  string
}

// refusal refuses an action with a text of the catalogue.
type refusal struct {
	key  string
	args []any
}

func refuse(key string, args ...any) error { return &refusal{key, args} }

// Error implements error.
func (r *refusal) Error() string { return lang.English().Text(r.key, r.args...) }
