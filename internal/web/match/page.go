// SPDX-License-Identifier: Apache-2.0

package match

import (
	"cmp"
	"crypto/rand"
	"net/http"
	"net/url"
	"strings"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/internal/web/qr"
	"cairn/match"
)

// Intervals in seconds at which a page without script reloads: short while the viewer
// waits, and short enough to count as present while the viewer is to move.
const (
	waitRefresh = 4
	turnRefresh = 45
	overRefresh = 15 // a rematch may be offered
)

// matchView is the page of a match.
type matchView struct {
	web.Page
	Play                     boardview.PlayView
	Game, GameName           string
	Control, Stakes, Privacy string              // in words; stakes and privacy may be empty
	Invite                   *inviteView         // while a private match is open
	Pick                     *boardview.PickView // when the viewer may move
	BoardText                string
	Record                   *recordView
	Downloads                []string // extensions
	Embed                    string   // HTML code for other sites; empty unless the match is public
	Film                     string   // address of the match as an animation; empty for none
	Extras                   *extrasView
	Drill                    *drillView // nil for other matches
	Typed                    string     // a move that was refused
	Hint                     string     // the best move in words, if it is shown
	Problem                  *web.Problem
}

// PickOpen reports whether the form that enters a move by its points is unfolded: a move
// has been entered in part or refused.
func (v *matchView) PickOpen() bool {
	return v.Problem != nil || v.Pick != nil && len(v.Pick.Touched) > 0
}

// PickHidden reports whether the viewer cannot get a turn at the position that is shown.
func (v *matchView) PickHidden() bool {
	return v.Play.Moves.Past || v.Play.State.End != nil || v.Play.State.You == ""
}

// inviteView shows how a friend can join.
type inviteView struct {
	ID, Link string
	QR       qr.View
}

// matchExtra is the part of a page that does not come from the match itself.
type matchExtra struct {
	status      int
	problem     *web.Problem
	typed, path string
}

// showMatch serves a match: its page, its state, or its record.
func (s *handlers) showMatch(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if name, extension, cut := strings.Cut(id, "."); cut {
		return s.download(w, r, room.CleanMatchID(name), extension)
	}
	id = room.CleanMatchID(id)
	if web.WantsJSON(r) {
		room, err := s.core.Live.Rooms.Visit(r.Context(), web.VisitorOf(r).User, id)
		if err != nil {
			return err
		}
		state, err := s.matchState(r, room)
		if err != nil {
			return err
		}
		return s.core.WriteJSON(w, http.StatusOK, liveMessage{Type: "state", State: &state})
	}
	return s.renderMatch(w, r, id, matchExtra{status: http.StatusOK, path: r.URL.Query().Get("path")})
}

// matchState returns the state of a match for the visitor, with the log.
func (s *handlers) matchState(r *http.Request, room room.Room) (pagestate.State, error) {
	t := s.core.Texts(r)
	names, people, err := s.seated(r.Context(), t, &room.Info)
	lines, logErr := s.log(r.Context(), t, &room)
	if err := cmp.Or(err, logErr); err != nil {
		return pagestate.State{}, err
	}
	claimIn, absent := s.core.Live.Rooms.ClaimIn(&room.Info, room.Info.Turn)
	return newPageState(t, &snapshot{
		room: &room, present: s.core.Live.Rooms.Present(&room.Info), absent: absent, claimIn: claimIn, viewer: viewerOf(&room.Info, web.VisitorOf(r).User),
		names: names, people: people, log: lines, now: s.core.Now(),
	}), nil
}

