// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"fmt"
	"slices"
	"time"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/match"
)

// table is a match on a server. The server decides; the match is rebuilt from the
// moves of its states.
type table struct {
	online  *Online
	id      string
	state   pagestate.State // the last one; Match is empty before the first
	at      time.Time       // when it came
	base    match.Match     // the moves of the state
	shown   match.Match     // with the move that is sent
	sent    string          // a move that the server has not confirmed; empty for none
	turns   int             // changes of the moves so far
	logged  int             // number of the last event that was logged
	lost    bool            // the connection is lost
	retries int             // of the client when the server answered last
}

// sides by their names in states.
var sideNames = map[string]game.Side{"white": game.White, "black": game.Black}

// side returns the player's side; false for spectators and those who play both.
func (t *table) side() (game.Side, bool) {
	side, ok := sideNames[t.state.You]
	return side, ok
}

// over reports whether the match has ended.
func (t *table) over() bool { return t.state.Status == "over" }

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

// connected notes that the server has answered, or looks whether it still does.
func (t *table) connected(answered bool) {
	retries := t.online.Client.Retries()
	if answered {
		t.retries = retries
	}
	t.lost = retries > t.retries
}

// receive takes a state of the server and returns what is new in it.
func (t *table) receive(g game.Game, state pagestate.State, now time.Time) ([]logEntry, error) {
	first, before := t.state.Match == "", len(t.state.Line)
	kept, base := same(t.state.Line, state.Line), t.base
	rewritten := kept < before
	var err error
	if first || rewritten {
		base, err = beginAt(g, state.Start, now)
		kept = 0
	}
	if err == nil {
		base, err = playOn(base, state.Line[kept:], now)
	}
	if err != nil {
		return nil, fmt.Errorf("the match of the server does not follow the rules of this program: %w", err)
	}
	if first || !slices.Equal(t.state.Line, state.Line) {
		t.sent = "" // it is among the moves, or the turn is another
		t.turns++
	}
	t.state, t.at, t.base = state, now, base
	if t.sent == "" {
		t.shown = base
	}
	return t.news(before, rewritten), nil
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

// news returns what is new in the state: turns in our own words, the rest in those of
// the server. Before is how many turns were known; rewritten that some were taken back.
func (t *table) news(before int, rewritten bool) (out []logEntry) {
	lines, all := t.state.Log, len(t.state.Line)
	for len(lines) > 0 && lines[0].Seq <= t.logged {
		lines = lines[1:]
	}
	if rewritten || turnsIn(lines) != all-before { // turns that were taken back are among them
		before = all
	}
	for i := 0; i < len(lines); {
		end := i + 1
		for end < len(lines) && lines[end].Seq == lines[i].Seq {
			end++
		}
		if lines[i].Move && before < all {
			before++
			out = append(out, turnEntry(t.shown, before))
			if end == len(lines) && t.shown.Result().Over() {
				out = append(out, logEntry{end: t.shown.Result()})
			}
		} else {
			for _, line := range lines[i:end] {
				out = append(out, logEntry{text: printable(line.Text)})
			}
		}
		t.logged, i = lines[i].Seq, end
	}
	return out
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

// send shows a move as played until the server has confirmed or refused it.
func (t *table) send(move string, now time.Time) error {
	next, err := playOn(t.base, []string{move}, now)
	if err != nil {
		return err
	}
	t.shown, t.sent = next, move
	t.turns++
	return nil
}

// refused takes a move back that the server did not accept.
func (t *table) refused(move string) {
	if t.sent == move {
		t.sent, t.shown = "", t.base
		t.turns++
	}
}

// request is a command of a player to the server.
type request struct {
	name  string // as the server knows it: move, draw and so on
	move  string
	offer int
	yes   bool
}

// commandFor returns the command of an action that is played.
func (t *table) commandFor(a action) request {
	switch a.kind {
	case actMove:
		return request{name: "move", move: a.text}
	case actUndo:
		return request{name: "undo"}
	case actRedo:
		return request{name: "redo"}
	case actDraw:
		return request{name: "draw"}
	case actAnswer:
		offer, _ := t.asked()
		return request{name: "answer", offer: offer.ID, yes: a.yes}
	default: // actForfeit
		if t.state.Can.Abort {
			return request{name: "abort"}
		}
		return request{name: "resign"}
	}
}

// call returns the function that sends a command; it does not touch the table.
func (t *table) call(c request) func(context.Context) (int, error) {
	online, id, seq := t.online, t.id, t.state.Seq
	if c.name != "move" {
		seq = 0
	}
	return func(ctx context.Context) (int, error) {
		out := online.Client.NewCommand(seq)
		out.Move, out.Offer, out.Yes = c.move, c.offer, c.yes
		return online.Client.Do(ctx, id, c.name, out)
	}
}
