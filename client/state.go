// SPDX-License-Identifier: Apache-2.0

package client

import "cairn/internal/pagestate"

// The server and the pages share these types, from a package that programs outside this module
// cannot import. The comments are made from it: go test ./client -run StateIsDocumented -update

// State is a match as one viewer sees it, with the legal moves if the viewer is to move: the
// whole contract between server and script. Its JSON is described in docs/api.md.
//
//	type State struct {
//		Match    string      // id
//		Seq      int         // of the last event in it
//		Game     string      // id of the rule set
//		Status   string      // waiting, ready, playing, over
//		Kind     string      // open, private, computer, screen
//		Rated    bool        // it changes ratings
//		You      string      // white, black, both at one screen, empty for spectators
//		Turn     game.Side   // to move
//		Men      string      // one character a point, in the board's order: . w b
//		Position string      // in the notation of the game
//		Clock    *ClockState // nil without a clock
//		Sides    Sides[SideState]
//		Running  string      // whose clock runs; empty for none
//		ServerMS int64       // when it was made: milliseconds since 1970
//		FirstMS  *int64      // time left at ServerMS for the first move of the side to move; nil without a limit
//		ClaimMS  *int64      // time left at ServerMS until the viewer may claim the win; nil unless the side to move is absent
//		Last     []string    // points the last move went over
//		Taken    []string    // points it emptied
//		Steps    []StepState // of the last move
//		Moves    []MoveState // only when the viewer may move now
//		Line     []string    // all moves so far, in notation
//		Start    string      // position before Line; empty for the start of the game
//		Times    []int64     // milliseconds of each move of Line; 0 if unknown
//		Log      []LogLine   // of the events that are new to the viewer
//		Offer    *OfferState // nil without one
//		Can      Abilities   // what the viewer may do now, apart from moving
//		Message  string      // what to do or to wait for
//		End      *EndState   // nil while it goes on
//		Rematch  string      // address of the match that follows
//	}
type State = pagestate.State

// ClockState is the time control of a match: a time with an increment for each move, or
// days for each move.
//
//	type ClockState struct {
//		InitialMS   int64 // 0 for days
//		IncrementMS int64 // for each move
//		Days        int   // for each move; 0 for a time
//	}
type ClockState = pagestate.ClockState

// Sides are the states or changes of both sides.
//
//	type Sides[T any] struct {
//		White T
//		Black T
//	}
type Sides[T any] = pagestate.Sides[T]

// SideState is one side as a page shows it.
//
//	type SideState struct {
//		Name    string // empty for an open seat
//		Profile string // address; empty for guests and computers
//		Rating  string // in points, "?" after it while few matches stand behind it; empty for none
//		Change  string // of the rating by the match, such as "+12"; empty before its end
//		Pieces
//		Present  bool   // has the match open
//		Computer bool   // the server plays it
//		Bot      bool   // an account with which a program plays
//		ClockMS  *int64 // time left at ServerMS; nil without a clock
//	}
type SideState = pagestate.SideState

// Pieces is the phase of a side and the numbers of its pieces.
//
//	type Pieces struct {
//		Phase game.Phase
//		Hand  int // not placed yet
//		Lost  int // taken by the other side
//		Board int
//		Mills int // on the board
//	}
type Pieces = pagestate.Pieces

// MoveState is a legal move with the touches that enter it.
//
//	type MoveState struct {
//		Text  string             // in notation, as a move is sent
//		Paths [][]string         // points to touch, in order; any of the paths enters it
//		Kinds [][]game.TouchKind // of the touches of each path
//		Takes []string           // points of the men it takes
//		Mills [][]string         // points of each line it closes
//	}
type MoveState = pagestate.MoveState

// StepState is one step of a move: a man is placed, or goes from one point to
// another, and takes.
//
//	type StepState struct {
//		From  string // empty for a man from the hand
//		To    string
//		Takes []string
//		Mills [][]string // points of each line that is closed now
//	}
type StepState = pagestate.StepState

// LogLine is one sentence of what happened. An event may have several.
//
//	type LogLine struct {
//		Seq  int
//		Text string
//		Move bool // a move; else an offer, an answer and the like
//	}
type LogLine = pagestate.LogLine

// OfferState is the open offer.
//
//	type OfferState struct {
//		ID   int
//		Kind string // draw, undo, redo, rematch
//		Mine bool   // the viewer made it and waits for the answer
//		Text string
//	}
type OfferState = pagestate.OfferState

// Abilities are the actions that the viewer may take now, apart from moving.
//
//	type Abilities struct {
//		Start   bool
//		Draw    bool
//		Undo    bool
//		Redo    bool
//		Resign  bool
//		Abort   bool
//		Claim   bool // the win, as the opponent has left
//		Rematch bool
//	}
type Abilities = pagestate.Abilities

// EndState is how the match ended, as the viewer sees it.
//
//	type EndState struct {
//		Result  string // white-wins, black-wins, draw, aborted
//		Reason  string // of match.Reasons
//		Outcome string // won, lost, drawn, decided (for others than the players), aborted
//		Title   string // "You win", or who won and why
//		Text    string // why; empty when the title says it
//		Mills   string // how many mills each side closed; empty in games without mills
//		// Rating says what the match made of the viewer's rating; empty when it was
//		// not rated, and for spectators.
//		Rating string
//	}
type EndState = pagestate.EndState

// Event is one change of a match, as programs read it in a stream. Which fields are
// set depends on the kind: see match.EventKind.
//
//	type Event struct {
//		Seq    int    // from 1, without gaps
//		Kind   string // such as moved, draw-offered, resigned
//		Side   string // that did it: white or black; empty for the server
//		Move   string
//		Offer  int    // id
//		Plies  int    // taken back or played again
//		Result string // of an event that ends the match: white-wins, black-wins, draw, aborted
//		Reason string // of the end
//		AtMS   int64  // milliseconds since 1970
//	}
type Event = pagestate.Event

// Notice is something that waits for a person, or that it no longer does, as programs
// read it in the stream of the person.
//
//	type Notice struct {
//		// Type is "challenge" (with Challenge), "challenge-gone" (the same), or of a
//		// match "start", "turn" or "end".
//		Type      string
//		Challenge *Challenge
//
//		Match    string
//		Seq      int
//		Game     string
//		Clock    string
//		Kind     string // open, private, computer
//		Rated    bool
//		Side     string // of the reader
//		Opponent string // name
//		Bot      bool   // the opponent is one
//		Result   string // of an end: white-wins, black-wins, draw, aborted
//		Reason   string
//	}
type Notice = pagestate.Notice

// Challenge is an invitation of one user to another, as programs read it.
//
//	type Challenge struct {
//		ID     string
//		Mine   bool   // sent by the reader
//		From   string // names
//		To     string
//		Bot    bool // the other user is one
//		Game   string
//		Clock  string
//		Rated  bool
//		Side   string // of the challenger: white, black or random
//		Status string // open, accepted, declined, expired; in a notice also cancelled
//		Reason string
//		Match  string
//	}
type Challenge = pagestate.Challenge
