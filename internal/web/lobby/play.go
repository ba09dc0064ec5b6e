// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"cmp"
	"errors"
	"net/http"
	"strings"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// startView is the form to start a game, beside the lobby. One form has a button
// for each kind of opponent, so that it works without script.
type startView struct {
	web.Page
	Lobby    *lobbyView
	Families []listing.Family
	Levels   []listing.LevelChoice
	Pace     listing.PaceForm  // against strangers
	Clock    listing.ClockForm // against others
	Clocks   []web.Choice      // alternatives that a search may accept
	Sides    []web.Choice
	First    string // name of the side that moves first

	Game, Level, Side         string // as chosen
	AlsoGames, AlsoClocks     map[string]bool
	Rated, FriendRated, Shown bool
	Waits                     bool // the creator starts a match with a friend
	Problem                   *web.Problem
}

// Wide reports whether the search accepts more than one game or clock.
func (v *startView) Wide() bool { return len(v.AlsoGames)+len(v.AlsoClocks) > 0 }

func (s *handlers) showPlay(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	clock, rated := query.Get("clock"), query.Get("rated")
	return s.renderStart(w, r, http.StatusOK, startView{
		Game: query.Get("game"), Level: query.Get("level"), Side: query.Get("side"),
		Rated: rated != "no", FriendRated: rated == "yes", Shown: query.Get("shown") == "yes",
	}, web.Form{"clock": clock})
}

// renderStart answers with the form; in holds the fields of the clock.
func (s *handlers) renderStart(w http.ResponseWriter, r *http.Request, status int, v startView, in web.Form) (err error) {
	t := s.core.Texts(r)
	v.Page = s.core.Page(r, t.Text("web.play.title"))
	if v.Lobby, err = s.lobbyOf(r); err != nil {
		return err
	}
	v.Families = s.lists.Families(t)
	v.Levels, v.Scripts = listing.Levels(v.Families), []string{"levels", "lobby"}
	if entry, err := s.core.Live.Rooms.Games().Find(v.Game); err == nil {
		v.Game = entry.Info().ID // v.Game may be an alias
	}
	ofPace, ofClock := v.Problem, v.Problem
	if _, seeks := in["pace"]; seeks && strings.HasSuffix(r.URL.Path, "/seek") {
		ofClock = nil
	} else {
		ofPace = nil
	}
	v.Pace, v.Clock, v.Clocks = listing.NewPaceForm(t, in, ofPace), listing.NewClockForm(t, in, ofClock), listing.PaceChoices(t)
	v.First = t.Side(game.White)
	v.Sides = append(sideChoices(t), web.Choice{Value: room.AsRandom, Text: t.Text("web.play.side.random")})
	return s.core.Render(w, status, "play", &v)
}

// sideChoices are the two sides, named by the colours of the visitor's pieces.
func sideChoices(t *web.Texts) []web.Choice {
	return []web.Choice{{Value: room.AsWhite, Text: t.Side(game.White)}, {Value: room.AsBlack, Text: t.Side(game.Black)}}
}

// startProblem shows the form again with the choices made and the problem, if another
// choice can solve it.
func (s *handlers) startProblem(w http.ResponseWriter, r *http.Request, in web.Form, err error) error {
	refused, known := errors.AsType[*failure.Error](err)
	if web.WantsJSON(r) || !known || refused.Code != failure.Invalid && len(refused.Fields) == 0 {
		return err
	}
	p := s.core.Problem(r, err)
	v := startView{
		Game: in.Text("game"), Level: in.Text("level"), Side: in.Text("side"), Problem: p,
		AlsoGames: setOf(listed(r, in, "games")), AlsoClocks: setOf(listed(r, in, "clocks")),
	}
	v.Rated, _ = in.Yes(cmp.Or(in.Text("box"), "rated"))
	v.FriendRated, _ = in.Yes("rated")
	v.Shown, _ = in.Yes("shown")
	v.Waits = in.Text("starts") == startsCreator
	return s.renderStart(w, r, p.Status, v, in)
}

// listed returns the values of a repeated field; in JSON the field is one text, separated
// by spaces.
func listed(r *http.Request, in web.Form, name string) []string {
	if web.SendsJSON(r) {
		return strings.Fields(in.Text(name))
	}
	return r.PostForm[name]
}

func setOf(list []string) map[string]bool {
	set := map[string]bool{}
	for _, value := range list {
		set[value] = true
	}
	return set
}

// When a private match starts: by its creator, as for programs that do not say, or when
// both players are present.
const (
	startsCreator  = "creator"
	startsTogether = "together"
)

// createMatch creates a match against the computer, a private match, or a match on one
// device.
func (s *handlers) createMatch(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user, err := s.core.Player(w, r)
	if err != nil {
		return err
	}
	rated, ratedErr := in.Yes("rated")
	shown, shownErr := in.Yes("shown")
	if err := cmp.Or(ratedErr, shownErr); err != nil {
		return err
	}
	kind := room.Kind(in.Text("opponent"))
	if kind != room.Private && !web.SendsJSON(r) {
		rated = false // the box of the form is for matches between people
	}
	clock, err := listing.ReadClock(in)
	if err != nil {
		return s.startProblem(w, r, in, err)
	}
	starts := in.Text("starts")
	if starts != "" && starts != startsTogether && starts != startsCreator {
		return failure.Field(failure.Invalid, "starts", "no-starts", nil)
	}
	key, err := web.KeyOf(r)
	if err != nil {
		return err
	}
	info, err := s.core.Live.Rooms.Create(r.Context(), user, room.Spec{
		Game: in.Text("game"), Kind: kind, Level: in.Text("level"),
		Side: in.Text("side"), Control: clock, Rated: rated, Shown: shown, Together: starts == startsTogether, Key: key,
	})
	if err != nil {
		return s.startProblem(w, r, in, err)
	}
	return s.seeMatch(w, r, info.ID)
}

// seeMatch redirects to a match that was created or joined.
func (s *handlers) seeMatch(w http.ResponseWriter, r *http.Request, id string) error {
	return s.core.Done(w, r, listing.MatchPath(id), map[string]string{"match": id, "url": listing.MatchPath(id)})
}