// renderMatch answers with the page of a match.
func (s *handlers) renderMatch(w http.ResponseWriter, r *http.Request, id string, extra matchExtra) error {
	t, user := s.core.Texts(r), web.VisitorOf(r).User
	room, err := s.core.Live.Rooms.Visit(r.Context(), user, id)
	if failure.CodeOf(err) == failure.NotFound {
		return s.showNoMatch(w, r, id, err)
	}
	if err != nil {
		return err
	}
	state, err := s.matchState(r, room)
	if err != nil {
		return err
	}
	info := room.Match.Game().Info()
	best, err := s.best(r.Context(), r, &room)
	if err != nil {
		return err
	}
	hint := ""
	if best != "" {
		hint = t.Text("web.match.hint.best", "move", best)
		state.Message = hint // until the script writes what there is to do
	}
	v := matchView{
		Page: s.core.Page(r, t.Text("web.match.title", "game", t.Game(info))), Game: info.ID, GameName: t.Game(info),
		Control: listing.ControlText(t, room.Info.Control), Stakes: listing.StakesText(t, &room.Info), Privacy: listing.PrivacyText(t, &room.Info),
		Downloads: listing.Extensions(), Typed: extra.typed, Problem: extra.problem, Hint: hint,
	}
	names := [2]string{state.Sides.White.Name, state.Sides.Black.Name}
	record, recordErr := s.recordOf(r, &room)
	extras, extrasErr := s.extras(r, &room, names)
	others, othersErr := s.core.Live.Notices.Others(r.Context(), &room.Info, user.ID)
	if err := cmp.Or(recordErr, extrasErr, othersErr); err != nil {
		return err
	}
	v.Record, v.Extras, v.Drill = record, extras, newDrillView(t, room.Match)
	s.share(&v, r, &room.Info, names)
	v.Scripts, v.Refresh = []string{"match", "copy"}, refreshOf(&room, viewerOf(&room.Info, user))
	v.Invite = s.invite(r, &room.Info, user)
	now, ply, past := state, room.Match.Ply(), false
	var view game.View
	var marks boardview.BoardMarks
	if asked, ok := askedPly(r, room.Match); ok && (asked < ply || v.Refresh != 0 && now.End == nil) {
		ply, past, v.Refresh = asked, true, 0 // a reload would show the present
		view = lookBack(t, &state, room.Match, ply)
	} else {
		view, marks = s.position(r, &v, &room, &state, extra)
		plan := boardview.MovePlan(room.Match.State(), best)
		marks.Arrows, marks.Placed, marks.Crossed = plan.Arrows, plan.Placed, plan.Crossed
	}
	v.BoardText = info.Board.Text(view, game.Unicode)
	v.Play = boardview.NewPlayView(t, info, view, state, marks)
	v.Play.Moves, v.Play.Now = s.moves(r, id, room.Match, ply), &now
	v.Play.Moves.Past, v.Play.CommandID = past, rand.Text()
	_, plays := room.Info.SideOf(user.ID)
	v.Play.Slow, v.Play.Others = plays && room.Info.Slow(), others
	return s.core.Render(w, extra.status, "match", &v)
}

// share adds the preview, the embed code and the animation to the page of a public match.
func (s *handlers) share(v *matchView, r *http.Request, info *room.Info, names [2]string) {
	if !info.VisibleTo("") {
		return
	}
	t, path, query := s.core.Texts(r), listing.MatchPath(info.ID), ""
	text := t.Text("web.preview.site")
	if standing := s.lists.Standing(t, info); standing != "" {
		text = t.Text("web.preview.match", "white", names[game.White], "black", names[game.Black], "standing", standing)
	}
	if ply := r.URL.Query().Get("ply"); ply != "" {
		query = "?" + url.Values{"ply": {ply}}.Encode()
	}
	v.Describe(s.core, r, text, path+web.PictureFile+query)
	if v.Private {
		return
	}
	v.Embed = s.core.EmbedCode(r, web.EmbedPath+path, v.GameName)
	if info.Status == match.Over {
		v.Film = path + web.FilmFile
	}
}

// position returns the present position and marks the points that may be touched.
func (s *handlers) position(r *http.Request, v *matchView, room *room.Room, state *pagestate.State, extra matchExtra) (game.View, boardview.BoardMarks) {
	m, marks := room.Match, boardview.BoardMarks{}
	if len(state.Moves) > 0 {
		t := s.core.Texts(r).For(m.Game().Info())
		k, illegal := boardview.NewPick(m.Game().Info(), m.State(), extra.path)
		if illegal != nil && v.Problem == nil {
			v.Problem = t.Problem(illegal)
		}
		var entry boardview.PartialMove
		marks, entry = k.Offer(boardview.PathQuery)
		v.Pick, state.Message = k.PickView(t, entry), cmp.Or(k.Message(t), state.Message)
	}
	if len(marks.Path) == 0 && m.Ply() > 0 {
		marks.Mills = pagestate.ClosedLines(m.Notes(m.Ply()))
	}
	return m.State().View(), marks
}

// refreshOf is the interval in seconds at which a page reloads without script.
func refreshOf(room *room.Room, v viewer) int {
	m := room.Match
	switch {
	case v.both, m.Status() == match.Over && (room.Info.Rematch != "" || !v.plays):
		return 0
	case m.Status() == match.Over:
		return overRefresh
	case v.moves(m):
		return turnRefresh
	}
	return waitRefresh
}

// invite shows the creator how a friend can join.
func (s *handlers) invite(r *http.Request, info *room.Info, user account.User) *inviteView {
	if info.Kind != room.Private || info.Status != match.Waiting || info.Creator != user.ID {
		return nil
	}
	link := s.core.PublicURL(r, "/join?id="+info.ID)
	return &inviteView{ID: info.ID, Link: link, QR: qr.New(link)}
}

// showNoMatch reports that the match does not exist for the visitor, with a button to
// join: a private match is hidden until the visitor has joined it.
func (s *handlers) showNoMatch(w http.ResponseWriter, r *http.Request, id string, err error) error {
	if web.WantsJSON(r) {
		return err
	}
	t, p := s.core.Texts(r), s.core.Problem(r, err)
	p.Text = t.Text("web.error.no-match")
	v := web.ProblemView{Page: s.core.FormPage(r, "web.problem.title", p), Match: id, Help: t.Text("web.problem.help.match")}
	return s.core.RenderForm(w, "problem", &v)
}
