// SPDX-License-Identifier: Apache-2.0

package web

import (
	"errors"
	"net/http"
	"slices"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// controls are the clocks the form offers; the address takes any other that
// match.ParseControl reads.
var controls = []string{"none", "3m+2s", "5m+3s", "10m+5s", "30m+0s", "1d", "3d", "7d"}

// startView is the form to start a game. One form has a button for each kind of
// opponent, so that it works without script.
type startView struct {
	page
	Families []family
	Levels   []levelChoice
	Controls []choice
	Sides    []choice
	First    string // name of the side that moves first

	Game, Level, Control, Side string // as chosen
	Rated                      bool
	Problem                    *problem
}

// choice is a value of a select box with its text.
type choice struct{ Value, Text string }

func (s *Server) showPlay(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	return s.renderStart(w, r, http.StatusOK, startView{
		Game: query.Get("game"), Level: query.Get("level"), Control: query.Get("clock"), Side: query.Get("side"),
		Rated: query.Get("rated") != "no",
	})
}

func (s *Server) renderStart(w http.ResponseWriter, r *http.Request, status int, v startView) error {
	v.page = s.page(r, s.texts(r).Text("web.play.title"))
	v.Families = s.families(s.texts(r))
	v.Levels, v.Scripts = levels(v.Families), []string{"levels"}
	if entry, err := s.live.Games().Find(v.Game); err == nil {
		v.Game = entry.Info().ID // an alias may have been given
	}
	if c, err := match.ParseControl(v.Control); err == nil {
		v.Control = c.String()
	}
	for _, control := range controls {
		v.Controls = append(v.Controls, choice{control, s.texts(r).control(control)})
	}
	if !slices.Contains(controls, v.Control) {
		v.Controls = append(v.Controls, choice{v.Control, s.texts(r).control(v.Control)})
	}
	v.First = s.texts(r).Side(game.White)
	v.Sides = append(sideChoices(s.texts(r)), choice{live.AsRandom, s.texts(r).Text("web.play.side.random")})
	return s.render(w, status, "play", &v)
}

// sideChoices are the two sides, by the names they have with the men that the
// visitor chose.
func sideChoices(t *texts) []choice {
	return []choice{{live.AsWhite, t.Side(game.White)}, {live.AsBlack, t.Side(game.Black)}}
}

// startProblem shows the form again, with what was chosen and what is wrong,
// when choosing something else helps.
func (s *Server) startProblem(w http.ResponseWriter, r *http.Request, in input, err error) error {
	var refused *failure.Error
	if wantsJSON(r) || !errors.As(err, &refused) || refused.Code != failure.Invalid && len(refused.Fields) == 0 {
		return err
	}
	p := s.problem(r, err)
	rated, _ := in.yes("rated")
	return s.renderStart(w, r, p.Status, startView{
		Game: in.text("game"), Level: in.text("level"), Control: in.text("clock"), Side: in.text("side"), Rated: rated, Problem: p,
	})
}

// createMatch makes a match to be joined by id, or one on this screen.
func (s *Server) createMatch(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	user, err := s.player(w, r)
	if err != nil {
		return err
	}
	rated, err := in.yes("rated")
	if err != nil {
		return err
	}
	kind := live.Kind(in.text("opponent"))
	if kind != live.Private && !sendsJSON(r) {
		rated = false // one form has buttons for all opponents; its box means people
	}
	info, err := s.live.CreateMatch(r.Context(), user, live.Spec{
		Game: in.text("game"), Kind: kind, Level: in.text("level"),
		Side: in.text("side"), Control: in.text("clock"), Rated: rated,
	})
	if err != nil {
		return s.startProblem(w, r, in, err)
	}
	return s.seeMatch(w, r, info.ID)
}

// seeMatch leads to a match that was made or joined.
func (s *Server) seeMatch(w http.ResponseWriter, r *http.Request, id string) error {
	if wantsJSON(r) {
		return s.writeJSON(w, http.StatusOK, map[string]string{"match": id, "url": matchPath(id)})
	}
	return see(w, r, matchPath(id))
}
