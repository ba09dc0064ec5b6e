// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"cairn/game"
	"cairn/internal/web"
	"cairn/record"
)

// TurnState is how a match stood after one turn.
type TurnState struct {
	Move  string    `json:"move"` // in notation; empty for the start
	Text  string    `json:"text"` // what the turn did
	Men   string    `json:"men"`
	Turn  game.Side `json:"turn"` // who is to move then
	Last  []string  `json:"last"`
	Taken []string  `json:"taken"`
	Sides SideTurns `json:"sides"`
	Board string    `json:"board"` // as text
}

// SideTurns is both sides after a turn.
type SideTurns struct {
	White sideTurn `json:"white"`
	Black sideTurn `json:"black"`
}

// sideTurn is one side after a turn; the words mean what they mean in SideState.
type sideTurn struct {
	Phase game.Phase `json:"phase"`
	Hand  int        `json:"hand"`
	Lost  int        `json:"lost"`
	Board int        `json:"board"`
	Mills int        `json:"mills"`
}

// TurnAt describes the position at a ply, and the turn before it.
func TurnAt(t *web.Texts, walk *record.Walk, line record.Line, ply int) TurnState {
	board, view, mills := walk.Game().Info().Board, walk.StateAt(ply).View(), walk.MillsAt(ply)
	state := TurnState{
		Text: t.Text("web.replay.start"), Men: MenText(view.Men), Turn: view.Turn, Last: []string{}, Taken: []string{},
		Sides: SideTurns{
			NewSideTurn(view.Sides[game.White], mills[game.White]), NewSideTurn(view.Sides[game.Black], mills[game.Black]),
		},
		Board: board.Text(view, game.Unicode),
	}
	if ply > 0 {
		notes := walk.Notes(ply)
		state.Move = line[ply-1].Move
		state.Text = t.Turn(board, walk.StateAt(ply-1).Turn(), notes)[0]
		state.Last, state.Taken = Touched(board, notes, view)
	}
	return state
}

func NewSideTurn(v game.SideView, mills int) sideTurn {
	return sideTurn{Phase: v.Phase, Hand: v.Hand, Lost: v.Lost, Board: v.Board, Mills: mills}
}
