// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"errors"
	"net/http"
	"slices"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// controls are the clocks the form offers; the address takes any other that
// match.ParseControl reads.
var controls = []string{"none", "3m+2s", "5m+3s", "10m+5s", "30m+0s", "1d", "3d", "7d"}

// startView is the form to start a game. One form has a button for each kind of
// opponent, so that it works without script.
type startView struct {
	web.Page
	Families []listing.Family
	Levels   []listing.LevelChoice
	Controls []web.Choice
	Sides    []web.Choice
	First    string // name of the side that moves first

	Game, Level, Control, Side string // as chosen
	Rated, Shown               bool
	Problem                    *web.Problem
}

func (s *handlers) showPlay(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	return s.renderStart(w, r, http.StatusOK, startView{
		Game: query.Get("game"), Level: query.Get("level"), Control: query.Get("clock"), Side: query.Get("side"),
		Rated: query.Get("rated") != "no", Shown: query.Get("shown") == "yes",
	})
}

func (s *handlers) renderStart(w http.ResponseWriter, r *http.Request, status int, v startView) error {
	v.Page = s.Page(r, s.Texts(r).Text("web.play.title"))
	v.Families = s.Families(s.Texts(r))
	v.Levels, v.Scripts = listing.Levels(v.Families), []string{"levels"}
	if entry, err := s.Live.Games().Find(v.Game); err == nil {
		v.Game = entry.Info().ID // an alias may have been given
	}
	if c, err := match.ParseControl(v.Control); err == nil {
		v.Control = c.String()
	}
	for _, control := range controls {
		v.Controls = append(v.Controls, web.Choice{Value: control, Text: listing.ControlText(s.Texts(r), control)})
	}
	if !slices.Contains(controls, v.Control) {
		v.Controls = append(v.Controls, web.Choice{Value: v.Control, Text: listing.ControlText(s.Texts(r), v.Control)})
	}
	v.First = s.Texts(r).Side(game.White)
	v.Sides = append(sideChoices(s.Texts(r)), web.Choice{Value: live.AsRandom, Text: s.Texts(r).Text("web.play.side.random")})
	return s.Render(w, status, "play", &v)
}

// sideChoices are the two sides, by the names they have with the men that the
// visitor chose.
func sideChoices(t *web.Texts) []web.Choice {
	return []web.Choice{{Value: live.AsWhite, Text: t.Side(game.White)}, {Value: live.AsBlack, Text: t.Side(game.Black)}}
}

// startProblem shows the form again, with what was chosen and what is wrong,
// when another choice helps.
func (s *handlers) startProblem(w http.ResponseWriter, r *http.Request, in web.Form, err error) error {
	var refused *failure.Error
	if web.WantsJSON(r) || !errors.As(err, &refused) || refused.Code != failure.Invalid && len(refused.Fields) == 0 {
		return err
	}
	p := s.Problem(r, err)
	rated, _ := in.Yes("rated")
	shown, _ := in.Yes("shown")
	return s.renderStart(w, r, p.Status, startView{
		Game: in.Text("game"), Level: in.Text("level"), Control: in.Text("clock"), Side: in.Text("side"), Rated: rated, Shown: shown, Problem: p,
	})
}

// createMatch creates a match against the computer, to be joined by id, or on
// one device.
func (s *handlers) createMatch(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user, err := s.Player(w, r)
	if err != nil {
		return err
	}
	rated, err := in.Yes("rated")
	if err != nil {
		return err
	}
	shown, err := in.Yes("shown")
	if err != nil {
		return err
	}
	kind := live.Kind(in.Text("opponent"))
	if kind != live.Private && !web.SendsJSON(r) {
		rated = false // one form has buttons for all opponents; its box means people
	}
	info, err := s.Live.CreateMatch(r.Context(), user, live.Spec{
		Game: in.Text("game"), Kind: kind, Level: in.Text("level"),
		Side: in.Text("side"), Control: in.Text("clock"), Rated: rated, Shown: shown,
	})
	if err != nil {
		return s.startProblem(w, r, in, err)
	}
	return s.seeMatch(w, r, info.ID)
}

// seeMatch redirects to a match that was created or joined.
func (s *handlers) seeMatch(w http.ResponseWriter, r *http.Request, id string) error {
	if web.WantsJSON(r) {
		return s.WriteJSON(w, http.StatusOK, map[string]string{"match": id, "url": listing.MatchPath(id)})
	}
	return web.See(w, r, listing.MatchPath(id))
}
