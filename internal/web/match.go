// SPDX-License-Identifier: Apache-2.0

package web

import (
	"crypto/rand"
	"net/http"
	"strings"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/web/qr"
	"cairn/match"
)

// How often, in seconds, a page without script loads itself again: soon while
// others have to act; in time to count as present while it is one's own turn.
const (
	waitRefresh = 4
	turnRefresh = 45
	overRefresh = 15 // a rematch may be offered
)

// matchView is the page of a match.
type matchView struct {
	page
	Play      playView
	Game      string
	GameName  string
	Control   string
	Stakes    string      // rated or casual; empty against the computer and at one screen
	Invite    *inviteView // while a friend is awaited
	Pick      *pickView   // when the viewer may move
	BoardText string
	Replay    *replayView // when an earlier turn is looked at
	Plies     int
	Downloads []string // extensions
	Typed     string   // a move that was refused
	Problem   *problem
}

// inviteView tells how a friend can join.
type inviteView struct {
	ID   string
	Link string
	QR   qrView
}

// quietZone is the white border, in modules, that readers of QR codes need.
const quietZone = 4

// qrView is a QR code as the template "qr" draws it, in modules.
type qrView struct {
	Size  int // with the border; 0 when there is no code
	Quiet int
	Path  string // the dark modules
}

// matchExtra is what a page shows beside the match itself.
type matchExtra struct {
	status  int
	problem *problem
	typed   string
	path    string
}

// showMatch serves a match: its page, its state, or its record.
func (s *Server) showMatch(w http.ResponseWriter, r *http.Request) error {
	id := r.PathValue("id")
	if name, extension, cut := strings.Cut(id, "."); cut {
		return s.download(w, r, live.CleanMatchID(name), extension)
	}
	id = live.CleanMatchID(id)
	if wantsJSON(r) {
		_, state, err := s.matchState(r, id)
		if err != nil {
			return err
		}
		return s.writeJSON(w, http.StatusOK, liveMessage{Type: "state", State: &state})
	}
	return s.renderMatch(w, r, id, matchExtra{status: http.StatusOK, path: r.URL.Query().Get("path")})
}

// matchState reads a match as the visitor sees it, with the whole log.
func (s *Server) matchState(r *http.Request, id string) (live.Room, PageState, error) {
	user := visitorOf(r).user
	room, err := s.live.Room(r.Context(), user, id)
	if err != nil {
		return room, PageState{}, err
	}
	names, people, err := s.seated(r.Context(), s.texts(r), &room.Info)
	if err != nil {
		return room, PageState{}, err
	}
	events, err := s.live.Events(r.Context(), id, 0)
	if err != nil {
		return room, PageState{}, err
	}
	events = upTo(events, room.Info.Seq) // more may have come in between
	lines, _ := s.texts(r).log(room.Match, events)
	return room, s.texts(r).state(snapshot{
		room: room, present: s.live.Present(room), claim: s.live.CanClaim(room), viewer: viewerOf(&room.Info, user),
		names: names, people: people, log: lines, now: s.now(),
	}), nil
}

// renderMatch answers with the page of a match.
func (s *Server) renderMatch(w http.ResponseWriter, r *http.Request, id string, extra matchExtra) error {
	user := visitorOf(r).user
	room, err := s.live.Room(r.Context(), user, id)
	if failure.CodeOf(err) == failure.NotFound {
		return s.showNoMatch(w, r, id, err)
	}
	if err != nil {
		return err
	}
	s.live.Visit(room, user) // may start the match
	room, state, err := s.matchState(r, id)
	if err != nil {
		return err
	}
	info, m := room.Match.Game().Info(), room.Match
	v := matchView{
		page: s.page(r, s.texts(r).Text("web.match.title", "game", s.texts(r).Game(info))), Game: info.ID, GameName: s.texts(r).Game(info),
		Control: s.texts(r).control(room.Info.Control), Stakes: s.texts(r).stakes(&room.Info), Plies: m.Ply(), Downloads: extensions(),
		Typed: extra.typed, Problem: extra.problem,
	}
	v.Scripts, v.Refresh = []string{"match"}, refreshOf(&room, viewerOf(&room.Info, user))
	if v.Invite = s.invite(r, &room.Info, user); v.Invite != nil {
		v.Scripts = append(v.Scripts, "copy")
	}
	view, marks := s.position(r, &v, &room, &state, extra)
	v.BoardText = info.Board.Text(view, game.Unicode)
	v.Play = newPlayView(s.texts(r), info, view, state, marks, rand.Text())
	return s.render(w, extra.status, "match", &v)
}

// position is what the board shows: the present one, with what may be touched,
// or an earlier one that is looked at.
func (s *Server) position(r *http.Request, v *matchView, room *live.Room, state *PageState, extra matchExtra) (game.View, boardMarks) {
	m := room.Match
	if replay, view, marks, ok := s.replay(r, room.Info.ID, m); ok {
		v.Replay, v.Scripts, v.Refresh = replay, []string{"replay", "copy"}, 0
		state.look(view, replay)
		return view, marks
	}
	board := m.Game().Info().Board
	marks := boardMarks{}
	if len(state.Moves) > 0 {
		k, illegal := newPick(m.Game().Info(), m.State(), extra.path)
		if illegal != nil && v.Problem == nil {
			v.Problem = s.texts(r).For(m.Game().Info()).problem(illegal)
		}
		v.Pick, marks = k.pickView(s.texts(r).For(m.Game().Info())), k.marks()
	}
	marks.Last, marks.Taken = pointsOf(board, state.Last), pointsOf(board, state.Taken)
	return m.State().View(), marks
}

func pointsOf(b *game.Board, names []string) []game.Point {
	var points []game.Point
	for _, name := range names {
		if p, ok := b.Find(name); ok {
			points = append(points, p)
		}
	}
	return points
}

// refreshOf says when a page without script looks again.
func refreshOf(room *live.Room, v viewer) int {
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

// invite tells the creator how a friend can join.
func (s *Server) invite(r *http.Request, info *live.Info, user account.User) *inviteView {
	if info.Kind != live.Private || info.Status != match.Waiting || info.Creator != user.ID {
		return nil
	}
	link := s.publicURL(r, "/join?id="+info.ID)
	invite := &inviteView{ID: info.ID, Link: link}
	if code, err := qr.Encode(link); err == nil { // an address too long for a picture still works as a link
		invite.QR = qrView{Size: code.Size() + 2*quietZone, Quiet: quietZone, Path: code.Path()}
	}
	return invite
}
