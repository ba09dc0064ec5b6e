// SPDX-License-Identifier: Apache-2.0

package explore

import (
	"net/http"

	"cairn/catalog"
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
	Explorer       string
	Games          int
	Exact          bool
	Working        bool // the engine still estimates
	Openings       []openingView
}

// openingView is one opening.
type openingView struct {
	Moves []string
	Best  bool // the line after the first move is not what people play but best play
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

func (s *handlers) showOpenings(w http.ResponseWriter, r *http.Request) error {
	entry, redirected, err := s.entry(w, r, openingsPath)
	if redirected || err != nil {
		return err
	}
	var list []library.Opening
	err = s.core.Judging.Do(r.Context(), func() (err error) {
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
		Page: s.core.Page(r, t.Text("web.openings.of", "game", t.Game(info))), Game: info.ID, GameName: t.Game(info), Explorer: explorerPath + info.ID, Working: working,
	}
	for i := range list {
		o := newOpeningView(t, entry, &list[i])
		v.Games += o.Games
		v.Exact = v.Exact || list[i].Worth.Exact
		v.Openings = append(v.Openings, o)
	}
	return s.core.Render(w, http.StatusOK, "openings", &v)
}

func newOpeningView(t *web.Texts, entry *catalog.Entry, o *library.Opening) openingView {
	return openingView{
		Moves: o.Moves, Best: o.Played == 0 && len(o.Moves) > 1, Like: o.Like, Thumb: boardview.NewThumb(entry.Info().Board, o.State.View()),
		Href:   form{Position: o.State.String()}.path(entry.Info().ID),
		Played: listing.NewPlayed(o.Count), Worth: boardview.NewWorth(t, o.Worth),
	}
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
