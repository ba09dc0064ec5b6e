// SPDX-License-Identifier: Apache-2.0

package match

import (
	"context"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// snapshot is the input of a page state. Streams keep names and log from
// one update to the next.
type snapshot struct {
	room    *room.Room
	present [2]bool
	absent  bool          // the side to move is not there
	claimIn time.Duration // how long it must stay absent until the match can be claimed
	viewer  viewer
	names   [2]string
	people  [2]seatPerson
	log     []pagestate.LogLine
	now     time.Time
	legal   []game.Move // set by findMoves
	seen    *game.View  // set by view
}

// view returns the view of the position, which is computed once.
func (s *snapshot) view() *game.View {
	if s.seen == nil {
		view := s.room.Match.State().View()
		s.seen = &view
	}
	return s.seen
}

// findMoves finds the legal moves if the viewer may make one.
func (s *snapshot) findMoves() {
	if s.viewer.moves(s.room.Match) {
		s.legal = s.room.Match.State().Moves()
	}
}

// firstMS is the time that is left for the first move, nil if it is not limited.
func (s *snapshot) firstMS() *int64 {
	by, limited := s.room.Match.FirstMoveBy()
	if !limited {
		return nil
	}
	left := max(0, by.Sub(s.now).Milliseconds())
	return &left
}

// claimMS is the time until the viewer may claim the match, nil if it is not running.
func (s *snapshot) claimMS() *int64 {
	if s.claimIn == 0 || !s.mayClaim() {
		return nil
	}
	left := s.claimIn.Milliseconds()
	return &left
}

// lineAfter returns the moves after a ply, and how long each took in milliseconds.
func lineAfter(m match.Match, ply int) (moves []string, times []int64) {
	moves, times = []string{}, []int64{}
	for _, turn := range m.LineAfter(ply) {
		moves, times = append(moves, turn.Move), append(times, turn.Took.Milliseconds())
	}
	return moves, times
}

// newPageState makes the page state of a snapshot.
func newPageState(t *web.Texts, s *snapshot) pagestate.State {
	m, info := s.room.Match, &s.room.Info
	t = t.For(m.Game().Info())
	view := s.view()
	s.findMoves()
	p := pagestate.State{
		Match: info.ID, Seq: m.Seq(), Game: info.Game, Status: m.Status().String(), Kind: string(info.Kind), Rated: info.Rated,
		You: s.viewer.you(), Turn: view.Turn, Men: pagestate.MenText(view.Men), Position: m.Position(), Clock: clockState(m.Clock().Control()), Running: running(m),
		ServerMS: s.now.UnixMilli(), FirstMS: s.firstMS(), ClaimMS: s.claimMS(), Moves: pagestate.MoveStates(m.Game().Info().Board, s.legal), Log: s.log,
		Offer: offerState(t, s), Can: s.abilities(), Message: messageFor(t, s), End: endState(t, m, s.viewer),
	}
	if p.Log == nil {
		p.Log = []pagestate.LogLine{}
	}
	p.Line, p.Times = lineAfter(m, 0)
	p.Start = m.Setup().Start
	for _, side := range game.Sides {
		*p.Sides.Side(side) = s.side(side, view.Sides[side])
	}
	p.Last, p.Taken, p.Steps = lastMove(m, *view)
	if me := s.people[s.viewer.side]; s.viewer.plays && p.End != nil && me.Change != "" {
		p.End.Rating = t.Text("web.end.rating", "rating", me.Rating, "change", me.Change)
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

// clockState returns a time control as codes, nil for none.
func clockState(c match.Control) *pagestate.ClockState {
	if c.Kind == match.NoClock {
		return nil
	}
	return &pagestate.ClockState{InitialMS: c.Initial.Milliseconds(), IncrementMS: c.Increment.Milliseconds(), Days: int(c.PerMove.Hours() / 24)}
}

func (s *snapshot) side(side game.Side, view game.SideView) pagestate.SideState {
	_, program := room.ComputerLevel(s.room.Info.Seats[side])
	person := s.people[side]
	return pagestate.SideState{
		Name: s.names[side], Profile: person.Profile, Rating: person.Rating, Change: person.Change, Pieces: pagestate.PiecesOf(view),
		Present: s.present[side], ClockMS: s.clockMS(side), Computer: program, Bot: person.Bot,
	}
}

// clockMS is the time a side has left, nil without clocks.
func (s *snapshot) clockMS(side game.Side) *int64 {
	clock := s.room.Match.Clock()
	if clock.Control().Kind == match.NoClock {
		return nil
	}
	left := clock.Remaining(side, s.now).Milliseconds()
	return &left
}

// lastMove returns the points that the last move went over and emptied, and its steps.
func lastMove(m match.Match, now game.View) (last, taken []string, steps []pagestate.StepState) {
	var notes []game.Note
	if m.Ply() > 0 {
		notes = m.Notes(m.Ply())
	}
	board := m.Game().Info().Board
	last, taken = pagestate.Touched(board, notes, now)
	return last, taken, pagestate.Steps(board, notes)
}

// abilities reports what the viewer may do, apart from moving.
func (s *snapshot) abilities() pagestate.Abilities {
	m, v, kind := s.room.Match, s.viewer, s.room.Info.Kind
	if !v.plays {
		return pagestate.Abilities{}
	}
	seat := match.SeatOf(v.side)
	_, asked := m.Offer()
	return pagestate.Abilities{
		Start:   m.Status() == match.Ready && m.Setup().Creator == seat,
		Draw:    m.CanDraw(v.side) && kind != room.Computer && !asked, // a computer answers no offers
		Undo:    m.CanUndo(seat),
		Redo:    m.CanRedo(seat),
		Resign:  m.CanResign(),
		Abort:   m.CanAbort(),
		Claim:   s.mayClaim() && s.claimIn == 0,
		Rematch: m.CanRematch(seat) && (v.both || s.present[v.side.Other()]),
	}
}

// mayClaim reports whether the viewer may claim the match, now or in claimIn.
func (s *snapshot) mayClaim() bool {
	m := s.room.Match
	return s.absent && s.viewer.plays && !s.viewer.both && s.viewer.side != m.Turn() && !m.CanAbort() &&
		m.Setup().Takeback == match.Consent && m.Setup().Control.Kind != match.Correspondence
}

// viewer is a visitor of a match, with the side they play.
type viewer struct {
	side  game.Side
	plays bool
	both  bool // plays both sides, on one device
}

func viewerOf(info *room.Info, user account.User) viewer {
	var v viewer
	v.side, v.plays = info.SideOf(user.ID)
	v.both = v.plays && info.Kind == room.Screen
	return v
}

// you is the viewer's side as in pagestate.State.
func (v viewer) you() string {
	switch {
	case v.both:
		return "both"
	case v.plays:
		return v.side.String()
	}
	return ""
}

// moves reports whether the viewer may move now.
func (v viewer) moves(m match.Match) bool {
	return v.plays && m.Status() == match.Playing && !m.Paused() && (v.both || m.Turn() == v.side)
}

// seatPerson is what a page shows of a player beside the name.
type seatPerson struct {
	Profile string // address; empty for guests, computers and deleted accounts
	Rating  string // in points; empty for none
	Change  string // of the rating by the match; empty before its end
	Bot     bool
}

// seated returns the names of the two sides of a match, and their players.
func (s *handlers) seated(ctx context.Context, t *web.Texts, info *room.Info) (names [2]string, people [2]seatPerson, err error) {
	known, bots, err := s.lists.Named(ctx, info.Seats[:])
	if err != nil {
		return names, people, err
	}
	names = listing.SeatNames(t, info, known)
	if info.Kind != room.Open && info.Kind != room.Private {
		return names, people, nil
	}
	ratings, err := s.seatRatings(ctx, t, info)
	for _, side := range game.Sides {
		account := info.Seats[side]
		people[side] = ratings[account]
		people[side].Profile, people[side].Bot = listing.ProfilePath(known[account]), bots[account]
	}
	return names, people, err
}

// seatRatings returns the ratings of the players of a match by account: after the match
// once it is over, else the current ratings.
func (s *handlers) seatRatings(ctx context.Context, t *web.Texts, info *room.Info) (map[string]seatPerson, error) {
	people := map[string]seatPerson{}
	if info.Rated && info.Status == match.Over {
		changes, err := s.core.Live.Ratings.ChangesBy(ctx, info.ID)
		for account, c := range changes {
			people[account] = seatPerson{Rating: listing.PointsText(c.After, listing.Sure(c.Deviation)), Change: listing.ChangeText(c.Before, c.After)}
		}
		return people, err
	}
	if info.Rated {
		for _, account := range info.Seats {
			people[account] = seatPerson{Rating: t.Text("web.rating.new")}
		}
	}
	ratings, err := s.core.Live.Ratings.In(ctx, info.Game, info.Seats[:]...)
	for account, r := range ratings {
		people[account] = seatPerson{Rating: listing.RatingText(r)}
	}
	delete(people, "") // an open seat
	return people, err
}
