// SPDX-License-Identifier: Apache-2.0

package match

import "time"

// ActionKind is the kind of an action.
type ActionKind string

// The kinds of actions.
const (
	Join     ActionKind = "join"     // Account takes By's seat, or the first open one
	Start    ActionKind = "start"    // starts the match; by its creator or the system
	Move     ActionKind = "move"     // plays Move
	Draw     ActionKind = "draw"     // offers a draw, or accepts the opponent's open offer
	Undo     ActionKind = "undo"     // undoes turns, or asks the opponent first: see Takeback
	Redo     ActionKind = "redo"     // redoes turns, or asks the opponent first
	Answer   ActionKind = "answer"   // accepts (Yes) or declines the opponent's Offer
	Withdraw ActionKind = "withdraw" // withdraws the own open Offer
	Resign   ActionKind = "resign"   // loses the match; under FairTerms aborts it before both sides have moved
	Flag     ActionKind = "flag"     // ends the match if the side to move is out of time; anyone may send it
	Abort    ActionKind = "abort"    // ends the match without a result before both sides have moved; by the system also after AbandonedAfter
	Claim    ActionKind = "claim"    // wins because the side to move has left: see Away
	Rematch  ActionKind = "rematch"  // offers another match, or accepts the opponent's open offer
	Pause    ActionKind = "pause"    // stops the clocks; by the system only
	Resume   ActionKind = "resume"   // starts them again; by the system only
)

// Action is a request to change a match. Which fields count depends on the kind.
type Action struct {
	Kind    ActionKind `json:"kind"`
	By      Seat       `json:"by,omitzero"`       // NoSeat: the system
	Move    string     `json:"move,omitempty"`    // Move: in the notation of the game
	Offer   int        `json:"offer,omitempty"`   // Answer, Withdraw: ID of the offer; Withdraw: 0 for any
	Yes     bool       `json:"yes,omitempty"`     // Answer
	Account string     `json:"account,omitempty"` // Join: opaque ID of the player

	// Away confirms a Claim: the caller has seen that the side to move has
	// been away long enough. A match cannot see that itself.
	Away bool `json:"-"`
}

// Do returns the match after an action at now, and its events, from which Apply makes an
// equal match. The receiver does not change. A refused action returns the receiver and an
// *Error.
//
// If the side to move is out of time, any action that is possible at this stage ends the
// match with Flagged instead, or under FairTerms with Expired before both sides have moved.
func (m Match) Do(now time.Time, a Action) (Match, []Event, error) {
	at := eventTime(now)
	if at.Before(m.at) { // clock skew between machines
		at = m.at
	}
	next := m.draft()
	e, err := next.do(at, a)
	if err != nil {
		return m, nil, err
	}
	return next.Match, []Event{e}, nil
}

// handler executes the actions of one kind: it changes the match and fills in the event.
type handler struct {
	sideOnly bool // By must be a side
	do       func(*draft, Action, *Event) error
}

var handlers = map[ActionKind]handler{
	Join:     {do: (*draft).join},
	Start:    {do: (*draft).start},
	Move:     {sideOnly: true, do: (*draft).move},
	Draw:     {sideOnly: true, do: (*draft).offerDraw},
	Undo:     {do: (*draft).undo},
	Redo:     {do: (*draft).redo},
	Answer:   {sideOnly: true, do: (*draft).answerOffer},
	Withdraw: {sideOnly: true, do: (*draft).withdrawOffer},
	Resign:   {sideOnly: true, do: (*draft).resign},
	Flag:     {do: func(*draft, Action, *Event) error { return refuse(WhyTimeLeft) }}, // draft.do checks the clock first
	Abort:    {do: (*draft).abort},
	Claim:    {do: (*draft).claim},
	Rematch:  {do: (*draft).offerRematch},
	Pause:    {do: (*draft).pause},
	Resume:   {do: (*draft).resume},
}

// do executes an action in place; after an error the draft is invalid. Do, Apply and Fold
// share it, so that an event is accepted if and only if its action would be.
func (m *draft) do(at time.Time, a Action) (Event, error) {
	e := Event{Seq: m.seq + 1, At: at, By: a.By}
	h, known := handlers[a.Kind]
	side, isSide := a.By.Side()
	switch {
	case !known || a.By > BlackSeat:
		return e, refuse(WhyUnknown)
	case h.sideOnly && !isSide:
		return e, refuse(WhyNeedsSide)
	case isSide && a.Kind != Join && !m.seated(side):
		return e, refuse(WhyNotSeated)
	}
	if err := m.checkStatus(a.Kind); err != nil {
		return e, err
	}
	if m.Status() == Playing && m.clock.Flagged(at) {
		m.outOfTime(&e)
	} else if err := h.do(m, a, &e); err != nil {
		return e, err
	}
	m.seq, m.at = e.Seq, e.At
	if e.Kind != Paused && e.Kind != Resumed {
		m.changed = e.Seq
	}
	return e, nil
}

// checkStatus refuses kinds of actions that are not possible in the current status.
func (m *Match) checkStatus(kind ActionKind) error {
	switch m.Status() {
	case Over:
		if kind != Rematch && kind != Answer && kind != Withdraw && kind != Undo { // an undo may reopen the match
			return refuse(WhyOver)
		}
	case Playing:
		return m.checkPlaying(kind)
	default:
		return m.checkNotStarted(kind)
	}
	return nil
}

func (m *Match) checkPlaying(kind ActionKind) error {
	switch {
	case kind == Join || kind == Start:
		return refuse(WhyStarted)
	case kind == Rematch:
		return refuse(WhyNotOver)
	case m.paused && kind != Resume && kind != Abort:
		return refuse(WhyPaused)
	}
	return nil
}

func (m *Match) checkNotStarted(kind ActionKind) error {
	full := m.Status() == Ready
	switch {
	case kind == Join && full:
		return refuse(WhyFull)
	case kind == Start && !full:
		return refuse(WhyWaiting)
	case kind == Rematch:
		return refuse(WhyNotOver)
	case kind != Join && kind != Start && kind != Abort:
		return refuse(WhyNotStarted)
	}
	return nil
}
