// SPDX-License-Identifier: Apache-2.0

package archive

import (
	"cmp"
	"net/http"
	"strconv"
	"strings"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// archiveLength is the number of games on a page of the archive.
const archiveLength = 24

// gamesView is the archive, with the live games above it.
type gamesView struct {
	web.Page
	Form     web.Form
	Families []listing.Family
	Game     string // chosen rule set; empty for all
	Results  []web.Choice
	Kinds    []web.Choice
	Live     []listing.Row
	Watch    bool // live games are shown, if there are any
	Finished []listing.Row
	Newest   string // address of the first page; empty on it
	Next     string // address of the following page; empty on the last
	Sought   bool   // only some games are asked for
}

// archiveState is a page of the archive as JSON.
type archiveState struct {
	Games []gameState `json:"games"`
	Next  string      `json:"next"` // address of the following page; empty on the last
}

// gameState is a finished game in a list as JSON.
type gameState struct {
	Match string `json:"match"`
	URL   string `json:"url"`
	Game  string `json:"game"`
	White string `json:"white"` // name
	Black string `json:"black"`
	listing.BotSides
	Kind    room.Kind    `json:"kind"`
	Rated   bool         `json:"rated"`
	Clock   string       `json:"clock"`
	Turns   int          `json:"turns"`
	Result  game.Verdict `json:"result"`
	Reason  string       `json:"reason"`
	EndedMS int64        `json:"ended_ms"`
}

// showGames shows the archive. What is wrong with a search is shown at its
// field, with everything that was typed.
func (s *handlers) showGames(w http.ResponseWriter, r *http.Request) error {
	form := readSearch(r.URL.Query())
	filter, err := s.archiveFilter(r.Context(), form)
	if err != nil && (web.WantsJSON(r) || failure.CodeOf(err) != failure.Invalid) {
		return err
	}
	v := gamesView{Form: form, Game: filter.Game, Sought: len(form) > 1 || len(form) == 1 && form["game"] == ""}
	if err != nil {
		return s.renderGames(w, r, v, s.core.Problem(r, err))
	}
	list, next, err := s.core.Live.Archive.Find(r.Context(), web.VisitorOf(r).User, filter)
	if err != nil {
		return err
	}
	if form["after"] != "" {
		delete(form, "after")
		v.Newest = searchPath(form)
	}
	if form["after"] = formatCursor(next); form["after"] != "" {
		v.Next = searchPath(form)
	}
	if web.WantsJSON(r) {
		return s.writeArchive(w, r, list, v.Next)
	}
	if v.Finished, err = s.lists.RowsOf(r, list); err != nil {
		return err
	}
	if v.Watch = !v.Sought; v.Watch {
		if v.Live, err = s.lists.Rows(r, s.lists.LiveFilter(filter.Game, listing.ListLength)); err != nil {
			return err
		}
	}
	return s.renderGames(w, r, v, nil)
}

func (s *handlers) renderGames(w http.ResponseWriter, r *http.Request, v gamesView, p *web.Problem) error {
	t := s.core.Texts(r)
	v.Page = s.core.FormPage(r, "web.games.title", p)
	v.Narrow = false
	v.Families = s.lists.Families(t)
	for _, side := range game.Sides {
		v.Results = append(v.Results, web.Choice{Value: side.String(), Text: t.Text("web.archive.result.won", "side", t.Side(side))})
	}
	v.Results = append(v.Results, web.Choice{Value: "draw", Text: t.Text("web.archive.result.draw")})
	for _, value := range []string{"", "computer", "all"} {
		v.Kinds = append(v.Kinds, web.Choice{Value: value, Text: t.Text("web.archive.kind." + cmp.Or(value, "people"))})
	}
	return s.core.RenderForm(w, "games", &v)
}

// writeArchive answers with a page of the archive as JSON.
func (s *handlers) writeArchive(w http.ResponseWriter, r *http.Request, list []room.Info, next string) error {
	names, bots, err := s.lists.NamedIn(r.Context(), list)
	if err != nil {
		return err
	}
	state := archiveState{Games: make([]gameState, 0, len(list)), Next: next}
	for i := range list {
		info := &list[i]
		seats := listing.SeatNames(s.core.Texts(r), info, names)
		state.Games = append(state.Games, gameState{
			Match: info.ID, URL: listing.MatchPath(info.ID), Game: info.Game, White: seats[game.White], Black: seats[game.Black], BotSides: listing.NewBotSides(info, bots),
			Kind: info.Kind, Rated: info.Rated, Clock: info.Control, Turns: info.Ply,
			Result: info.End.Verdict, Reason: string(info.End.Reason), EndedMS: info.Updated.UnixMilli(),
		})
	}
	return s.core.WriteJSON(w, http.StatusOK, state)
}

// formatCursor writes a place in a list: milliseconds and the id of the match
// before it. Pages begin after a match, not at a number, so that games that
// end meanwhile hide or repeat nothing.
func formatCursor(c room.Cursor) string {
	if c.Updated.IsZero() {
		return ""
	}
	return strconv.FormatInt(c.Updated.UnixMilli(), 10) + "-" + c.ID
}

// parseCursor is the inverse of formatCursor; an empty text is the beginning.
func parseCursor(text string) (room.Cursor, bool) {
	if text == "" {
		return room.Cursor{}, true
	}
	at, id, _ := strings.Cut(text, "-")
	ms, err := strconv.ParseInt(at, 10, 64)
	if err != nil || ms <= 0 || id == "" || id != room.CleanMatchID(id) {
		return room.Cursor{}, false
	}
	return room.Cursor{Updated: time.UnixMilli(ms).UTC(), ID: id}, true
}
