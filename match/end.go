// SPDX-License-Identifier: Apache-2.0

package match

import (
	"fmt"
	"slices"
	"strings"

	"cairn/game"
	"cairn/record"
)

// Reason says why a match ended: one of the list below, or by a rule of the
// game. Empty while the match goes on.
type Reason string

// The reasons that are no rules of a game.
const (
	ByResignation Reason = record.Resignation // the loser gave up
	ByAgreement   Reason = record.Agreement   // both agreed to a draw
	ByTime        Reason = record.Time        // the loser's time ran out
	ByLeaving     Reason = record.Left        // the loser went away
	ByAbort       Reason = record.Aborted     // called off: no result
)

// Reasons returns the reasons that are no rules of a game.
func Reasons() []Reason {
	var list []Reason
	for _, r := range record.Reasons() {
		list = append(list, Reason(r))
	}
	return list
}

// ByRule returns a rule of the game as the reason of an end.
func ByRule(r game.Reason) Reason { return Reason(r.String()) }

// Rule returns the rule of the game that ended the match, and whether one did.
func (r Reason) Rule() (game.Reason, bool) {
	var rule game.Reason
	err := rule.UnmarshalText([]byte(r))
	return rule, err == nil && rule != game.NoReason
}

// End is how a match ended. The zero value means that it has not.
type End struct {
	Verdict game.Verdict `json:"verdict"` // Playing, though over, for a match called off
	Reason  Reason       `json:"reason"`
}

// Over reports whether the match has ended.
func (e End) Over() bool { return e.Reason != "" }

// Write sets verdict and reason of a record.
func (e End) Write(r *record.Record) { r.Verdict, r.Reason = e.Verdict, string(e.Reason) }

// EndOf returns how the match of a record ended.
func EndOf(r record.Record) (End, error) {
	e := End{Verdict: r.Verdict, Reason: Reason(r.Reason)}
	return e, e.check()
}

// check says whether verdict and reason are known and belong together.
func (e End) check() error {
	if e == (End{}) {
		return nil
	}
	if _, ok := e.Reason.Rule(); !ok && !slices.Contains(Reasons(), e.Reason) {
		names := make([]string, 0, len(Reasons()))
		for _, r := range Reasons() {
			names = append(names, string(r))
		}
		return fmt.Errorf("reason %q: want a rule of the game or one of %s", e.Reason, strings.Join(names, ", "))
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

// finish ends the match: its clocks stand, open offers lapse.
func (m *Match) finish(e *Event, end End) {
	m.end, e.End = end, end
	m.clock = m.clock.Stop(e.At)
	m.offer = Offer{}
	m.paused = false
}

// judge ends the match when the rules or the history of the game say so.
func (m *Match) judge(e *Event) {
	if r := m.walk.Result(); r.Over() {
		m.finish(e, End{r.Verdict, ByRule(r.Reason)})
	}
}

// flag ends the match because the side to move has no time left.
func (m *Match) flag(e *Event) {
	e.Kind, e.By = Flagged, NoSeat // nobody did it: it was found out
	m.finish(e, End{game.Wins(m.Turn().Other()), ByTime})
}

// resign gives the match to the other side.
func (m *Match) resign(a Action, e *Event) error {
	side, _ := a.By.Side()
	e.Kind = Resigned
	m.finish(e, End{game.Wins(side.Other()), ByResignation})
	return nil
}

// abort calls the match off, without a result.
func (m *Match) abort(_ Action, e *Event) error {
	if !m.opening() {
		return refuse(WhyTooLate)
	}
	e.Kind = Aborted
	m.finish(e, End{Reason: ByAbort})
	return nil
}

// claim ends the match because the side to move has left. Whoever runs the match
// has to vouch for that.
func (m *Match) claim(a Action, e *Event) error {
	loser := m.Turn()
	switch {
	case m.opening():
		return refuse(WhyTooEarly)
	case !a.Away || a.By == SeatOf(loser) || !m.leavable():
		return refuse(WhyNotAway)
	}
	e.Kind = Claimed
	m.finish(e, End{game.Wins(loser.Other()), ByLeaving})
	return nil
}

// opening reports whether the match is so young that nothing is lost by calling
// it off: both sides have not moved yet.
func (m *Match) opening() bool { return m.turns < 2 }

// leavable reports whether going away means anything: not on one machine, and
// not where a turn may take days.
func (m *Match) leavable() bool {
	return !m.setup.local() && m.setup.Control.Kind != Correspondence
}

// CanAbort reports whether the match can still be called off.
func (m Match) CanAbort() bool { return m.Status() != Over && m.opening() }
