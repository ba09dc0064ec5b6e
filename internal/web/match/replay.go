// SPDX-License-Identifier: Apache-2.0

package match

import (
	"net/http"
	"strconv"
	"time"

	"cairn/game"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
)

// askedPly is the ply in the query of an address; false if the ply is missing or beyond
// the match.
func askedPly(r *http.Request, m match.Match) (int, bool) {
	ply, err := strconv.Atoi(r.URL.Query().Get("ply"))
	return ply, err == nil && ply >= 0 && ply <= m.Ply()
}

// moves lists the moves of a match beside the board that shows one of them.
func (s *handlers) moves(r *http.Request, id string, m match.Match, ply int) boardview.MovesView {
	walk := m.Walk()
	v := boardview.NewMovesView(s.core.Texts(r), walk.Turns(), walk.StateAt(0).Turn(), ply, listing.MatchPath(id))
	v.Source, v.Link = listing.MatchPath(id)+"/turns", s.core.PublicURL(r, listing.MatchPath(id)+listing.PlyQuery(ply))
	v.Over = m.Status() == match.Over
	return v
}

// lookBack changes a state to the state after an earlier move, and returns the view of its
// board. Clocks of a running game show the present.
func lookBack(t *web.Texts, p *pagestate.State, m match.Match, ply int) game.View {
	walk := m.Walk()
	view, turn := walk.StateAt(ply).View(), pagestate.TurnAt(t.For(m.Game().Info()), walk, walk.Turns(), ply)
	p.Men, p.Turn, p.Last, p.Taken, p.Moves, p.Message = turn.Men, turn.Turn, turn.Last, turn.Taken, []pagestate.MoveState{}, turn.Text
	for _, side := range game.Sides {
		at, shown := view.Sides[side], p.Sides.Side(side)
		shown.Phase, shown.Hand, shown.Lost, shown.Board, shown.Mills = at.Phase, at.Hand, at.Lost, at.Board, at.Mills
	}
	if left, known := clocksAt(m, ply); known && m.Status() == match.Over {
		white, black := left[game.White].Milliseconds(), left[game.Black].Milliseconds()
		p.Sides.White.ClockMS, p.Sides.Black.ClockMS = &white, &black
	}
	return view
}

// clocksAt returns the times left of both sides when a position was reached; for the last
// position of a match, the times left at the end.
func clocksAt(m match.Match, ply int) ([2]time.Duration, bool) {
	left, known := m.LeftAt(ply)
	if known && ply == m.Ply() && m.Status() == match.Over && m.Setup().Control.Kind != match.NoClock {
		left = [2]time.Duration{m.Clock().Remaining(game.White, m.At()), m.Clock().Remaining(game.Black, m.At())}
	}
	return left, known
}

// turnsState is the JSON of a whole match turn by turn, described in docs/api.md.
type turnsState struct {
	Match string                `json:"match"`
	Turns []pagestate.TurnState `json:"turns"` // the first is the start
	End   *pagestate.EndState   `json:"end"`   // nil while the match is played
}

// showTurns answers with all turns of a match, as JSON.
func (s *handlers) showTurns(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	room, err := s.core.Live.Rooms.Find(r.Context(), user, room.CleanMatchID(r.PathValue("id")))
	if err != nil {
		return err
	}
	return s.core.WriteJSON(w, http.StatusOK, newTurns(s.core.Texts(r), room.Info.ID, room.Match, viewerOf(&room.Info, user)))
}

// newTurns lists all turns of a match.
func newTurns(t *web.Texts, id string, m match.Match, v viewer) turnsState {
	t = t.For(m.Game().Info())
	walk := m.Walk()
	line := walk.Turns()
	state := turnsState{Match: id, End: endState(t, m, v)}
	for ply := range walk.Ply() + 1 {
		turn := pagestate.TurnAt(t, walk, line, ply)
		if left, known := clocksAt(m, ply); known {
			turn.SetClock(left)
		}
		state.Turns = append(state.Turns, turn)
	}
	return state
}
