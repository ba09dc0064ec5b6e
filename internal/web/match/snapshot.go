// SPDX-License-Identifier: Apache-2.0

package match

import (
	"time"

	"cairn/game"
	"cairn/internal/live"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
)

// snapshot is what a page state is made of. Streams keep names and log from
// one update to the next.
type snapshot struct {
	room    live.Room
	present [2]bool
	claim   bool // the side to move has been gone long enough
	viewer  viewer
	names   [2]string
	people  [2]seatPerson
	log     []boardview.LogLine
	now     time.Time
	legal   []game.Move // set by newPageState when the viewer may move
	turns   int         // only the last ones are needed, and legal moves as they are; 0 for all
}

// newPageState makes the page state of a snapshot.
func newPageState(t *web.Texts, s *snapshot) boardview.PageState {
	m, info := s.room.Match, &s.room.Info
	t = t.For(m.Game().Info())
	view := m.State().View()
	if s.viewer.moves(m) {
		s.legal = m.State().Moves()
	}
	p := boardview.PageState{
		Match: info.ID, Seq: m.Seq(), Game: info.Game, Status: m.Status().String(), Kind: string(info.Kind), Rated: info.Rated,
		You: s.viewer.you(), Turn: view.Turn, Men: boardview.MenText(view.Men), Running: running(m),
		ServerMS: s.now.UnixMilli(), Line: []string{}, Times: []int64{}, Log: s.log,
		Offer: offerState(t, s), Can: s.abilities(), Message: messageFor(t, s), End: endState(t, m, s.viewer),
	}
	if p.Log == nil {
		p.Log = []boardview.LogLine{}
	}
	known := 0
	if s.turns > 0 {
		known = m.Ply() - s.turns
	} else {
		p.Moves = s.moves()
	}
	for _, turn := range m.LineAfter(known) {
		p.Line, p.Times = append(p.Line, turn.Move), append(p.Times, turn.Took.Milliseconds())
	}
	for _, side := range game.Sides {
		*p.Sides.Side(side) = s.side(side, view.Sides[side])
	}
	if by, limited := m.FirstMoveBy(); limited {
		left := max(0, by.Sub(s.now).Milliseconds())
		p.FirstMS = &left
	}
	p.Last, p.Taken, p.Steps = lastMove(m, view)
	if s.viewer.plays && p.End != nil {
		p.End.Rating = newRatingText(t, s.people[s.viewer.side])
	}
	if info.Rematch != "" && s.viewer.plays {
		p.Rematch = listing.MatchPath(info.Rematch)
	}
	return p
}

// running names the side whose clock runs; none in a free turn.
func running(m match.Match) string {
	side, runs := m.Clock().Running()
	if !runs || m.Clock().Free() || m.Clock().Control().Kind == match.NoClock {
		return ""
	}
	return side.String()
}

func (s *snapshot) side(side game.Side, view game.SideView) boardview.SideState {
	m := s.room.Match
	_, program := live.ComputerLevel(s.room.Info.Seats[side])
	person := s.people[side]
	state := boardview.SideState{
		Name: s.names[side], Profile: person.Profile, Rating: person.Rating, Change: person.Change, Phase: view.Phase, Hand: view.Hand, Lost: view.Lost, Board: view.Board,
		Mills: view.Mills, Present: s.present[side], Computer: program,
	}
	if m.Clock().Control().Kind != match.NoClock {
		left := m.Clock().Remaining(side, s.now).Milliseconds()
		state.ClockMS = &left
	}
	return state
}

// moves lists the legal moves when the viewer may make one.
func (s *snapshot) moves() []boardview.MoveState {
	return boardview.MoveStates(s.room.Match.Game().Info().Board, s.legal)
}

// lastMove names the points the last move went over, those it emptied, and its
// steps.
func lastMove(m match.Match, now game.View) (last, taken []string, steps []boardview.StepState) {
	board := m.Game().Info().Board
	var notes []game.Note
	if m.Ply() > 0 {
		notes = m.Notes(m.Ply())
	}
	last, taken = boardview.Touched(board, notes, now)
	return last, taken, boardview.Steps(board, notes)
}

// abilities reports what the viewer may do, apart from moving.
func (s *snapshot) abilities() boardview.Abilities {
	m, v, kind := s.room.Match, s.viewer, s.room.Info.Kind
	if !v.plays {
		return boardview.Abilities{}
	}
	seat := match.SeatOf(v.side)
	_, asked := m.Offer()
	return boardview.Abilities{
		Start:   m.Status() == match.Ready && m.Setup().Creator == seat,
		Draw:    m.CanDraw(v.side) && kind != live.Computer && !asked, // a computer answers no offers
		Undo:    m.CanUndo(seat),
		Redo:    m.CanRedo(seat),
		Resign:  m.CanResign(),
		Abort:   m.CanAbort(),
		Claim:   s.mayClaim(),
		Rematch: m.CanRematch(seat) && (v.both || s.present[v.side.Other()]),
	}
}

func (s *snapshot) mayClaim() bool {
	m := s.room.Match
	return s.claim && !s.viewer.both && s.viewer.side != m.Turn() && !m.CanAbort() &&
		m.Setup().Takeback == match.Consent && m.Setup().Control.Kind != match.Correspondence
}
