// SPDX-License-Identifier: Apache-2.0

// Package pagestate describes positions and matches to the scripts of a page. The
// server and the program that plays offline in a browser use it. It
// knows no rules.
package pagestate

import (
	"slices"
	"time"

	"cairn/game"
	"cairn/record"
)

// Texts are the texts that states need.
type Texts interface {
	Text(key string, args ...any) string
	Turn(b *game.Board, by game.Side, notes []game.Note) []string
}

// NewState describes a position that is played, without its moves and its match. A side is
// called by name.
func NewState(info *game.Info, view game.View, name func(game.Side) string) State {
	s := State{
		Game: info.ID, Status: "playing", Turn: view.Turn, Men: MenText(view.Men),
		Last: []string{}, Taken: []string{}, Steps: []StepState{}, Moves: []MoveState{}, Line: []string{}, Times: []int64{}, Log: []LogLine{},
	}
	for _, side := range game.Sides {
		*s.Sides.Side(side) = SideState{Name: name(side), Pieces: PiecesOf(view.Sides[side]), Present: true}
	}
	return s
}

// PointsOf returns the points of these names, without those that do not exist.
func PointsOf(b *game.Board, names []string) []game.Point {
	var points []game.Point
	for _, name := range names {
		if p, ok := b.Find(name); ok {
			points = append(points, p)
		}
	}
	return points
}

// MenText writes the men of a view, one character a point.
func MenText(men []game.Man) string {
	text := make([]byte, len(men))
	for i, man := range men {
		text[i] = ".wb"[man]
	}
	return string(text)
}

// MoveStates writes moves as the board in the browser reads them.
func MoveStates(b *game.Board, legal []game.Move) []MoveState {
	moves := make([]MoveState, len(legal))
	for i, move := range legal {
		moves[i] = MoveState{
			Text: move.Text, Takes: victims(b, move.Notes), Mills: mills(b, move.Notes),
			Paths: make([][]string, len(move.Paths)), Kinds: make([][]game.TouchKind, len(move.Paths)),
		}
		for j, path := range move.Paths {
			moves[i].Paths[j], moves[i].Kinds[j] = b.Names(path.Points()), path.Kinds()
		}
	}
	return moves
}

// victims names the points of the men that a move with these notes takes.
func victims(b *game.Board, notes []game.Note) []string {
	points := []string{}
	for _, note := range notes {
		if note.Kind == game.Took {
			points = append(points, b.Name(note.Point))
		}
	}
	return points
}

// ClosedLines returns the ends of the lines that a move with these notes closes.
func ClosedLines(notes []game.Note) [][2]game.Point {
	var lines [][2]game.Point
	for _, note := range notes {
		if note.Kind == game.Closed {
			lines = append(lines, [2]game.Point{note.From, note.Point})
		}
	}
	return lines
}

// mills names the points of each line that a move with these notes closes.
func mills(b *game.Board, notes []game.Note) [][]string {
	var lines [][]string
	for _, ends := range ClosedLines(notes) {
		lines = append(lines, b.Names(b.Between(ends[0], ends[1])))
	}
	return lines
}

// Steps lists what a move with these notes did, in its order: each step with
// the men it took and the lines it closed.
func Steps(b *game.Board, notes []game.Note) []StepState {
	steps := []StepState{}
	for _, note := range notes {
		switch note.Kind {
		case game.Placed:
			steps = append(steps, StepState{To: b.Name(note.Point)})
		case game.Moved, game.Flew, game.Jumped:
			steps = append(steps, StepState{From: b.Name(note.From), To: b.Name(note.Point)})
		case game.Took:
			if n := len(steps); n > 0 {
				steps[n-1].Takes = append(steps[n-1].Takes, b.Name(note.Point))
			}
		}
	}
	if n := len(steps); n > 0 {
		steps[n-1].Mills = mills(b, notes)
	}
	return steps
}

// Touched names the points that a move with these notes went over, and the points that it
// emptied.
func Touched(b *game.Board, notes []game.Note, after game.View) (last, taken []string) {
	last, taken = []string{}, []string{}
	for _, note := range notes {
		switch note.Kind {
		case game.Moved, game.Flew, game.Jumped:
			if from := b.Name(note.From); !slices.Contains(last, from) {
				last = append(last, from)
			}
			last = append(last, b.Name(note.Point))
		case game.Placed:
			last = append(last, b.Name(note.Point))
		case game.Took:
			if after.Men[note.Point] == game.NoMan { // the mover may stand there by now
				taken = append(taken, b.Name(note.Point))
			}
		}
	}
	return last, taken
}

