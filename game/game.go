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

import (
	"fmt"
	"slices"
	"strings"
)

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
	// Find returns the legal move of a text, in any spelling that Input.Type reads as a
	// whole move, or an *Illegal. The Text of the move is as it is written.
	Find(text string) (Move, error)
	// Play returns the state after the move that Find returns.
	Play(text string) (State, error)
	// Refuse returns the reason why touches are not a legal move.
	Refuse(touches Path) *Illegal
	// PlayMove is Find and Play in one: the legal move of that text and the
	// state after it, or an *Illegal.
	PlayMove(text string) (Move, State, error)
	// Result returns the result by the rules, without repetition and quiet turns.
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

// Erase makes the neutral face of a rule set.
func Erase[P Position[P, M], M comparable](def Def[P, M]) Game { return &erased[P, M]{def} }

type erased[P Position[P, M], M comparable] struct{ def Def[P, M] }

func (g *erased[P, M]) Info() *Info  { return &g.def.Info }
func (g *erased[P, M]) Start() State { return state[P, M]{&g.def, g.def.Start()} }

func (g *erased[P, M]) Parse(position string) (State, error) {
	p, err := g.def.Parse(position)
	if err != nil {
		return nil, err
	}
	return state[P, M]{&g.def, p}, nil
}

type state[P Position[P, M], M comparable] struct {
	def *Def[P, M]
	pos P
}

func (s state[P, M]) String() string  { return s.def.Format(s.pos) }
func (s state[P, M]) Turn() Side      { return s.pos.Turn() }
func (s state[P, M]) View() View      { return s.def.View(s.pos) }
func (s state[P, M]) Clock() int      { return s.pos.Clock() }
func (s state[P, M]) QuietLimit() int { return s.def.QuietLimit(s.pos) }
func (s state[P, M]) Hash() uint64    { return s.pos.Hash() }

// Result calls Over first if the game has it: that is cheaper, and few positions are over.
func (s state[P, M]) Result() Result {
	if s.def.Over != nil && !s.def.Over(s.pos) {
		return Result{}
	}
	return s.pos.Result()
}

// usualMoves is enough for the legal moves of most positions.
const usualMoves = 32

func (s state[P, M]) Moves() []Move {
	fast := s.pos.AppendMoves(make([]M, 0, usualMoves))
	moves := make([]Move, len(fast))
	for i, m := range fast {
		moves[i] = s.neutral(m, s.def.FormatMove(s.pos, m))
	}
	return moves
}

func (s state[P, M]) Find(text string) (Move, error) {
	m, text, err := s.find(text)
	if err != nil {
		return Move{}, err
	}
	return s.neutral(m, text), nil
}

func (s state[P, M]) Play(text string) (State, error) {
	m, _, err := s.find(text)
	if err != nil {
		return nil, err
	}
	return state[P, M]{s.def, s.pos.Play(m)}, nil
}

func (s state[P, M]) PlayMove(text string) (Move, State, error) {
	m, text, err := s.find(text)
	if err != nil {
		return Move{}, nil, err
	}
	return s.neutral(m, text), state[P, M]{s.def, s.pos.Play(m)}, nil
}

func (s state[P, M]) neutral(m M, text string) Move {
	return Move{
		Text:   text,
		Paths:  s.def.Paths(s.pos, m),
		Notes:  s.def.Notes(s.pos, m),
		Resets: s.pos.Resets(m),
	}
}

// find returns the legal move of a text, and the text as it is written.
func (s state[P, M]) find(text string) (move M, written string, err error) {
	for _, m := range s.pos.AppendMoves(make([]M, 0, usualMoves)) {
		if s.def.FormatMove(s.pos, m) == text {
			return m, text, nil
		}
	}
	if s.pos.Result().Over() {
		return move, "", &Illegal{Move: text, Why: WhyOver}
	}
	in := NewInput(&s.def.Info, s)
	illegal := in.Type(text)
	if illegal != nil {
		return move, "", illegal
	}
	if whole, done := in.Done(); done { // another spelling
		return s.find(whole.Text)
	}
	readings, illegal := in.read(text, false) // the beginning of a legal move
	if illegal == nil {
		illegal = in.explain(text, readings[0])
	}
	return move, "", illegal
}

// Refuse implements State.
func (s state[P, M]) Refuse(touches Path) *Illegal {
	illegal := &Illegal{Move: strings.Join(s.def.Board.Names(touches.Points()), " "), Why: WhyOver}
	switch {
	case s.pos.Result().Over():
	case s.def.Explain == nil:
		illegal.Why, illegal.At = explainByBoard(s.def.Board, s.View(), touches, s.mustTake)
	default:
		illegal.Why, illegal.At = s.def.Explain(s.pos, touches)
	}
	return illegal
}

// mustTake reports whether every legal move captures.
func (s state[P, M]) mustTake() bool {
	return !slices.ContainsFunc(s.pos.AppendMoves(nil), func(m M) bool { return s.pos.Takes(m) == 0 })
}

// Fast returns the fast position behind a state, for code that is bound to the types of
// the game and gets states from neutral callers.
func Fast[P Position[P, M], M comparable](s State) (P, bool) {
	e, ok := s.(state[P, M])
	return e.pos, ok
}

// MustFast is Fast where a state of another game is a bug.
func MustFast[P Position[P, M], M comparable](s State) P {
	p, ok := Fast[P, M](s)
	if !ok {
		panic(fmt.Sprintf("game: %q is a state of another game", s))
	}
	return p
}
