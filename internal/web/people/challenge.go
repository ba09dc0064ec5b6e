// SPDX-License-Identifier: Apache-2.0

package people

import (
	"net/http"
	"net/url"
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

// formView is the form to challenge a player.
type formView struct {
	web.Page
	Player   string
	Path     string // of the form
	Profile  string
	Families []listing.Family
	Controls []web.Choice
	Sides    []web.Choice

	Game, Control, Side string // as chosen
	Rated, Shown        bool
	Problem             *web.Problem
	Crossed             bool // the player has sent a challenge already
}

// challengePath is the address of the form to challenge a player.
func challengePath(name string) string { return "/challenge/" + url.PathEscape(name) }

// showForm shows the form, with what the address says.
func (s *handlers) showForm(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	return s.renderForm(w, r, http.StatusOK, formView{
		Game: query.Get("game"), Control: query.Get("clock"), Side: query.Get("side"), Rated: query.Get("rated") == "yes",
	})
}

func (s *handlers) renderForm(w http.ResponseWriter, r *http.Request, status int, v formView) error {
	profile, err := s.Live.Profile(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	t := s.Texts(r)
	v.Player = profile.User.Name
	if profile.User.ID == web.VisitorOf(r).User.ID {
		return web.See(w, r, listing.PlayerPath(v.Player))
	}
	v.Page = s.Page(r, t.Text("web.challenge.title", "name", v.Player))
	v.Path, v.Profile, v.Narrow = challengePath(v.Player), listing.PlayerPath(v.Player), true
	v.Families = s.Families(t)
	if entry, err := s.Live.Games().Find(v.Game); err == nil {
		v.Game = entry.Info().ID // an alias may have been given
	}
	v.Controls = controlChoices(t, &v.Control)
	v.Sides = []web.Choice{
		{Value: live.AsRandom, Text: t.Text("web.challenge.side.random")},
		{Value: live.AsWhite, Text: t.Side(game.White)},
		{Value: live.AsBlack, Text: t.Side(game.Black)},
	}
	return s.Render(w, status, "challenge", &v)
}

// controlChoices lists the clocks with the chosen one, which it tidies.
func controlChoices(t *web.Texts, chosen *string) []web.Choice {
	if c, err := match.ParseControl(*chosen); err == nil {
		*chosen = c.String()
	}
	values := controls
	if !slices.Contains(values, *chosen) {
		values = append(slices.Clone(values), *chosen)
	}
	list := make([]web.Choice, len(values))
	for i, value := range values {
		list[i] = web.Choice{Value: value, Text: listing.ControlText(t, value)}
	}
	return list
}

// challenge sends a challenge.
func (s *handlers) challenge(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
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
	spec := live.Spec{Game: in.Text("game"), Control: in.Text("clock"), Side: in.Text("side"), Rated: rated, Shown: shown}
	c, err := s.Live.People.Challenge(r.Context(), web.VisitorOf(r).User, r.PathValue("name"), spec)
	if web.OnForm(r, err, failure.Invalid, failure.Forbidden) {
		p := s.Problem(r, err)
		return s.renderForm(w, r, p.Status, formView{
			Game: spec.Game, Control: spec.Control, Side: spec.Side, Rated: rated, Shown: shown,
			Problem: p, Crossed: p.Key == "challenge-crossed",
		})
	}
	if err != nil {
		return err
	}
	return s.Done(w, r, "/challenges/"+c.ID, map[string]string{"challenge": c.ID, "url": "/challenges/" + c.ID})
}

// accept accepts a challenge and redirects to its match.
func (s *handlers) accept(w http.ResponseWriter, r *http.Request) error {
	c, err := s.Live.People.Accept(r.Context(), web.VisitorOf(r).User, r.PathValue("id"))
	if err != nil {
		return s.late(w, r, err)
	}
	path := listing.MatchPath(c.Match)
	return s.Done(w, r, path, map[string]string{"match": c.Match, "url": path})
}

// decline declines a challenge, with or without a reason.
func (s *handlers) decline(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	if _, err = s.Live.People.Decline(r.Context(), web.VisitorOf(r).User, r.PathValue("id"), in.Text("reason")); err != nil {
		return s.late(w, r, err)
	}
	return s.DoneNotice(w, r, "/challenges", "challenge-declined", struct{}{})
}

// cancel takes a challenge back. If it was accepted meanwhile, the page of the
// challenge leads to the match.
func (s *handlers) cancel(w http.ResponseWriter, r *http.Request) error {
	if err := s.Live.People.Cancel(r.Context(), web.VisitorOf(r).User, r.PathValue("id")); err != nil {
		return s.late(w, r, err)
	}
	return s.DoneNotice(w, r, "/challenges", "challenge-cancelled", struct{}{})
}

// late answers when a challenge can no longer be answered or cancelled: its page
// shows why, if the visitor may see it.
func (s *handlers) late(w http.ResponseWriter, r *http.Request, err error) error {
	code := failure.CodeOf(err)
	if web.WantsJSON(r) || code != failure.NotFound && code != failure.Forbidden {
		return err
	}
	id := r.PathValue("id")
	if _, gone := s.Live.People.FindChallenge(r.Context(), web.VisitorOf(r).User, id); gone != nil {
		return err
	}
	return web.See(w, r, "/challenges/"+id)
}
