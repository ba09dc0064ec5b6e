// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// archiveLength is how many games a page of the archive shows.
const archiveLength = 24

// gamesView is the archive, with the live games before it.
type gamesView struct {
	page
	Form     archiveForm
	Problem  *problem
	Families []family
	Game     string // chosen rule set; empty for all
	Results  []choice
	Kinds    []choice
	Live     []row
	Watch    bool // live games are shown, if there are any
	Finished []row
	Newest   string // address of the first page; empty on it
	Next     string // address of the following page; empty on the last
	Sought   bool   // only some games are asked for
}

// archiveState is a page of the archive for programs.
type archiveState struct {
	Games []gameState `json:"games"`
	Next  string      `json:"next"` // address of the following page; empty on the last
}

// gameState is a finished game in a list for programs.
type gameState struct {
	Match   string       `json:"match"`
	URL     string       `json:"url"`
	Game    string       `json:"game"`
	White   string       `json:"white"` // name
	Black   string       `json:"black"`
	Kind    live.Kind    `json:"kind"`
	Rated   bool         `json:"rated"`
	Clock   string       `json:"clock"`
	Turns   int          `json:"turns"`
	Result  game.Verdict `json:"result"`
	Reason  string       `json:"reason"`
	EndedMS int64        `json:"ended_ms"`
}

// showGames shows the archive. What is wrong with a search is told at its field,
// with everything that was typed still there.
func (s *Server) showGames(w http.ResponseWriter, r *http.Request) error {
	form := readArchiveForm(r.URL.Query())
	filter, err := s.archiveFilter(r.Context(), form)
	if err != nil && (wantsJSON(r) || failure.CodeOf(err) != failure.Invalid) {
		return err
	}
	v := gamesView{Form: form, Game: filter.Game, Sought: form.narrow()}
	if err != nil {
		v.Problem = s.problem(r, err)
		return s.renderGames(w, r, v.Problem.Status, v)
	}
	list, next, err := s.live.Archive(r.Context(), filter)
	if err != nil {
		return err
	}
	if form.After != "" {
		form.After = ""
		v.Newest = form.path()
	}
	if form.After = formatCursor(next); form.After != "" {
		v.Next = form.path()
	}
	if wantsJSON(r) {
		return s.writeArchive(w, r, list, v.Next)
	}
	if v.Finished, err = s.rowsOf(r, list); err != nil {
		return err
	}
	if v.Watch = !v.Sought; v.Watch {
		if v.Live, err = s.rows(r, liveFilter(filter.Game, listLength)); err != nil {
			return err
		}
	}
	return s.renderGames(w, r, http.StatusOK, v)
}

func (s *Server) renderGames(w http.ResponseWriter, r *http.Request, status int, v gamesView) error {
	t := s.texts(r)
	v.page = s.page(r, t.Text("web.games.title"))
	v.Families = s.families(t)
	for _, side := range game.Sides {
		v.Results = append(v.Results, choice{side.String(), t.Text("web.archive.result.won", "side", t.Side(side))})
	}
	v.Results = append(v.Results, choice{"draw", t.Text("web.archive.result.draw")})
	for _, value := range []string{"", "computer", "all"} {
		v.Kinds = append(v.Kinds, choice{value, t.Text("web.archive.kind." + orText(value, "people"))})
	}
	return s.render(w, status, "games", &v)
}

func orText(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}

// writeArchive answers with a page of the archive as JSON.
func (s *Server) writeArchive(w http.ResponseWriter, r *http.Request, list []live.Info, next string) error {
	var ids []string
	for i := range list {
		ids = append(ids, list[i].Seats[:]...)
	}
	names, err := s.names(r.Context(), ids)
	if err != nil {
		return err
	}
	state := archiveState{Games: make([]gameState, 0, len(list)), Next: next}
	for i := range list {
		info := &list[i]
		seats := s.texts(r).seats(info, names)
		state.Games = append(state.Games, gameState{
			Match: info.ID, URL: matchPath(info.ID), Game: info.Game, White: seats[game.White], Black: seats[game.Black],
			Kind: info.Kind, Rated: info.Rated, Clock: info.Control, Turns: info.Ply,
			Result: info.End.Verdict, Reason: string(info.End.Reason), EndedMS: info.Updated.UnixMilli(),
		})
	}
	return s.writeJSON(w, http.StatusOK, state)
}

// liveFilter selects running games that anybody may watch, of one rule set or
// all.
func liveFilter(game string, limit int) live.Filter {
	return live.Filter{
		Game: game, Statuses: []match.Status{match.Playing}, Kinds: []live.Kind{live.Open, live.Private}, Limit: limit,
	}
}
