// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"fmt"
	"slices"
	"time"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/match"
)

// table is the match on a server that a session shows. The server decides; the
// match of the session is rebuilt from the moves of its states.
type table struct {
	id      string
	state   pagestate.PageState // the last one; Match is empty before the first
	at      time.Time           // when it came
	base    match.Match         // the moves of the state
	sent    string              // a move that the server has not confirmed; empty for none
	turns   int                 // changes of the moves so far
	lost    bool                // the connection is lost
	retries int                 // of the client when the server answered last
}

// sides by their names in states.
var sideNames = map[string]game.Side{"white": game.White, "black": game.Black}

// side returns the player's side; false for spectators and those who play both.
func (t *table) side() (game.Side, bool) {
	side, ok := sideNames[t.state.You]
	return side, ok
}

// playing reports whether moves can be made at all.
func (t *table) playing() bool { return t.state.Status == "playing" }

// mine reports whether the player is to move: not while a move is being sent.
func (t *table) mine() bool {
	return t.playing() && t.sent == "" && (t.state.You == "both" || t.state.You == t.state.Turn.String())
}

// asked returns the offer that waits for the player's answer.
func (t *table) asked() (pagestate.OfferState, bool) {
	o := t.state.Offer
	if o == nil || o.Mine || t.state.You == "" {
		return pagestate.OfferState{}, false
	}
	return *o, true
}

// awaited reports whether the player has asked for something that the other player
// answers before the match goes on.
func (t *table) awaited() bool {
	o := t.state.Offer
	return o != nil && o.Mine && o.Kind != "draw"
}

// left returns the time a side has, counted on from the state while its clock runs;
// false without a clock.
func (t *table) left(side game.Side, now time.Time) (time.Duration, bool) {
	ms := t.state.Sides.Side(side).ClockMS
	if ms == nil {
		return 0, false
	}
	left := time.Duration(*ms) * time.Millisecond
	if t.state.Running == side.String() {
		left -= max(0, now.Sub(t.at))
	}
	return max(0, left), true
}

// sit makes the session show a match on a server; its first state is yet to come.
func (s *session) sit(id string) {
	s.table = &table{id: id}
	s.log, s.news, s.file, s.choice, s.logged = nil, nil, "", nil, 0
}

// receive shows a state of the server.
func (s *session) receive(state pagestate.PageState) error {
	t := s.table
	first := t.state.Match == ""
	if !first && state.Seq < t.state.Seq {
		return nil // an answer that was overtaken
	}
	entry, err := s.options.find(state.Game)
	if err != nil {
		return err
	}
	kept, base := same(t.state.Line, state.Line), t.base
	rewritten := kept < len(t.state.Line)
	if first || rewritten {
		base, err = beginAt(entry.Game, state.Start, s.options.Now())
		kept = 0
	}
	if err == nil {
		base, err = playOn(base, state.Line[kept:], s.options.Now())
	}
	if err != nil {
		return fmt.Errorf("the match of the server does not follow the rules of this program: %w", err)
	}
	moved := first || !slices.Equal(t.state.Line, state.Line)
	before := len(t.state.Line)
	t.state, t.at, t.base = state, s.options.Now(), base
	s.plan, s.traits = plan{entry: entry}, traitsOf(entry.Game)
	for _, side := range game.Sides {
		s.names[side] = t.state.Sides.Side(side).Name
	}
	if moved {
		t.sent = "" // it is among the moves, or the turn is another
		t.turns++
	}
	if t.sent == "" {
		s.match = base
	}
	s.logState(before, rewritten)
	return nil
}

// same returns how many moves two lines begin with alike.
func same(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// beginAt begins a match at a position; an empty one is the start of the game.
func beginAt(g game.Game, start string, now time.Time) (match.Match, error) {
	m, _, err := match.New(g, match.Setup{Start: start, Takeback: match.Free}, now)
	if err != nil {
		return m, err
	}
	m, _, err = m.Do(now, match.Action{Kind: match.Start})
	return m, err
}

// playOn plays further moves.
func playOn(m match.Match, moves []string, now time.Time) (match.Match, error) {
	for _, move := range moves {
		next, _, err := m.Do(now, match.Action{Kind: match.Move, By: match.SeatOf(m.Turn()), Move: move})
		if err != nil {
			return m, err
		}
		m = next
	}
	return m, nil
}

// logState logs what is new in the state: turns in our own words, the rest in those of
// the server. Before is how many turns were known; rewritten that some were taken back.
func (s *session) logState(before int, rewritten bool) {
	s.news = nil
	lines := s.table.state.Log
	for len(lines) > 0 && lines[0].Seq <= s.logged {
		lines = lines[1:]
	}
	fresh := len(s.table.state.Line) - before
	if rewritten || turnsIn(lines) != fresh { // turns that were taken back are among them
		before = len(s.table.state.Line)
	}
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && lines[end].Seq == lines[i].Seq {
			end++
		}
		if lines[i].Move && before < len(s.table.state.Line) {
			before++
			s.add(s.turnEntry(before))
			if end == len(lines) && s.match.Result().Over() {
				s.add(logEntry{end: s.match.Result()})
			}
		} else {
			s.logLines(lines[i:end])
		}
		s.logged, i = lines[i].Seq, end
	}
}

// turnsIn counts the turns among lines of a log.
func turnsIn(lines []pagestate.LogLine) int {
	n, last := 0, 0
	for _, line := range lines {
		if line.Move && line.Seq != last {
			n++
		}
		last = line.Seq
	}
	return n
}

func (s *session) logLines(lines []pagestate.LogLine) {
	for _, line := range lines {
		s.add(logEntry{text: printable(line.Text)})
	}
}

// send shows a move as played until the server has confirmed or refused it.
func (s *session) send(move string) error {
	next, err := playOn(s.table.base, []string{move}, s.options.Now())
	if err != nil {
		return err
	}
	s.match, s.table.sent = next, move
	s.table.turns++
	return nil
}

// refused takes a move back that the server did not accept.
func (s *session) refused(move string) {
	if s.table.sent == move {
		s.table.sent, s.match = "", s.table.base
		s.table.turns++
	}
}
