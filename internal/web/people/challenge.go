// SPDX-License-Identifier: Apache-2.0

package people

import (
	"cmp"
	"net/http"
	"net/url"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/live/social"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// formView is the form to challenge a player.
type formView struct {
	web.Page
	Player   string
	Path     string // of the form
	Profile  string
	Families []listing.Family
	Clock    listing.ClockForm
	Sides    []web.Choice

	Game, Side   string // as chosen
	Rated, Shown bool
	Standing     bool // the two have an open challenge
}

// challengePath is the address of the form to challenge a player.
func challengePath(name string) string { return "/challenge/" + url.PathEscape(name) }

// showForm shows the form, with values from the query.
func (s *handlers) showForm(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	v := formView{Game: query.Get("game"), Side: query.Get("side"), Rated: query.Get("rated") == "yes"}
	return s.renderForm(w, r, v, web.Form{"clock": query.Get("clock")}, nil)
}

// renderForm answers with the form; in holds the fields of the clock.
func (s *handlers) renderForm(w http.ResponseWriter, r *http.Request, v formView, in web.Form, p *web.Problem) error {
	profile, err := s.core.Live.Archive.Profile(r.Context(), r.PathValue("name"))
	if err != nil {
		return err
	}
	t := s.core.Texts(r)
	v.Player = profile.User.Name
	if profile.User.ID == web.VisitorOf(r).User.ID {
		return web.See(w, r, listing.PlayerPath(v.Player))
	}
	v.Page = s.core.Page(r, t.Text("web.challenge.title", "name", v.Player))
	v.Problem, v.Standing, v.Narrow = p, p != nil && (p.Key == "challenge-crossed" || p.Key == "challenge-open"), true
	v.Path, v.Profile = challengePath(v.Player), listing.PlayerPath(v.Player)
	v.Families = s.lists.Families(t)
	if entry, err := s.core.Live.Rooms.Games().Find(v.Game); err == nil {
		v.Game = entry.Info().ID // an alias may have been given
	}
	v.Clock = listing.NewClockForm(t, in, v.Problem)
	v.Sides = []web.Choice{
		{Value: room.AsRandom, Text: t.Text("web.challenge.side.random")},
		{Value: room.AsWhite, Text: t.Side(game.White)},
		{Value: room.AsBlack, Text: t.Side(game.Black)},
	}
	return s.core.RenderForm(w, "challenge", &v)
}

// challenge sends a challenge.
func (s *handlers) challenge(w http.ResponseWriter, r *http.Request, in web.Form) error {
	rated, err := in.Yes("rated")
	if err != nil {
		return err
	}
	shown, err := in.Yes("shown")
	if err != nil {
		return err
	}
	key, err := web.KeyOf(r)
	if err != nil {
		return err
	}
	spec := room.Spec{Game: in.Text("game"), Side: in.Text("side"), Rated: rated, Shown: shown, Key: key}
	var c social.Challenge
	if spec.Control, err = listing.ReadClock(in); err == nil {
		c, err = s.core.Live.Challenges.Send(r.Context(), web.VisitorOf(r).User, cmp.Or(r.PathValue("name"), in.Text("to")), spec)
	}
	if err != nil {
		return s.core.ShowRefused(r, err, func(p *web.Problem) error {
			return s.renderForm(w, r, formView{Game: spec.Game, Side: spec.Side, Rated: rated, Shown: shown}, in, p)
		}, failure.Invalid, failure.Forbidden, failure.Stale)
	}
	return s.core.Done(w, r, "/challenges/"+c.ID, map[string]string{"challenge": c.ID, "url": "/challenges/" + c.ID})
}

// accept accepts a challenge and redirects to its match.
func (s *handlers) accept(w http.ResponseWriter, r *http.Request) error {
	c, err := s.core.Live.Challenges.Accept(r.Context(), web.VisitorOf(r).User, r.PathValue("id"))
	if err != nil {
		return s.late(w, r, err)
	}
	path := listing.MatchPath(c.Match)
	return s.core.Done(w, r, path, map[string]string{"match": c.Match, "url": path})
}

// decline declines a challenge, with or without a reason.
func (s *handlers) decline(w http.ResponseWriter, r *http.Request, in web.Form) error {
	_, err := s.core.Live.Challenges.Decline(r.Context(), web.VisitorOf(r).User, r.PathValue("id"), in.Text("reason"))
	return s.ended(w, r, err, "challenge-declined")
}

// cancel takes a challenge back. If it was accepted meanwhile, the page of the
// challenge leads to the match.
func (s *handlers) cancel(w http.ResponseWriter, r *http.Request) error {
	return s.ended(w, r, s.core.Live.Challenges.Cancel(r.Context(), web.VisitorOf(r).User, r.PathValue("id")), "challenge-cancelled")
}

func (s *handlers) ended(w http.ResponseWriter, r *http.Request, err error, notice string) error {
	if err != nil {
		return s.late(w, r, err)
	}
	return s.core.DoneNotice(w, r, "/challenges", notice, struct{}{})
}

// late answers when a challenge can no longer be answered or cancelled: its page
// shows why, if the visitor may see it.
func (s *handlers) late(w http.ResponseWriter, r *http.Request, err error) error {
	code := failure.CodeOf(err)
	if web.WantsJSON(r) || code != failure.NotFound && code != failure.Forbidden {
		return err
	}
	id := r.PathValue("id")
	if _, gone := s.core.Live.Challenges.Find(r.Context(), web.VisitorOf(r).User, id); gone != nil {
		return err
	}
	return web.See(w, r, "/challenges/"+id)
}
