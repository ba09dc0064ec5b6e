// SPDX-License-Identifier: Apache-2.0

package analysis

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/failure"
	"cairn/internal/fair"
	"cairn/internal/live/computer"
	"cairn/internal/pagestate"
	"cairn/internal/study"
	"cairn/internal/study/analyst"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

const maxLines = 5

// lineJSON is a line of the engine.
type lineJSON struct {
	Move  string   `json:"move"`
	PV    []string `json:"pv"`
	Depth int      `json:"depth"`
	boardview.ValueView
}

// linesMessage is a message of the stream: the best lines so far with the values that
// follow from them, or the error that ended the search.
type linesMessage struct {
	Lines []lineJSON           `json:"lines,omitempty"`
	Worth *boardview.ValueView `json:"worth,omitempty"` // of the position
	Moves []moveView           `json:"moves,omitempty"` // all, with their values
	Error *web.Problem         `json:"error,omitempty"`
}

// liveLines streams the best lines of a position while the engine deepens them.
func (s *handlers) liveLines(w http.ResponseWriter, r *http.Request, a *asked) error {
	judged, err := s.exact(r.Context(), a)
	if err != nil {
		return err
	}
	lines, err := strconv.Atoi(r.URL.Query().Get("lines"))
	if err != nil {
		lines = 1
	}
	t, client := s.core.Texts(r).For(a.entry.Info()), fair.Of(r.Context())
	question := catalog.Question{State: a.state, Lines: min(max(lines, 1), maxLines)}
	return s.core.Streams.Accept(w, r, func(c *web.Socket) error { return s.stream(c, t, client, a, question, &judged) })
}

// stream searches until the client closes the stream, and sends the lines found. While a
// message is sent, newer lines replace older ones.
func (s *handlers) stream(c *web.Socket, t *web.Texts, client fair.Client, a *asked, q catalog.Question, judged *study.Position) error {
	found, done := make(chan catalog.Answer, 1), make(chan error, 1)
	go func() {
		defer close(found)
		done <- s.core.Analyst.Search(c.Ctx, client, a.entry, q, func(answer catalog.Answer) {
			select {
			case <-found: // not sent yet
			default:
			}
			found <- answer
		})
	}()
	for answer := range found {
		err := c.Send(func() (any, error) { return s.newLines(t, a, answer, judged), nil })
		if err != nil {
			return err
		}
	}
	err := <-done
	if err == nil || c.Ctx.Err() != nil {
		return nil
	}
	p := t.Problem(ended(err))
	if p.Code == failure.Internal {
		s.core.Log.Error("search", "game", a.entry.Info().ID, "err", err)
	}
	return c.Send(func() (any, error) { return linesMessage{Error: p}, nil })
}

// ended returns the error of a search with a text for users.
func ended(err error) error {
	switch {
	case errors.Is(err, analyst.ErrReplaced):
		return failure.New(failure.Over, "search-replaced")
	case errors.Is(err, engine.ErrOver):
		return failure.New(failure.Over, "search-over")
	case errors.Is(err, fair.ErrBusy):
		return failure.New(failure.Limited, "search-busy")
	}
	if _, known := errors.AsType[*failure.Error](err); known {
		return err
	}
	return &failure.Error{Code: failure.Internal, Key: "search-failed", Err: err}
}

// newLines writes the lines of an answer, and the values that all parts of the page then
// show: exact ones where tables know them, else the estimates of the deepest search so far.
func (s *handlers) newLines(t *web.Texts, a *asked, answer catalog.Answer, judged *study.Position) linesMessage {
	p := study.Position{Worth: judged.Worth, Moves: slices.Clone(judged.Moves)}
	s.core.Analyst.Known(a.entry, a.state, &p)
	worth := boardview.NewWorth(t, p.Worth)
	m := linesMessage{Worth: &worth, Moves: moveViews(t, &p)}
	for _, line := range answer.Lines {
		move, _ := p.Find(line.Move)
		m.Lines = append(m.Lines, lineJSON{line.Move, line.PV, line.Depth, boardview.NewWorth(t, move.Worth)})
	}
	return m
}

// stateJSON is a position for the script of the page. Its JSON is described in
// docs/api.md.
type stateJSON struct {
	Position string              `json:"position"`
	Move     string              `json:"move"` // that led here; empty if none was made
	State    pagestate.State     `json:"state"`
	Standing string              `json:"standing"` // the end of the game; empty while it can go on
	Exact    bool                `json:"exact"`
	Begins   bool                `json:"begins"` // the first exact position: the one before the move is not exact
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

// begins reports whether a position is exact and the position before the move is not.
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
	p.Moves, p.Message = pagestate.MoveStates(info.Board, a.state.Moves()), t.Text("turn.now", "side", t.Players(view.Turn))
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
