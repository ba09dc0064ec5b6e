// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"net/http"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/study/puzzle"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

// puzzleState is a puzzle as JSON, without its solution.
type puzzleState struct {
	ID       string                `json:"id"`
	URL      string                `json:"url"`
	Game     string                `json:"game"`
	Position string                `json:"position"`
	Side     string                `json:"side"` // to move
	Goal     string                `json:"goal"` // win or draw
	Text     string                `json:"text"` // the goal in words
	Turns    int                   `json:"turns"`
	Moves    []pagestate.MoveState `json:"moves"` // legal ones
}

// writePuzzle answers a program with a puzzle.
func (s *handlers) writePuzzle(w http.ResponseWriter, r *http.Request, p *puzzle.Puzzle, set *trainer.Set) error {
	state, err := set.Entry.Parse(p.Position)
	if err != nil {
		return err
	}
	info := set.Entry.Info()
	t, side := s.core.Texts(r).For(info), state.Turn()
	return s.core.WriteJSON(w, http.StatusOK, puzzleState{
		ID: p.ID, URL: puzzlePath(p, ""), Game: p.Game, Position: p.Position, Side: side.String(), Goal: p.Value,
		Text: boardview.PuzzleGoal(t, p, t.Side(side)), Turns: p.Turns(), Moves: pagestate.MoveStates(info.Board, state.Moves()),
	})
}

// drillState is a drill as JSON.
type drillState struct {
	Game     string `json:"game"`
	Level    int    `json:"level"` // from 1, the easiest
	URL      string `json:"url"`
	Position string `json:"position"`
	Side     string `json:"side"` // of the player
	Goal     string `json:"goal"` // win or draw
	Text     string `json:"text"`
	Plies    int    `json:"plies"`   // until the win; 0 for a draw
	Perfect  bool   `json:"perfect"` // the computer can play it on this server
	Reached  bool   `json:"reached"` // by the user
}

func newDrillState(t *web.Texts, d *puzzle.Drill, perfect, reached bool) drillState {
	return drillState{d.Game, d.Level, drillPath(d), d.Position, game.Side(d.Side).String(), d.Goal, boardview.DrillGoal(t, d), d.Plies, perfect, reached}
}