// State is a match as one viewer sees it, with the legal moves if the viewer is to move: the
// whole contract between server and script. Its JSON is described in docs/api.md.
type State struct {
	Match    string           `json:"match"`    // id
	Seq      int              `json:"seq"`      // of the last event in it
	Game     string           `json:"game"`     // id of the rule set
	Status   string           `json:"status"`   // waiting, ready, playing, over
	Kind     string           `json:"kind"`     // open, private, computer, screen
	Rated    bool             `json:"rated"`    // it changes ratings
	You      string           `json:"you"`      // white, black, both at one screen, empty for spectators
	Turn     game.Side        `json:"turn"`     // to move
	Men      string           `json:"men"`      // one character a point, in the board's order: . w b
	Position string           `json:"position"` // in the notation of the game
	Clock    *ClockState      `json:"clock"`    // nil without a clock
	Sides    Sides[SideState] `json:"sides"`
	Running  string           `json:"running"`         // whose clock runs; empty for none
	ServerMS int64            `json:"server_ms"`       // when it was made: milliseconds since 1970
	FirstMS  *int64           `json:"first_ms"`        // time left at ServerMS for the first move of the side to move; nil without a limit
	ClaimMS  *int64           `json:"claim_ms"`        // time left at ServerMS until the viewer may claim the win; nil unless the side to move is absent
	Last     []string         `json:"last"`            // points the last move went over
	Taken    []string         `json:"taken"`           // points it emptied
	Steps    []StepState      `json:"steps"`           // of the last move
	Moves    []MoveState      `json:"moves"`           // only when the viewer may move now
	Line     []string         `json:"line"`            // all moves so far, in notation
	Start    string           `json:"start,omitempty"` // position before Line; empty for the start of the game
	Times    []int64          `json:"times"`           // milliseconds of each move of Line; 0 if unknown
	Log      []LogLine        `json:"log"`             // of the events that are new to the viewer
	Offer    *OfferState      `json:"offer"`           // nil without one
	Can      Abilities        `json:"can"`             // what the viewer may do now, apart from moving
	Message  string           `json:"message"`         // what to do or to wait for
	End      *EndState        `json:"end"`             // nil while it goes on
	Rematch  string           `json:"rematch"`         // address of the match that follows
}

// ClockState is the time control of a match: a time with an increment for each move, or
// days for each move.
type ClockState struct {
	InitialMS   int64 `json:"initial_ms"`   // 0 for days
	IncrementMS int64 `json:"increment_ms"` // for each move
	Days        int   `json:"days"`         // for each move; 0 for a time
}

// Sides are the states or changes of both sides.
type Sides[T any] struct {
	White T `json:"white"`
	Black T `json:"black"`
}

// Pieces is the phase of a side and the numbers of its pieces.
type Pieces struct {
	Phase game.Phase `json:"phase"`
	Hand  int        `json:"hand"` // not placed yet
	Lost  int        `json:"lost"` // taken by the other side
	Board int        `json:"board"`
	Mills int        `json:"mills"` // on the board
}

// PiecesOf returns the pieces of a side in a view.
func PiecesOf(v game.SideView) Pieces { return Pieces{v.Phase, v.Hand, v.Lost, v.Board, v.Mills} }

// SideState is one side as a page shows it.
type SideState struct {
	Name    string `json:"name"`    // empty for an open seat
	Profile string `json:"profile"` // address; empty for guests and computers
	Rating  string `json:"rating"`  // in points, "?" after it while few matches stand behind it; empty for none
	Change  string `json:"change"`  // of the rating by the match, such as "+12"; empty before its end
	Pieces
	Present  bool   `json:"present"`       // has the match open
	Computer bool   `json:"computer"`      // the server plays it
	Bot      bool   `json:"bot,omitempty"` // an account with which a program plays
	ClockMS  *int64 `json:"clock_ms"`      // time left at ServerMS; nil without a clock
}

// MoveState is a legal move with the touches that enter it.
type MoveState struct {
	Text  string             `json:"text"`            // in notation, as a move is sent
	Paths [][]string         `json:"paths"`           // points to touch, in order; any of the paths enters it
	Kinds [][]game.TouchKind `json:"kinds"`           // of the touches of each path
	Takes []string           `json:"takes"`           // points of the men it takes
	Mills [][]string         `json:"mills,omitempty"` // points of each line it closes
}

