// SPDX-License-Identifier: Apache-2.0

package explore

import (
	"context"
	"net/http"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/internal/fair"
	"cairn/internal/study"
	"cairn/internal/study/library"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

const openingsPath = "/openings/"

// gamesView lists the games with openings.
type gamesView struct {
	web.Page
	Families []listing.Card
}

func (s *handlers) showGames(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	v := gamesView{Page: s.core.Page(r, t.Text("web.openings.title"))}
	v.Families = s.lists.Cards(t, func(id string) string { return openingsPath + id })
	return s.core.Render(w, http.StatusOK, "openings_games", &v)
}

// openingsView is the page of the openings of a game.
type openingsView struct {
	web.Page
	Game, GameName string
	Games          int
	Exact          bool
	Working        bool // the engine still estimates
	Openings       []openingView
}

// openingView is one opening.
type openingView struct {
	Moves []string
	Best  bool // the line after the first move is best play, as nobody has played it
	Like  int
	Href  string // of the position after the line, in the explorer
	Thumb *boardview.Thumb
	listing.Played
	Worth boardview.ValueView
}

// openingState is an opening as JSON.
type openingState struct {
	Moves    []string `json:"moves"`
	Played   int      `json:"played"` // how many of the moves people played; the rest are best moves
	Position string   `json:"position"`
	Games    int      `json:"games"`
	Won      int      `json:"won"`
	Drawn    int      `json:"drawn"`
	Lost     int      `json:"lost"`
	study.WorthJSON
}

func (s *handlers) showOpenings(w http.ResponseWriter, r *http.Request, entry *catalog.Entry) error {
	var list []library.Opening
	err := s.core.Judging.Do(r.Context(), func() (err error) {
		list, err = s.core.Library.Openings(r.Context(), entry)
		return err
	})
	if err != nil {
		return err
	}
	working := s.estimate(entry, list)
	if web.WantsJSON(r) {
		return s.writeOpenings(w, entry, list)
	}
	info := entry.Info()
	t := s.core.Texts(r).For(info)
	v := openingsView{
		Page: s.core.Page(r, t.Text("web.openings.of", "game", t.Game(info))), Game: info.ID, GameName: t.Game(info), Working: working,
	}
	for _, o := range list {
		v.Games += o.Games()
		v.Exact = v.Exact || o.Worth.Exact
		v.Openings = append(v.Openings, openingView{
			Moves: o.Moves, Best: o.Played == 0 && len(o.Moves) > 1, Like: o.Like, Thumb: boardview.NewThumb(info.Board, o.State.View()),
			Href: form{Position: o.State.String()}.path(info.ID), Played: listing.NewPlayed(o.Count), Worth: boardview.NewWorth(t, o.Worth),
		})
	}
	return s.core.Render(w, http.StatusOK, "openings", &v)
}

func (s *handlers) writeOpenings(w http.ResponseWriter, entry *catalog.Entry, list []library.Opening) error {
	states := []openingState{}
	for _, o := range list {
		states = append(states, openingState{
			Moves: o.Moves, Played: o.Played, Position: o.State.String(), Games: o.Games(), Won: o.Won, Drawn: o.Drawn, Lost: o.Lost, WorthJSON: o.Worth.JSON(),
		})
	}
	return s.core.WriteJSON(w, http.StatusOK, map[string]any{"game": entry.Info().ID, "openings": states})
}

const (
	// openingNodes bounds the search of one opening, openingTime the search of all openings of a game.
	openingNodes = 50_000
	openingTime  = 5 * time.Minute
)

// estimate adds the values of searches to openings that are not exact, and reports whether
// some are missing. The engine then searches them in the background, one game at a time.
func (s *handlers) estimate(entry *catalog.Entry, list []library.Opening) (working bool) {
	var start study.Position
	for _, m := range entry.Start().Moves() {
		start.Moves = append(start.Moves, study.Move{Text: m.Text, Worth: study.Worth{Plies: -1}})
	}
	s.core.Analyst.Known(entry, entry.Start(), &start)
	var missing []string
	for i := range list {
		if o := &list[i]; !o.Worth.Exact {
			found, _ := start.Find(o.Moves[0])
			if o.Worth = found.Worth; !o.Worth.Known() {
				missing = append(missing, o.Moves[0])
			}
		}
	}
	if len(missing) > 0 && s.searching.CompareAndSwap(false, true) {
		go s.search(entry, missing)
	}
	return len(missing) > 0
}

// search searches some first moves. After a failure the next request for one tries again.
func (s *handlers) search(entry *catalog.Entry, moves []string) {
	ctx, cancel := context.WithTimeout(s.core.Ended, openingTime)
	defer cancel()
	defer s.searching.Store(false)
	for _, move := range moves {
		state, err := entry.Start().Play(move)
		if err != nil {
			continue
		}
		q := catalog.Question{State: state, Limits: engine.Limits{Nodes: openingNodes}}
		_ = s.core.Analyst.Search(ctx, fair.Client{}, entry, q, func(catalog.Answer) {})
	}
}
