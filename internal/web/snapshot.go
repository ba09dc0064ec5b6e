// SPDX-License-Identifier: Apache-2.0

package web

import (
	"slices"
	"time"

	"cairn/game"
	"cairn/internal/live"
	"cairn/match"
)

// snapshot is what a page state is made of. Names and log come from elsewhere,
// because streams need not ask for them again with every update.
type snapshot struct {
	room    live.Room
	present [2]bool
	claim   bool // the side to move has been gone long enough
	viewer  viewer
	names   [2]string
	people  [2]seatPerson
	log     []LogLine
	now     time.Time
	legal   []game.Move // set by state when the viewer may move
}

// state makes the page state of a snapshot.
func (t *texts) state(s snapshot) PageState {
	m, info := s.room.Match, &s.room.Info
	t = t.For(m.Game().Info())
	view := m.State().View()
	if s.viewer.moves(m) {
		s.legal = m.State().Moves()
	}
	p := PageState{
		Match: info.ID, Seq: m.Seq(), Game: info.Game, Status: m.Status().String(), Kind: string(info.Kind), Rated: info.Rated,
		You: s.viewer.you(), Turn: view.Turn, Men: menText(view.Men), Running: running(m),
		ServerMS: s.now.UnixMilli(), Moves: s.moves(), Log: s.log,
		Offer: t.offer(s), Can: s.abilities(), Message: t.message(s), End: t.end(m, s.viewer),
	}
	if p.Log == nil {
		p.Log = []LogLine{}
	}
	for _, side := range game.Sides {
		*p.Sides.Side(side) = s.side(side, view.Sides[side])
	}
	p.Last, p.Taken = lastMove(m, view)
	if s.viewer.plays && p.End != nil {
		p.End.Rating = t.newRating(s.people[s.viewer.side])
	}
	if info.Rematch != "" && s.viewer.plays {
		p.Rematch = matchPath(info.Rematch)
	}
	return p
}

// menText writes the men of a view, one character a point.
func menText(men []game.Man) string {
	text := make([]byte, len(men))
	for i, man := range men {
		text[i] = ".wb"[man]
	}
	return string(text)
}

// running names the side whose clock runs.
func running(m match.Match) string {
	side, runs := m.Clock().Running()
	if !runs || m.Clock().Control().Kind == match.NoClock {
		return ""
	}
	return side.String()
}

func (s *snapshot) side(side game.Side, view game.SideView) SideState {
	m := s.room.Match
	_, program := live.ComputerLevel(s.room.Info.Seats[side])
	person := s.people[side]
	state := SideState{
		Name: s.names[side], Profile: person.Profile, Rating: person.Rating, Change: person.Change, Phase: view.Phase, Hand: view.Hand, Lost: view.Lost, Board: view.Board,
		Mills: m.Mills()[side], Present: s.present[side], Computer: program,
	}
	if m.Clock().Control().Kind != match.NoClock {
		left := m.Clock().Remaining(side, s.now).Milliseconds()
		state.ClockMS = &left
	}
	return state
}

// moves lists the legal moves when the viewer may make one.
func (s *snapshot) moves() []MoveState {
	return moveStates(s.room.Match.Game().Info().Board, s.legal)
}

// moveStates writes moves as the board in the browser reads them.
func moveStates(b *game.Board, legal []game.Move) []MoveState {
	moves := make([]MoveState, len(legal))
	for i, move := range legal {
		moves[i] = MoveState{
			Text: move.Text, Takes: victims(b, move.Notes),
			Paths: make([][]string, len(move.Paths)), Kinds: make([][]game.TouchKind, len(move.Paths)),
		}
		for j, path := range move.Paths {
			moves[i].Paths[j], moves[i].Kinds[j] = b.Names(path.Points()), path.Kinds()
		}
	}
	return moves
}

// victims names the points of the men that a move with these notes takes.
func victims(b *game.Board, notes []game.Note) []string {
	points := []string{}
	for _, note := range notes {
		if note.Kind == game.Took {
			points = append(points, b.Name(note.Point))
		}
	}
	return points
}

// lastMove names the points the last move went over, and those it emptied.
func lastMove(m match.Match, now game.View) (last, taken []string) {
	if m.Ply() == 0 {
		return []string{}, []string{}
	}
	return touched(m.Game().Info().Board, m.Notes(m.Ply()), now)
}

// touched names the points that a move with these notes went over, and those it
// emptied.
func touched(b *game.Board, notes []game.Note, after game.View) (last, taken []string) {
	last, taken = []string{}, []string{}
	for _, note := range notes {
		switch note.Kind {
		case game.Moved, game.Flew, game.Jumped:
			if from := b.Name(note.From); !slices.Contains(last, from) {
				last = append(last, from)
			}
			last = append(last, b.Name(note.Point))
		case game.Placed:
			last = append(last, b.Name(note.Point))
		case game.Took:
			if after.Men[note.Point] == game.NoMan { // the mover may stand there by now
				taken = append(taken, b.Name(note.Point))
			}
		}
	}
	return last, taken
}

// abilities says what the viewer may do, apart from moving.
func (s *snapshot) abilities() Abilities {
	m, v, kind := s.room.Match, s.viewer, s.room.Info.Kind
	if !v.plays {
		return Abilities{}
	}
	seat := match.SeatOf(v.side)
	_, asked := m.Offer()
	return Abilities{
		Start:   m.Status() == match.Ready && m.Setup().Creator == seat,
		Draw:    m.CanDraw(v.side) && kind != live.Computer && !asked, // a computer answers no offers
		Undo:    m.CanUndo(seat),
		Redo:    m.CanRedo(seat),
		Resign:  m.Status() == match.Playing,
		Abort:   m.CanAbort(),
		Claim:   s.mayClaim(),
		Rematch: m.CanRematch(seat),
	}
}

func (s *snapshot) mayClaim() bool {
	m := s.room.Match
	return s.claim && !s.viewer.both && s.viewer.side != m.Turn() && !m.CanAbort() &&
		m.Setup().Takeback == match.Consent && m.Setup().Control.Kind != match.Correspondence
}
