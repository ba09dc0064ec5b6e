// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/record"
)

// What features need of a state is the same as in package pagestate, which the
// program that plays offline shares.
type (
	PageState    = pagestate.PageState
	Change       = pagestate.Change
	SideChange   = pagestate.SideChange
	SharedChange = pagestate.SharedChange
	OwnChange    = pagestate.OwnChange
	SidesState   = pagestate.SidesState
	SideState    = pagestate.SideState
	MoveState    = pagestate.MoveState
	LogLine      = pagestate.LogLine
	StepState    = pagestate.StepState
	OfferState   = pagestate.OfferState
	Abilities    = pagestate.Abilities
	EndState     = pagestate.EndState
	TurnState    = pagestate.TurnState
	SideTurns    = pagestate.SideTurns
)

// PointsOf returns the points of these names, without those that do not exist.
func PointsOf(b *game.Board, names []string) []game.Point { return pagestate.PointsOf(b, names) }

// MenText writes the men of a view, one character a point.
func MenText(men []game.Man) string { return pagestate.MenText(men) }

// PackMoves writes moves in few bytes; see [pagestate.PackMoves].
func PackMoves(b *game.Board, legal []game.Move) []string { return pagestate.PackMoves(b, legal) }

// MoveStates writes moves as the board in the browser reads them.
func MoveStates(b *game.Board, legal []game.Move) []MoveState { return pagestate.MoveStates(b, legal) }

// Touched names the points that a move with these notes went over, and those it
// emptied.
func Touched(b *game.Board, notes []game.Note, after game.View) (last, taken []string) {
	return pagestate.Touched(b, notes, after)
}

// Steps lists what a move with these notes did, in its order.
func Steps(b *game.Board, notes []game.Note) []StepState { return pagestate.Steps(b, notes) }

// ClosedLines returns the ends of the lines that a move with these notes closes.
func ClosedLines(notes []game.Note) [][2]game.Point { return pagestate.ClosedLines(notes) }

// TurnAt describes the position at a ply, and the turn before it.
func TurnAt(t *web.Texts, walk *record.Walk, line record.Line, ply int) TurnState {
	return pagestate.TurnAt(t, walk, line, ply)
}

// NewSideTurn describes one side after a turn.
func NewSideTurn(v game.SideView) pagestate.SideTurn { return pagestate.NewSideTurn(v) }
