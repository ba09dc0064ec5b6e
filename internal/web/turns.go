// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/game"
	"cairn/internal/live"
	"cairn/match"
	"cairn/record"
)

// turnsState is a whole match turn by turn, so that a script can go through it
// without asking again. Its JSON is described in docs/api.md.
type turnsState struct {
	Match string      `json:"match"`
	Turns []turnState `json:"turns"` // the first is the start
	End   *EndState   `json:"end"`   // nil while the match goes on
}

// turnState is how a match stood after one turn.
type turnState struct {
	Move  string    `json:"move"` // in notation; empty for the start
	Text  string    `json:"text"` // what the turn did
	Men   string    `json:"men"`
	Turn  game.Side `json:"turn"` // who is to move then
	Last  []string  `json:"last"`
	Taken []string  `json:"taken"`
	Sides sideTurns `json:"sides"`
	Board string    `json:"board"` // as text
}

// sideTurns is both sides after a turn.
type sideTurns struct {
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

// showTurns answers with all turns of a match, as JSON.
func (s *Server) showTurns(w http.ResponseWriter, r *http.Request) error {
	user := visitorOf(r).user
	room, err := s.live.Room(r.Context(), user, live.CleanMatchID(r.PathValue("id")))
	if err != nil {
		return err
	}
	return s.writeJSON(w, http.StatusOK, s.texts(r).turns(room.Info.ID, room.Match, viewerOf(&room.Info, user)))
}

// turns lists all turns of a match.
func (t *texts) turns(id string, m match.Match, v viewer) turnsState {
	t = t.For(m.Game().Info())
	walk := m.Walk()
	line := walk.Turns()
	state := turnsState{Match: id, End: t.end(m, v)}
	for ply := range walk.Ply() + 1 {
		state.Turns = append(state.Turns, t.turnAt(walk, line, ply))
	}
	return state
}

// turnAt tells how a match stood at a ply, and what the turn before it did.
func (t *texts) turnAt(walk *record.Walk, line record.Line, ply int) turnState {
	board, view, mills := walk.Game().Info().Board, walk.StateAt(ply).View(), walk.MillsAt(ply)
	state := turnState{
		Text: t.Text("web.replay.start"), Men: menText(view.Men), Turn: view.Turn, Last: []string{}, Taken: []string{},
		Sides: sideTurns{
			newSideTurn(view.Sides[game.White], mills[game.White]), newSideTurn(view.Sides[game.Black], mills[game.Black]),
		},
		Board: board.Text(view, game.Unicode),
	}
	if ply > 0 {
		notes := walk.Notes(ply)
		state.Move = line[ply-1].Move
		state.Text = t.Turn(board, walk.StateAt(ply-1).Turn(), notes)[0]
		state.Last, state.Taken = touched(board, notes, view)
	}
	return state
}

func newSideTurn(v game.SideView, mills int) sideTurn {
	return sideTurn{Phase: v.Phase, Hand: v.Hand, Lost: v.Lost, Board: v.Board, Mills: mills}
}
