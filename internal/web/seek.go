// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/internal/failure"
)

// seekRefresh is how often, in seconds, the waiting page looks without script.
const seekRefresh = 3

// seekView is the page of somebody who waits for an opponent.
type seekView struct {
	page
	ID       string
	Game     string
	GameName string
	Clock    string // as forms send it
	Control  string // in words
	Wish     string // as its stream writes it
	Casual   bool   // somebody waits for a casual game instead
	Rating   string // near which an opponent is looked for; empty for a casual game
}

func seekPath(id string) string { return "/seek/" + id }

// seek looks for an opponent.
func (s *Server) seek(w http.ResponseWriter, r *http.Request) error {
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
	seek, err := s.live.Seek(r.Context(), user, in.text("game"), in.text("clock"), rated)
	switch {
	case err != nil:
		return s.startProblem(w, r, in, err)
	case seek.Match != "":
		return s.seeMatch(w, r, seek.Match)
	case wantsJSON(r):
		return s.writeJSON(w, http.StatusOK, map[string]string{"seek": seek.ID, "url": seekPath(seek.ID)})
	}
	return see(w, r, seekPath(seek.ID))
}

// showSeek shows that somebody waits, or leads to the match that was found.
func (s *Server) showSeek(w http.ResponseWriter, r *http.Request) error {
	visitor := visitorOf(r)
	if !visitor.known() {
		return toLogIn(w, r)
	}
	seek, err := s.live.FindSeek(r.Context(), visitor.user, r.PathValue("id"))
	switch {
	case failure.CodeOf(err) == failure.NotFound && !wantsJSON(r):
		return s.seeNotice(w, r, "/play", "seek-gone")
	case err != nil:
		return err
	case seek.Match != "":
		return s.seeMatch(w, r, seek.Match)
	case wantsJSON(r):
		return s.writeJSON(w, http.StatusOK, map[string]string{"seek": seek.ID, "url": seekPath(seek.ID)})
	}
	v := seekView{
		page: s.page(r, s.texts(r).Text("web.seek.title")), ID: seek.ID, Game: seek.Game,
		GameName: s.texts(r).Game(s.gameInfo(seek.Game)), Clock: seek.Control, Control: s.texts(r).control(seek.Control),
		Wish: wish(seek), Casual: seek.Casual,
	}
	if seek.Rated {
		v.Rating = pointsText(seek.Rating, true)
	}
	v.Narrow, v.Scripts, v.Refresh = true, []string{"seek"}, seekRefresh
	return s.render(w, http.StatusOK, "seek", &v)
}

// cancelSeek gives up waiting; when an opponent was faster, the match is on.
func (s *Server) cancelSeek(w http.ResponseWriter, r *http.Request) error {
	visitor, id := visitorOf(r), r.PathValue("id")
	if !visitor.known() {
		return toLogIn(w, r)
	}
	err := s.live.CancelSeek(r.Context(), visitor.user, id)
	if failure.CodeOf(err) == failure.NotFound {
		if seek, found := s.live.FindSeek(r.Context(), visitor.user, id); found == nil && seek.Match != "" {
			return s.seeMatch(w, r, seek.Match)
		}
	}
	switch {
	case err != nil && (wantsJSON(r) || failure.CodeOf(err) != failure.NotFound):
		return err
	case wantsJSON(r):
		return s.writeJSON(w, http.StatusOK, struct{}{})
	}
	return s.seeNotice(w, r, "/play", "seek-cancelled")
}
