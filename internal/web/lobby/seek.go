// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"context"
	"net/http"
	"strings"

	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/web"
	"cairn/internal/web/listing"
)

// seekMessage is a message of the stream of a seek: "waiting", "found" with
// the address of the match, or "ping". The end of a seek closes the stream with
// "not found".
type seekMessage struct {
	Type   string `json:"type"`
	Wish   string `json:"wish,omitempty"`   // game, clock, rated or casual
	Casual bool   `json:"casual,omitempty"` // another player has the same seek, but casual
	Match  string `json:"match,omitempty"`
	URL    string `json:"url,omitempty"`
}

// wish describes the games and clocks of a seek, so that the page detects a change.
func wish(seek lobby.Seek) string {
	return strings.Join(seek.Games(), ",") + " " + strings.Join(seek.Controls(), ",") + " " + stakes(seek)
}

func stakes(seek lobby.Seek) string {
	if seek.Rated {
		return "rated"
	}
	return "casual"
}

func newSeekMessage(seek lobby.Seek) seekMessage {
	if seek.Match != "" {
		return seekMessage{Type: "found", Match: seek.Match, URL: listing.MatchPath(seek.Match)}
	}
	return seekMessage{Type: "waiting", Wish: wish(seek), Casual: seek.Casual}
}

// liveSeek streams the state of a seek.
func (s *handlers) liveSeek(w http.ResponseWriter, r *http.Request) error {
	visitor, id := web.VisitorOf(r), r.PathValue("id")
	return s.core.Streams.Accept(w, r, func(c *web.Socket) error {
		defer s.core.Live.Presence.Users.Enter(visitor.User.ID)()
		seek, err := s.core.Live.Lobby.FindSeek(c.Ctx, visitor.User, id)
		for err == nil {
			err = c.Send(func() (any, error) { return newSeekMessage(seek), nil })
			if err != nil || seek.Match != "" {
				return err
			}
			seek, err = s.awaitSeek(c, visitor, seek)
		}
		return err
	})
}

// awaitSeek waits for a change of a seek, and sends pings meanwhile.
func (s *handlers) awaitSeek(c *web.Socket, v web.Visitor, known lobby.Seek) (lobby.Seek, error) {
	for {
		ctx, cancel := context.WithTimeout(c.Ctx, c.Beat(s.core.Heartbeat))
		seek, err := s.core.Live.Lobby.AwaitSeek(ctx, v.User, known)
		quiet := err != nil && ctx.Err() != nil && c.Ctx.Err() == nil
		cancel()
		if !quiet {
			return seek, err
		}
		if err := s.core.Streams.CheckSession(c.Ctx, v); err != nil {
			return seek, err
		}
		if err := c.Ping(); err != nil {
			return seek, err
		}
	}
}

// seekRefresh is the interval in seconds at which the page reloads without
// script.
const seekRefresh = 3

// seekView is the page of a search for an opponent.
type seekView struct {
	web.Page
	ID, Game, GameName string
	Clock, Control     string // as forms send it, and in words
	Also               string // other games and clocks
	Level              string // of the computer, for a game while waiting
	Watch              []gameRow
	Wish               string // see wish
	Casual             bool   // another player waits for a casual game
	Rating             string // the centre of the rating range; empty for a casual game
}

func seekPath(id string) string { return "/seek/" + id }

// seek starts a search for an opponent.
func (s *handlers) seek(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	user, err := s.core.Player(w, r)
	if err != nil {
		return err
	}
	wanted, err := wanted(r, in)
	if err != nil {
		return s.startProblem(w, r, in, err)
	}
	seek, err := s.core.Live.Lobby.Seek(r.Context(), user, wanted)
	if err != nil {
		return s.startProblem(w, r, in, err)
	}
	return s.answerSeek(w, r, seek)
}

// answerSeek redirects to the match that was found, or to the page of the search.
func (s *handlers) answerSeek(w http.ResponseWriter, r *http.Request, seek lobby.Seek) error {
	if seek.Match != "" {
		return s.seeMatch(w, r, seek.Match)
	}
	return s.core.Done(w, r, seekPath(seek.ID), map[string]string{"seek": seek.ID, "clock": seek.Control, "url": seekPath(seek.ID)})
}

// wanted reads the wish of a search: a game and a clock, and alternatives.
// The form has two boxes for rated games, and its button names the box that counts.
func wanted(r *http.Request, in web.Form) (lobby.Wish, error) {
	clock, err := listing.ReadPace(in)
	if err != nil {
		return lobby.Wish{}, err
	}
	box := "rated"
	if in.Text("box") == seekBox {
		box = seekBox
	}
	rated, err := in.Yes(box)
	if err != nil {
		return lobby.Wish{}, err
	}
	key, err := web.KeyOf(r)
	return lobby.Wish{
		Games: append([]string{in.Text("game")}, listed(r, in, "games")...), Controls: append([]string{clock}, listed(r, in, "clocks")...), Rated: rated, Key: key,
	}, err
}

// seekBox is the name of the box for a rated search.
const seekBox = "seek-rated"

// showSeek shows a search, or redirects to the match that was found.
func (s *handlers) showSeek(w http.ResponseWriter, r *http.Request) error {
	visitor := web.VisitorOf(r)
	if !visitor.Known() {
		return web.ToLogIn(w, r)
	}
	seek, err := s.core.Live.Lobby.FindSeek(r.Context(), visitor.User, r.PathValue("id"))
	switch {
	case failure.CodeOf(err) == failure.NotFound && !web.WantsJSON(r):
		return s.core.SeeNotice(w, r, "/play", "seek-gone")
	case err != nil:
		return err
	case seek.Match != "" || web.WantsJSON(r):
		return s.answerSeek(w, r, seek)
	}
	t := s.core.Texts(r)
	v := seekView{
		Page: s.core.Page(r, t.Text("web.seek.title")), ID: seek.ID, Game: seek.Game, GameName: t.Game(s.lists.GameInfo(seek.Game)), Level: listing.DefaultLevel,
		Clock: seek.Control, Control: listing.ControlText(t, seek.Control), Also: s.alsoText(t, seek), Wish: wish(seek), Casual: seek.Casual,
	}
	lobby, err := s.lobbyOf(r)
	if err != nil {
		return err
	}
	if seek.Rated {
		v.Rating = listing.PointsText(seek.Rating, true)
	}
	v.Watch, v.Narrow, v.Scripts, v.Refresh = lobby.Games, true, []string{"seek"}, seekRefresh
	return s.core.Render(w, http.StatusOK, "seek", &v)
}

// cancelSeek ends a search. If the match was made before, it redirects to the match.
func (s *handlers) cancelSeek(w http.ResponseWriter, r *http.Request) error {
	visitor, id := web.VisitorOf(r), r.PathValue("id")
	if !visitor.Known() {
		return web.ToLogIn(w, r)
	}
	err := s.core.Live.Lobby.CancelSeek(r.Context(), visitor.User, id)
	if failure.CodeOf(err) == failure.NotFound {
		if seek, found := s.core.Live.Lobby.FindSeek(r.Context(), visitor.User, id); found == nil && seek.Match != "" {
			return s.seeMatch(w, r, seek.Match)
		}
	}
	if err != nil && (web.WantsJSON(r) || failure.CodeOf(err) != failure.NotFound) {
		return err
	}
	return s.core.DoneNotice(w, r, "/play", "seek-cancelled", struct{}{})
}
