// SPDX-License-Identifier: Apache-2.0

package explore

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/study"
	"cairn/internal/study/library"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// maxPosition bounds the text of a position, in bytes.
const maxPosition = 1000

// form is a query of the explorer.
type form struct {
	Position string
	listing.PlayedFilter
}

// path is the address of a query.
func (f form) path(game string) string {
	query := f.Add(url.Values{})
	if f.Position != "" {
		query.Set("position", f.Position)
	}
	if len(query) == 0 {
		return explorerPath + game
	}
	return explorerPath + game + "?" + query.Encode()
}

const explorerPath = "/explorer/"

// errPosition is the error for a text that is not a position of the game.
var errPosition = &failure.Error{Code: failure.Invalid, Key: "explorer-position"}

// read parses a query. The error has all wrong fields.
func read(entry *catalog.Entry, f form) (state game.State, filter library.Filter, err error) {
	filter, wrong := f.Filter()
	if state = entry.Start(); f.Position != "" {
		if state, err = entry.Parse(f.Position[:min(len(f.Position), maxPosition)]); err != nil || len(f.Position) > maxPosition {
			return nil, filter, errPosition
		}
	}
	return state, filter, wrong
}

// positionView is the page of a position.
type positionView struct {
	web.Page
	Game, GameName string
	Form           form
	Start          string // address of the start of the game
	Analysis       string // address of the position on the analysis board
	Board          boardview.BoardView
	Worth          boardview.ValueView
	Turn, Standing string // whose turn it is; how the game ended, empty while it can go on
	Games          int
	Moves          []moveView
	Traps          bool // some moves are trickier than others
	Filter         listing.PlayedForm
	Problem        *web.Problem
}

// moveView is a move with its statistics and its value.
type moveView struct {
	Move string
	Like []string
	Href string // of the position after it
	listing.Played
	Worth                boardview.ValueView
	Trap                 string // in per cent; empty if it is not known
	Best, Throws, Tricky bool
}

func (s *handlers) showPosition(w http.ResponseWriter, r *http.Request, entry *catalog.Entry) error {
	query := r.URL.Query()
	f := form{strings.TrimSpace(query.Get("position")), listing.NewPlayedFilter(query)}
	state, filter, err := read(entry, f)
	if err == nil {
		err = s.core.Live.FairPlay.Refuse(r.Context(), entry, state)
	}
	var p library.Explored
	if err == nil {
		err = s.core.Judging.Do(r.Context(), func() (err error) {
			p, err = s.core.Library.Explore(r.Context(), entry, state, filter)
			return err
		})
	}
	if web.WantsJSON(r) {
		if err != nil {
			return err
		}
		return s.core.WriteJSON(w, http.StatusOK, newPositionState(entry, state, &p))
	}
	if _, known := errors.AsType[*failure.Error](err); err != nil && !known {
		return err
	}
	return s.renderPosition(w, r, entry, state, f, &p, err)
}

// renderPosition answers with the page of a position, or with the problem of the query.
func (s *handlers) renderPosition(w http.ResponseWriter, r *http.Request, entry *catalog.Entry, state game.State, f form, p *library.Explored, err error) error {
	info := entry.Info()
	t := s.core.Texts(r).For(info)
	v := positionView{
		Page: s.core.Page(r, t.Text("web.explorer.title", "game", t.Game(info))), Game: info.ID, GameName: t.Game(info), Form: f,
		Start: form{PlayedFilter: f.PlayedFilter}.path(info.ID),
	}
	if err != nil {
		v.Problem = s.core.Problem(r, err)
	}
	if v.Filter = s.lists.PlayedForm(t, f.PlayedFilter, v.Problem); err != nil {
		return s.core.Render(w, v.Problem.Status, "explorer", &v)
	}
	f.Position = state.String()
	v.Form, v.Games, v.Worth = f, p.Games, boardview.NewWorth(t, p.Worth)
	v.Analysis = "/analysis/" + info.ID + "?" + url.Values{"position": {f.Position}}.Encode()
	v.Board = boardview.NewBoardView(t, info.Board, state.View(), boardview.BoardMarks{Name: t.Text("web.explorer.board")})
	v.Turn, v.Standing = t.Text("turn.now", "side", t.Players(state.Turn())), boardview.Standing(t, state)
	for i := range p.Moves {
		m := newMoveView(t, p, &p.Moves[i])
		if next, err := state.Play(m.Move); err == nil {
			m.Href = form{next.String(), f.PlayedFilter}.path(info.ID)
		}
		v.Traps = v.Traps || m.Tricky
		v.Moves = append(v.Moves, m)
	}
	return s.core.Render(w, http.StatusOK, "explorer", &v)
}

func newMoveView(t *web.Texts, p *library.Explored, m *library.ExploredMove) moveView {
	v := moveView{
		Move: m.Text, Like: m.Like, Played: listing.NewPlayed(m.Count),
		Worth: boardview.NewWorth(t, m.Worth), Best: m.Best, Throws: p.Exact && m.Exact && !m.Keeps, Tricky: m.Tricky,
	}
	if m.Trap != nil {
		v.Trap = strconv.Itoa(listing.Whole(100 * *m.Trap))
	}
	return v
}

// positionState is a position as JSON.
type positionState struct {
	Game     string `json:"game"`
	Position string `json:"position"`
	Games    int    `json:"games"`
	Exact    bool   `json:"exact"`
	study.WorthJSON
	Moves []moveState `json:"moves"`
}

// moveState is a move as JSON. Symmetric moves count as one.
type moveState struct {
	Move  string   `json:"move"`
	Like  []string `json:"like,omitempty"`
	Games int      `json:"games"`
	Won   int      `json:"won"`
	Drawn int      `json:"drawn"`
	Lost  int      `json:"lost"`
	study.WorthJSON
	Trap   *float64 `json:"trap,omitempty"`
	Tricky bool     `json:"tricky,omitempty"`
}

func newPositionState(entry *catalog.Entry, state game.State, p *library.Explored) positionState {
	out := positionState{
		Game: entry.Info().ID, Position: state.String(), Games: p.Games, Exact: p.Exact, WorthJSON: p.Worth.JSON(), Moves: []moveState{},
	}
	for _, m := range p.Moves {
		out.Moves = append(out.Moves, moveState{
			Move: m.Text, Like: m.Like, Games: m.Games(), Won: m.Won, Drawn: m.Drawn, Lost: m.Lost, WorthJSON: m.Worth.JSON(), Trap: m.Trap, Tricky: m.Tricky,
		})
	}
	return out
}
