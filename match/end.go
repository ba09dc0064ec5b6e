// SPDX-License-Identifier: Apache-2.0

package match

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cairn/game"
	"cairn/record"
)

// Reason is why a match ended: one of the constants below, or the name of a
// game.Reason. It is empty until the match ends.
type Reason string

// The reasons that are not rules of a game.
const (
	ByResignation Reason = record.Resignation // the loser resigned
	ByAgreement   Reason = record.Agreement   // both agreed to a draw
	ByTime        Reason = record.Time        // the loser's time ran out
	ByLeaving     Reason = record.Left        // the loser left
	ByAbort       Reason = record.Aborted     // aborted: no result
)

// Reasons returns the reasons that are not rules of a game.
func Reasons() []Reason {
	var list []Reason
	for _, r := range record.Reasons() {
		list = append(list, Reason(r))
	}
	return list
}

// ByRule returns a rule of the game as a Reason.
func ByRule(r game.Reason) Reason { return Reason(r.String()) }

// Rule returns r as a rule of the game; false if it is none.
func (r Reason) Rule() (game.Reason, bool) {
	var rule game.Reason
	err := rule.UnmarshalText([]byte(r))
	return rule, err == nil && rule != game.NoReason
}

// End is the result of a match, zero until the match ends.
type End struct {
	Verdict game.Verdict `json:"verdict"` // Playing for an aborted match
	Reason  Reason       `json:"reason"`
}

// Over reports whether the match has ended.
func (e End) Over() bool { return e.Reason != "" }

// Write sets the verdict and reason of a record.
func (e End) Write(r *record.Record) { r.Verdict, r.Reason = e.Verdict, string(e.Reason) }

// EndOf returns the result of a record.
func EndOf(r record.Record) (End, error) {
	e := End{Verdict: r.Verdict, Reason: Reason(r.Reason)}
	return e, e.check()
}

// check reports an unknown reason, or a verdict that does not go with it.
func (e End) check() error {
	if e == (End{}) {
		return nil
	}
	if _, ok := e.Reason.Rule(); !ok && !slices.Contains(record.Reasons(), string(e.Reason)) {
		return fmt.Errorf("reason %q: want a rule of the game or one of %s", e.Reason, strings.Join(record.Reasons(), ", "))
	}
	if !e.fits() {
		return fmt.Errorf("verdict %s does not go with reason %s", e.Verdict, e.Reason)
	}
	return nil
}

func (e End) fits() bool {
	_, won := e.Verdict.Winner()
	switch e.Reason {
	case ByAgreement:
		return e.Verdict == game.Draw
	case ByAbort:
		return e.Verdict == game.Playing
	case ByResignation, ByTime, ByLeaving:
		return won
	default: // a rule may lead to a win or a draw
		return e.Verdict != game.Playing
	}
}

// finish ends the match: it stops the clocks and closes the open offer.
func (m *draft) finish(e *Event, end End) {
	m.end, e.End, m.undone = end, end, End{}
	m.clock = m.clock.Stop(e.At)
	m.offer = Offer{}
	m.paused = false
}

// finishByRules ends the match if the game is over by its rules or by a draw rule.
func (m *draft) finishByRules(e *Event) {
	if r := m.walk.Result(); r.Over() {
		m.finish(e, End{r.Verdict, ByRule(r.Reason)})
	}
}

// outOfTime ends the match because the time of the side to move has run out. Under
// FairTerms it aborts the match before both sides have moved.
func (m *draft) outOfTime(e *Event) {
	if m.expired = m.setup.fair() && m.opening(); m.expired {
		e.Kind, e.By = Expired, SeatOf(m.Turn()) // whatever the action was
		m.finish(e, End{Reason: ByAbort})
		return
	}
	e.Kind, e.By = Flagged, NoSeat // whatever the action was
	m.finish(e, End{game.Wins(m.Turn().Other()), ByTime})
}

// resign ends the match as a loss of the side that resigns, or aborts it under FairTerms
// before both sides have moved.
func (m *draft) resign(a Action, e *Event) error {
	side, _ := a.By.Side()
	if m.setup.fair() && m.opening() {
		return m.abort(a, e)
	}
	e.Kind = Resigned
	m.finish(e, End{game.Wins(side.Other()), ByResignation})
	return nil
}

// AbandonedAfter is how long a match without a clock may stand still before the system
// may abort it.
const AbandonedAfter = 14 * day

// abort ends the match without a result.
func (m *draft) abort(a Action, e *Event) error {
	if !m.opening() && (a.By != NoSeat || !m.stands(e.At)) {
		return refuse(WhyTooLate)
	}
	e.Kind = Aborted
	m.finish(e, End{Reason: ByAbort})
	return nil
}

// stands reports whether a match without a clock has not changed for AbandonedAfter.
func (m *Match) stands(at time.Time) bool {
	return m.setup.Control.Kind == NoClock && !m.setup.local() && at.Sub(m.at) >= AbandonedAfter
}

// Abandoned reports whether the match was aborted because nobody moved for AbandonedAfter.
func (m Match) Abandoned() bool { return m.end.Reason == ByAbort && !m.opening() }

// claim ends the match because the side to move has left: see Action.Away.
func (m *draft) claim(a Action, e *Event) error {
	loser := m.Turn()
	switch {
	case m.opening():
		return refuse(WhyTooEarly)
	case !a.Away || a.By == SeatOf(loser) || !m.canLeave():
		return refuse(WhyNotAway)
	}
	e.Kind = Claimed
	m.finish(e, End{game.Wins(loser.Other()), ByLeaving})
	return nil
}

// opening reports whether a side has not moved yet, so that the match can be aborted.
// Under FairTerms undone turns do not count.
func (m *Match) opening() bool {
	if m.setup.fair() {
		return !m.moved(game.White) || !m.moved(game.Black)
	}
	return m.turns < 2
}

// moved reports whether a side has made a move that was not undone.
func (m *Match) moved(side game.Side) bool {
	for ply := m.Ply() - 1; ply >= 0; ply-- { // backwards: the last states are in the CPU cache
		if m.walk.StateAt(ply).Turn() == side {
			return true
		}
	}
	return false
}

// canLeave reports whether leaving may lose the match: not on one machine, and not in
// correspondence.
func (m *Match) canLeave() bool {
	return !m.setup.local() && m.setup.Control.Kind != Correspondence
}

// CanResign reports whether resigning loses the match. Before, a player can abort instead.
func (m Match) CanResign() bool {
	return m.Status() == Playing && !(m.setup.fair() && m.opening())
}

// CanAbort reports whether the match can still be aborted.
func (m Match) CanAbort() bool { return m.Status() != Over && m.opening() }
