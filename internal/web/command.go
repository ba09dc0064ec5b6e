// SPDX-License-Identifier: Apache-2.0

package web

import (
	"fmt"
	"net/http"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/match"
)

// Limits of what a command carries; the longest chains are far shorter.
const (
	maxCommandID = 64
	maxMove      = 200
)

// command does something in a match: the same for forms and for programs.
func (s *Server) command(kind match.ActionKind) handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		id, user := live.CleanMatchID(r.PathValue("id")), visitorOf(r).user
		in, err := readInput(r)
		if err != nil {
			return err
		}
		q, err := in.request(kind)
		if err != nil {
			return err
		}
		if kind == match.Move && !sendsJSON(r) {
			var path string
			if path, err = s.entered(r, id, in, &q); path != "" {
				return see(w, r, matchPath(id)+path)
			}
		}
		seq := 0
		if err == nil {
			seq, err = s.live.Do(r.Context(), user, id, q)
		}
		if err != nil {
			return s.refuseCommand(w, r, id, in, err)
		}
		if wantsJSON(r) {
			return s.writeJSON(w, http.StatusOK, map[string]int{"seq": seq})
		}
		return s.afterCommand(w, r, id, kind)
	}
}

// request reads what a command carries.
func (in input) request(kind match.ActionKind) (live.Request, error) {
	q := live.Request{ID: in.text("id"), Action: match.Action{Kind: kind, Move: in.text("move")}}
	if len(q.ID) > maxCommandID || len(q.Action.Move) > maxMove {
		return q, badRequest(fmt.Errorf("id or move is too long"))
	}
	var err error
	if q.Expect, err = in.number("expect"); err != nil {
		return q, err
	}
	if q.Action.Offer, err = in.number("offer"); err != nil {
		return q, err
	}
	q.Action.Yes, err = in.yes("yes")
	return q, err
}

// entered makes the move of what a form holds: a text, or one more touch by
// select boxes. A touch that does not complete a move leads to the query of a
// page that asks for the next one.
func (s *Server) entered(r *http.Request, id string, in input, q *live.Request) (query string, err error) {
	room, err := s.live.Room(r.Context(), visitorOf(r).user, id)
	if err != nil {
		return "", err
	}
	m := room.Match
	viewer := viewerOf(&room.Info, visitorOf(r).user)
	if q.Expect != 0 && q.Expect != m.Seq() || !viewer.moves(m) {
		return "", nil // refused by whoever decides
	}
	k, illegal := newPick(m.Game().Info(), m.State(), in.text("path"))
	if in.text("column") == "" && in.text("row") == "" {
		k.picker.Reset()
		illegal = k.picker.Type(in.text("move"))
	} else if illegal == nil {
		point, wrong := k.at(in.text("column"), in.text("row"))
		if illegal = wrong; illegal == nil {
			illegal = k.picker.Touch(point)
		}
	}
	if illegal != nil {
		return "", illegal
	}
	move, done := k.picker.Done()
	if !done {
		return pathQuery(k.board.Names(k.picker.Path())), nil
	}
	q.Action.Move = move.Text
	return "", nil
}

// refuseCommand tells why nothing was done: programs get the state they have
// missed, people the page with the reason near what they typed.
func (s *Server) refuseCommand(w http.ResponseWriter, r *http.Request, id string, in input, err error) error {
	code := failure.CodeOf(err)
	if code == failure.NotFound {
		return err
	}
	p := s.problem(r, err)
	if p.Code == failure.Illegal {
		if room, roomErr := s.live.Room(r.Context(), visitorOf(r).user, id); roomErr == nil {
			p = s.texts(r).For(room.Match.Game().Info()).problem(err) // in the game's own words
		}
	}
	if !wantsJSON(r) {
		return s.renderMatch(w, r, id, matchExtra{status: p.Status, problem: p, typed: in.text("move"), path: in.text("path")})
	}
	answer := refusal{Error: p}
	if code == failure.Stale || code == failure.Over {
		if _, state, stateErr := s.matchState(r, id); stateErr == nil {
			answer.State = &state
		}
	}
	return s.writeJSON(w, p.Status, answer)
}

// afterCommand leads back to the match, or on to the one that was agreed on.
func (s *Server) afterCommand(w http.ResponseWriter, r *http.Request, id string, kind match.ActionKind) error {
	if kind == match.Rematch || kind == match.Answer {
		room, err := s.live.Room(r.Context(), visitorOf(r).user, id)
		if err == nil && room.Info.Rematch != "" {
			id = room.Info.Rematch
		}
	}
	return see(w, r, matchPath(id))
}
