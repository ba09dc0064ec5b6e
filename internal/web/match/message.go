// SPDX-License-Identifier: Apache-2.0

package match

import (
	"fmt"
	"slices"
	"strings"

	"cairn/game"
	"cairn/internal/live/room"
	"cairn/internal/pagestate"
	"cairn/internal/study/puzzle"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/match"
)

// messageFor returns the message below the board: what the viewer does next or waits for.
func messageFor(t *web.Texts, s *snapshot) string {
	m, v := s.room.Match, s.viewer
	switch m.Status() {
	case match.Waiting:
		return t.Text("web.message.waiting")
	case match.Ready:
		return readyMessage(t, s)
	case match.Over:
		end := m.Result()
		return t.End(end.Verdict, string(end.Reason))
	}
	switch {
	case m.Paused():
		return t.Text("web.message.paused")
	case v.both:
		return t.Text("web.message.side."+s.step(), "side", t.Side(m.Turn()))
	case v.moves(m):
		return t.Text("web.message.you." + s.step())
	case v.plays && s.room.Info.Kind == room.Computer:
		return t.Text("web.message.thinking", "name", s.names[m.Turn()])
	case v.plays && !s.present[m.Turn()]:
		return t.Text("web.message.away", "name", s.names[m.Turn()])
	case v.plays:
		return t.Text("web.message.wait", "name", s.names[m.Turn()])
	}
	return t.Text("turn.now", "side", t.Players(m.Turn()))
}

// readyMessage is the message before two players have started.
func readyMessage(t *web.Texts, s *snapshot) string {
	creator, has := s.room.Match.Setup().Creator.Side()
	switch {
	case !has && s.viewer.plays:
		return t.Text("web.message.coming", "name", s.names[s.viewer.side.Other()])
	case !has || !s.viewer.plays:
		return t.Text("web.message.ready")
	case creator == s.viewer.side:
		return t.Text("web.message.start", "name", s.names[creator.Other()])
	}
	return t.Text("web.message.creator", "name", s.names[creator])
}

// steps are the parts of text keys for the moves of a phase.
var steps = [...]string{game.Placing: "place", game.Sliding: "move", game.Flying: "fly", game.Mixed: "mixed"}

// step is the part of a text key for the next move: its phase, or take if every move captures.
func (s *snapshot) step() string {
	view := s.view()
	phase := view.Sides[view.Turn].Phase
	if phase == game.Sliding && !slices.ContainsFunc(s.legal, func(m game.Move) bool { return !boardview.Takes(m) }) {
		return "take"
	}
	return steps[phase]
}

// endState describes the end of a match to the viewer; nil while it is played. For the
// players the title says whether they won and the text why; for others the title says both.
func endState(t *web.Texts, m match.Match, v viewer) *pagestate.EndState {
	end := m.Result()
	if !end.Over() {
		return nil
	}
	text := t.End(end.Verdict, string(end.Reason))
	state := &pagestate.EndState{Result: listing.ResultOf(end), Reason: string(end.Reason), Outcome: outcome(end, v), Title: strings.TrimSuffix(text, ".")}
	if state.Outcome == "won" || state.Outcome == "lost" {
		state.Title, state.Text = t.Text("web.end."+state.Outcome), text
	}
	if closed := m.Mills(); closed != [2]int{} {
		state.Mills = t.Text("web.end.mills", "white", closed[game.White], "black", closed[game.Black])
	}
	if late, expired := m.Expired(); expired {
		state.Text = t.Text("web.end.expired", "side", t.Side(late))
	}
	if m.Abandoned() {
		state.Text = t.Text("web.end.abandoned", "days", int(match.AbandonedAfter.Hours()/24))
	}
	if d := drillOf(m); d != nil && v.plays {
		key := "web.drill.failed"
		if trainer.Reached(d, end.Verdict) {
			key = "web.drill.reached"
		}
		state.Text = strings.TrimSpace(state.Text + " " + t.Text(key))
	}
	return state
}

// outcome is the result of a match from the side of the viewer, see pagestate.EndState.
func outcome(end match.End, v viewer) string {
	winner, won := end.Verdict.Winner()
	switch {
	case end.Verdict == game.Draw:
		return "drawn"
	case !won:
		return "aborted"
	case !v.plays || v.both:
		return "decided"
	case winner == v.side:
		return "won"
	}
	return "lost"
}

// offerState describes an open offer to the players; spectators do not see it.
func offerState(t *web.Texts, s *snapshot) *pagestate.OfferState {
	offer, open := s.room.Match.Offer()
	if !open || !s.viewer.plays {
		return nil
	}
	state := &pagestate.OfferState{ID: offer.ID, Kind: offer.Kind.String(), Mine: offer.By == s.viewer.side && !s.viewer.both}
	switch {
	case state.Mine:
		state.Text = t.Text("web.offer.mine." + state.Kind)
	case s.viewer.both:
		state.Text = t.Text("web.offer.side."+state.Kind, "side", t.Side(offer.By), "other", t.Side(offer.By.Other()))
	default:
		state.Text = t.Text("web.offer.theirs."+state.Kind, "name", s.names[offer.By])
	}
	return state
}

// drillView is the drill that a match is played in.
type drillView struct {
	Path, Text string
	Level      int
}

// drillLevel is the level of the computer in drills.
const drillLevel = "perfect"

// drillOf returns the drill that begins at the position of a match against the perfect
// level; nil for other matches.
func drillOf(m match.Match) *puzzle.Drill {
	setup := m.Setup()
	if !m.Loaded() || !slices.Contains(setup.Seats[:], room.ComputerSeat(drillLevel)) {
		return nil
	}
	return trainer.DrillOf(m.Game(), setup.Start)
}

func newDrillView(t *web.Texts, m match.Match) *drillView {
	d := drillOf(m)
	if d == nil {
		return nil
	}
	return &drillView{fmt.Sprintf("/drills/%s/%d", d.Game, d.Level), boardview.DrillGoal(t.For(m.Game().Info()), d), d.Level}
}