// StepState is one step of a move: a man is placed, or goes from one point to
// another, and takes.
type StepState struct {
	From  string     `json:"from,omitempty"` // empty for a man from the hand
	To    string     `json:"to"`
	Takes []string   `json:"takes,omitempty"`
	Mills [][]string `json:"mills,omitempty"` // points of each line that is closed now
}

// LogLine is one sentence of what happened. An event may have several.
type LogLine struct {
	Seq  int    `json:"seq"`
	Text string `json:"text"`
	Move bool   `json:"move"` // a move; else an offer, an answer and the like
}

// OfferState is the open offer.
type OfferState struct {
	ID   int    `json:"id"`
	Kind string `json:"kind"` // draw, undo, redo, rematch
	Mine bool   `json:"mine"` // the viewer made it and waits for the answer
	Text string `json:"text"`
}

// Abilities are the actions that the viewer may take now, apart from moving.
type Abilities struct {
	Start   bool `json:"start"`
	Draw    bool `json:"draw"`
	Undo    bool `json:"undo"`
	Redo    bool `json:"redo"`
	Resign  bool `json:"resign"`
	Abort   bool `json:"abort"`
	Claim   bool `json:"claim"` // the win, as the opponent has left
	Rematch bool `json:"rematch"`
}

// EndState is how the match ended, as the viewer sees it.
type EndState struct {
	Result  string `json:"result"`  // white-wins, black-wins, draw, aborted
	Reason  string `json:"reason"`  // of match.Reasons
	Outcome string `json:"outcome"` // won, lost, drawn, decided (for others than the players), aborted
	Title   string `json:"title"`   // "You win", or who won and why
	Text    string `json:"text"`    // why; empty when the title says it
	Mills   string `json:"mills"`   // how many mills each side closed; empty in games without mills
	// Rating says what the match made of the viewer's rating; empty when it was
	// not rated, and for spectators.
	Rating string `json:"rating"`
}

// Side returns one of the sides.
func (s *Sides[T]) Side(side game.Side) *T {
	if side == game.White {
		return &s.White
	}
	return &s.Black
}

// TurnState is how a match stood after one turn.
type TurnState struct {
	Move   string          `json:"move"`    // in notation; empty for the start
	Text   string          `json:"text"`    // the turn in words
	TookMS int64           `json:"took_ms"` // how long it took
	Men    string          `json:"men"`
	Turn   game.Side       `json:"turn"` // who is to move then
	Last   []string        `json:"last"`
	Taken  []string        `json:"taken"`
	Steps  []StepState     `json:"steps"`
	Sides  Sides[SideTurn] `json:"sides"`
	Board  string          `json:"board"` // as text
}

// SideTurn is one side after a turn.
type SideTurn struct {
	Pieces
	ClockMS *int64 `json:"clock_ms"` // time left when the position was reached; nil when unknown
}

// SetClock sets the times left of both sides.
func (t *TurnState) SetClock(left [2]time.Duration) {
	for _, side := range game.Sides {
		t.Sides.Side(side).ClockMS = new(left[side].Milliseconds())
	}
}

// TurnAt describes the position at a ply, and the turn before it.
func TurnAt(t Texts, walk *record.Walk, line record.Line, ply int) TurnState {
	board, view := walk.Game().Info().Board, walk.StateAt(ply).View()
	state := TurnState{
		Text: t.Text("web.replay.start"), Men: MenText(view.Men), Turn: view.Turn, Last: []string{}, Taken: []string{}, Steps: []StepState{},
		Sides: SideTurns(view), Board: board.Text(view, game.Unicode),
	}
	if ply > 0 {
		notes := walk.Notes(ply)
		state.Move, state.TookMS = line[ply-1].Move, line[ply-1].Took.Milliseconds()
		state.Text = t.Turn(board, walk.StateAt(ply-1).Turn(), notes)[0]
		state.Last, state.Taken = Touched(board, notes, view)
		state.Steps = Steps(board, notes)
	}
	return state
}

// SideTurns describes both sides after a turn.
func SideTurns(v game.View) (s Sides[SideTurn]) {
	for _, side := range game.Sides {
		s.Side(side).Pieces = PiecesOf(v.Sides[side])
	}
	return s
}
