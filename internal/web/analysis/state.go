// SPDX-License-Identifier: Apache-2.0

package analysis

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"cairn/internal/live/computer"
	"cairn/internal/pagestate"
	"cairn/internal/study"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

// stateJSON is a position for the script of the page. Its JSON is described in
// docs/api.md.
type stateJSON struct {
	Position string              `json:"position"`
	Move     string              `json:"move"` // that led here; empty if none was made
	State    pagestate.State     `json:"state"`
	Standing string              `json:"standing"` // the end of the game; empty while it can go on
	Exact    bool                `json:"exact"`
	Begins   bool                `json:"begins"` // exact from here on: the position before the move is not
	Worth    boardview.ValueView `json:"worth"`
	Moves    []moveView          `json:"moves"`
}

// showState answers with a position, or the one after a move in it, as JSON.
func (s *handlers) showState(w http.ResponseWriter, r *http.Request, a *asked) error {
	judged, err := s.judge(r.Context(), a)
	if err != nil {
		return err
	}
	begins, err := s.begins(r.Context(), a, &judged)
	if err != nil {
		return err
	}
	t := s.core.Texts(r).For(a.entry.Info())
	return s.core.WriteJSON(w, http.StatusOK, stateJSON{
		Position: a.state.String(), Move: a.move.Text, State: pageState(t, a), Standing: boardview.Standing(t, a.state), Exact: judged.Exact, Begins: begins,
		Worth: boardview.NewWorth(t, judged.Worth), Moves: moveViews(t, &judged),
	})
}

// begins reports whether a position is exact and the one before the move is not.
func (s *handlers) begins(ctx context.Context, a *asked, after *study.Position) (bool, error) {
	if a.before == nil || !after.Exact {
		return false, nil
	}
	before, err := s.exact(ctx, &asked{entry: a.entry, state: a.before})
	if errors.Is(err, computer.ErrRunning) {
		return false, nil
	}
	return err == nil && !before.Exact, err
}

// pageState describes a position to the board: the visitor moves for both sides.
func pageState(t *web.Texts, a *asked) pagestate.State {
	info, view := a.entry.Info(), a.state.View()
	p := pagestate.NewState(info, view, t.Side)
	p.Match, p.Kind, p.You = "analysis", "screen", "both"
	p.Moves, p.Message = pagestate.MoveStates(info.Board, a.state.Moves()), t.Text("turn.now", "side", t.Side(view.Turn))
	if end := boardview.Standing(t, a.state); end != "" {
		p.Status, p.Message = "over", end
	}
	if a.before != nil {
		p.Last, p.Taken = pagestate.Touched(info.Board, a.move.Notes, view)
		p.Steps = pagestate.Steps(info.Board, a.move.Notes)
		p.Log = append(p.Log, pagestate.LogLine{Text: strings.Join(t.Turn(info.Board, a.before.Turn(), a.move.Notes), " "), Move: true})
	}
	return p
}
