// SPDX-License-Identifier: Apache-2.0

package match

import (
	"cmp"
	"errors"
	"net/http"
	"strings"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
)

// Limits of the fields of a command in bytes; the longest chain of captures is shorter.
const (
	maxCommandID = 64
	maxMove      = 200
)

// command handles an action in a match, for forms and programs alike.
func (s *handlers) command(kind match.ActionKind) web.Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, user := room.CleanMatchID(r.PathValue("id")), web.VisitorOf(r).User
		in, err := web.ReadForm(r)
		if err != nil {
			return err
		}
		q, err := commandRequest(in, strings.Trim(r.Header.Get("Idempotency-Key"), `"`), kind)
		if err != nil {
			return err
		}
		if kind == match.Move && !web.SendsJSON(r) {
			var path string
			if path, err = s.enterMove(r, id, in, &q); path != "" {
				return web.See(w, r, listing.MatchPath(id)+path)
			}
		}
		seq := 0
		if err == nil {
			seq, err = s.core.Live.Rooms.Do(r.Context(), user, id, q)
		}
		if err != nil {
			return s.refuseCommand(w, r, id, in, err)
		}
		if web.WantsJSON(r) {
			return s.core.WriteJSON(w, http.StatusOK, map[string]int{"seq": seq})
		}
		return s.afterCommand(w, r, id, kind)
	}
}

// commandRequest reads the fields of a command. The idempotency key is the default of
// its ID.
func commandRequest(in web.Form, key string, kind match.ActionKind) (room.Request, error) {
	expect, expectErr := in.Number("expect")
	offer, offerErr := in.Number("offer")
	yes, yesErr := in.Yes("yes")
	q := room.Request{ID: cmp.Or(in.Text("id"), key), Expect: expect, Action: match.Action{Kind: kind, Move: in.Text("move"), Offer: offer, Yes: yes}}
	if len(q.ID) > maxCommandID || len(q.Action.Move) > maxMove {
		return q, web.BadRequest(errors.New("id or move is too long"))
	}
	return q, cmp.Or(expectErr, offerErr, yesErr)
}

// enterMove reads the move of a form into a request: a text, or one more touch by select
// boxes. If the touches do not complete a move, it returns the query of the page that asks
// for the next touch.
func (s *handlers) enterMove(r *http.Request, id string, in web.Form, q *room.Request) (query string, err error) {
	room, err := s.core.Live.Rooms.Find(r.Context(), web.VisitorOf(r).User, id)
	if err != nil {
		return "", err
	}
	m := room.Match
	viewer := viewerOf(&room.Info, web.VisitorOf(r).User)
	if q.Expect != 0 && !m.Shows(q.Expect) || !viewer.moves(m) {
		return "", nil // Rooms.Do refuses it
	}
	k, illegal := boardview.NewPick(m.Game().Info(), m.State(), in.Text("path"))
	if in.Text("column") == "" && in.Text("row") == "" {
		k.Picker.Reset()
		illegal = k.Picker.Type(in.Text("move"))
	} else if illegal == nil {
		point, wrong := k.At(in.Text("column"), in.Text("row"))
		if illegal = wrong; illegal == nil {
			illegal = k.Picker.Touch(point)
		}
	}
	if illegal != nil {
		return "", illegal
	}
	move, done := k.Picker.Done()
	if !done {
		_, entry := k.Offer(boardview.PathQuery)
		return boardview.PathQuery(entry.Path, ""), nil
	}
	q.Action.Move = move.Text
	return "", nil
}

// refuseCommand answers a command that failed: a program that is behind gets the current
// state, a form the page with the reason and the input.
func (s *handlers) refuseCommand(w http.ResponseWriter, r *http.Request, id string, in web.Form, err error) error {
	code := failure.CodeOf(err)
	if code == failure.NotFound || web.Gone(r, err) {
		return err
	}
	p := s.core.Problem(r, err)
	if (p.Key == failure.ErrNoSpace.Key || p.Key == failure.ErrNoDatabase.Key || p.Key == failure.ErrUnknown.Key) && strings.HasSuffix(r.Pattern, "/move") {
		p.Text = s.core.Texts(r).Text("web.error." + p.Key + ".move")
	}
	var missed any
	if p.Code == failure.Illegal || web.WantsJSON(r) && (code == failure.Stale || code == failure.Over) {
		room, findErr := s.core.Live.Rooms.Find(r.Context(), web.VisitorOf(r).User, id)
		switch {
		case findErr != nil:
		case p.Code == failure.Illegal:
			p = s.core.Texts(r).For(room.Match.Game().Info()).Problem(err) // with the texts of the game
		default:
			if state, stateErr := s.matchState(r, room); stateErr == nil {
				missed = &state
			}
		}
	}
	if !web.WantsJSON(r) {
		return s.renderMatch(w, r, id, matchExtra{status: p.Status, problem: p, typed: in.Text("move"), path: in.Text("path")})
	}
	return s.core.Refuse(w, r, p, missed)
}

// afterCommand redirects to the match, or to the rematch that was agreed on.
func (s *handlers) afterCommand(w http.ResponseWriter, r *http.Request, id string, kind match.ActionKind) error {
	if kind == match.Rematch || kind == match.Answer {
		room, err := s.core.Live.Rooms.Find(r.Context(), web.VisitorOf(r).User, id)
		if err == nil && room.Info.Rematch != "" {
			id = room.Info.Rematch
		}
	}
	return web.See(w, r, listing.MatchPath(id))
}

// explainTouch answers the script of the board with the reason why the last point of a
// path cannot be touched. The error is null if the touch is legal: the page was behind.
func (s *handlers) explainTouch(w http.ResponseWriter, r *http.Request) error {
	user, path := web.VisitorOf(r).User, r.URL.Query().Get("path")
	if len(path) > maxMove {
		path = path[:maxMove]
	}
	room, err := s.core.Live.Rooms.Find(r.Context(), user, room.CleanMatchID(r.PathValue("id")))
	if err != nil {
		return err
	}
	var answer web.Refusal
	if err := refuseTouch(room.Match, viewerOf(&room.Info, user), path, s.core.Now()); err != nil {
		answer.Error = s.core.Texts(r).For(room.Match.Game().Info()).Problem(err)
	}
	return s.core.WriteJSON(w, http.StatusOK, answer)
}

// refuseTouch returns why a viewer cannot touch the points of a path: because the viewer
// cannot move at all, or by the rules.
func refuseTouch(m match.Match, v viewer, path string, now time.Time) error {
	if !v.moves(m) {
		by := match.NoSeat
		if v.plays {
			by = match.SeatOf(v.side)
		}
		_, _, err := m.Do(now, match.Action{Kind: match.Move, By: by})
		return err
	}
	if _, illegal := boardview.NewPick(m.Game().Info(), m.State(), path); illegal != nil {
		return illegal
	}
	return nil
}
