// SPDX-License-Identifier: Apache-2.0

package match

import (
	"net/http"
	"strconv"
	"time"

	"cairn/game"
	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
)

// replayView leads through the turns of a match by links. The script takes
// over the same nodes, and needs no more pages.
type replayView struct {
	Ply, Plies int
	Move       string       // in notation; empty for the start
	Text       string       // what the turn did
	Steps      []replayStep // first, previous, next, last
	Turns      []replayTurn
	Source     string // address of all turns, for the script
	Link       string // whole address of this turn, to be passed on
	Mills      [2]int // closed up to there, by side
	Clocks     boardview.SideTurns
}

// replayStep is a link to another turn.
type replayStep struct {
	Name string // first, previous, next or last
	Href string // empty where there is nothing to go to
}

// replayTurn is one turn in the list.
type replayTurn struct {
	Ply  int
	Move string
	Href string
	Here bool
}

// replay returns the turn to show; false without one, or with one that the
// match does not have.
func (s *handlers) replay(r *http.Request, id string, m match.Match) (*replayView, game.View, boardview.BoardMarks, bool) {
	asked := r.URL.Query().Get("ply")
	ply, err := strconv.Atoi(asked)
	if asked == listing.LastPly {
		ply, err = m.Ply(), nil
	}
	if err != nil || ply < 0 || ply > m.Ply() {
		return nil, game.View{}, boardview.BoardMarks{}, false
	}
	walk, board := m.Walk(), m.Game().Info().Board
	line := walk.Turns()
	turn := boardview.TurnAt(s.Texts(r), walk, line, ply)
	v := &replayView{
		Ply: ply, Plies: m.Ply(), Move: turn.Move, Text: turn.Text, Steps: replaySteps(ply, m.Ply()),
		Source: listing.MatchPath(id) + "/turns", Link: s.PublicURL(r, listing.MatchPath(id)+listing.PlyQuery(ply)), Mills: walk.MillsAt(ply),
	}
	if left, known := clocksAt(m, ply); known {
		v.Clocks.SetClock(left)
	}
	for i := range line {
		v.Turns = append(v.Turns, replayTurn{Ply: i + 1, Move: line[i].Move, Href: listing.PlyQuery(i + 1), Here: i+1 == ply})
	}
	marks := boardview.BoardMarks{Last: boardview.PointsOf(board, turn.Last), Taken: boardview.PointsOf(board, turn.Taken)}
	return v, walk.StateAt(ply).View(), marks, true
}

// replaySteps are the links from one turn to others.
func replaySteps(ply, plies int) []replayStep {
	steps := []replayStep{{Name: "first"}, {Name: "previous"}, {Name: "next"}, {Name: "last"}}
	if ply > 0 {
		steps[0].Href, steps[1].Href = listing.PlyQuery(0), listing.PlyQuery(ply-1)
	}
	if ply < plies {
		steps[2].Href, steps[3].Href = listing.PlyQuery(ply+1), listing.PlyQuery(plies)
	}
	return steps
}

// lookBack changes a state to one of an earlier turn, where nothing can be
// done.
func lookBack(p *boardview.PageState, view game.View, v *replayView) {
	p.Men, p.Turn, p.Moves, p.Message = boardview.MenText(view.Men), view.Turn, []boardview.MoveState{}, v.Text
	p.Can, p.Offer, p.Running = boardview.Abilities{}, nil, ""
	p.Sides.White.Mills, p.Sides.Black.Mills = v.Mills[game.White], v.Mills[game.Black]
	p.Sides.White.ClockMS, p.Sides.Black.ClockMS = v.Clocks.White.ClockMS, v.Clocks.Black.ClockMS
	if v.Ply < v.Plies {
		p.End = nil
	}
}

// clocksAt returns the times both sides had left when a position was reached; at
// the end of a match those they were left with.
func clocksAt(m match.Match, ply int) ([2]time.Duration, bool) {
	left, known := m.LeftAt(ply)
	if known && ply == m.Ply() && m.Status() == match.Over && m.Setup().Control.Kind != match.NoClock {
		left = [2]time.Duration{m.Clock().Remaining(game.White, m.At()), m.Clock().Remaining(game.Black, m.At())}
	}
	return left, known
}

// turnsState is a whole match turn by turn, for scripts. Its JSON is described
// in docs/api.md.
type turnsState struct {
	Match string                `json:"match"`
	Turns []boardview.TurnState `json:"turns"` // the first is the start
	End   *boardview.EndState   `json:"end"`   // nil while the match goes on
}

// showTurns answers with all turns of a match, as JSON.
func (s *handlers) showTurns(w http.ResponseWriter, r *http.Request) error {
	user := web.VisitorOf(r).User
	room, err := s.Live.Room(r.Context(), user, live.CleanMatchID(r.PathValue("id")))
	if err != nil {
		return err
	}
	return s.WriteJSON(w, http.StatusOK, newTurns(s.Texts(r), room.Info.ID, room.Match, viewerOf(&room.Info, user)))
}

// newTurns lists all turns of a match.
func newTurns(t *web.Texts, id string, m match.Match, v viewer) turnsState {
	t = t.For(m.Game().Info())
	walk := m.Walk()
	line := walk.Turns()
	state := turnsState{Match: id, End: endState(t, m, v)}
	for ply := range walk.Ply() + 1 {
		turn := boardview.TurnAt(t, walk, line, ply)
		if left, known := clocksAt(m, ply); known {
			turn.Sides.SetClock(left)
		}
		state.Turns = append(state.Turns, turn)
	}
	return state
}
