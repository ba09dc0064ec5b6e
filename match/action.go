// SPDX-License-Identifier: Apache-2.0

package match

import (
	"time"
)

// ActionKind names what someone wants to do.
type ActionKind string

// The actions.
const (
	Join    ActionKind = "join"    // Account sits down on the open seat, or on By's
	Start   ActionKind = "start"   // begins; by the creator or the system
	Move    ActionKind = "move"    // plays Move
	Draw    ActionKind = "draw"    // offers a draw, or agrees to the opponent's open offer
	Undo    ActionKind = "undo"    // takes back at once, or asks for it, as the setup says
	Redo    ActionKind = "redo"    // plays again what was undone, where no consent is needed
	Answer  ActionKind = "answer"  // says Yes or no to the opponent's Offer
	Resign  ActionKind = "resign"  // gives the match up
	Flag    ActionKind = "flag"    // tells that the running time may be over; anyone may
	Abort   ActionKind = "abort"   // calls the match off before both sides have moved
	Claim   ActionKind = "claim"   // wins because the side to move has left: Away
	Rematch ActionKind = "rematch" // offers another match, or agrees to the opponent's offer
	Pause   ActionKind = "pause"   // stops the clocks; by the system only
	Resume  ActionKind = "resume"  // lets them go on; by the system only
)

// Action is something a side, or the system, wants to do. Which fields count
// depends on the kind.
type Action struct {
	Kind    ActionKind `json:"kind"`
	By      Seat       `json:"by,omitzero"`
	Move    string     `json:"move,omitempty"`    // Move: in the notation of the game
	Offer   int        `json:"offer,omitempty"`   // Answer: the id of the offer
	Yes     bool       `json:"yes,omitempty"`     // Answer
	Account string     `json:"account,omitempty"` // Join: opaque id of who sits down

	// Away vouches for a Claim: whoever runs the match has seen that the side
	// to move has been gone long enough. A match cannot see that itself.
	Away bool `json:"-"`
}

// Do returns the match after an action at now, and the events that lead there:
// stored together, Apply makes the same match from them. The receiver does not
// change. A refused action is an *Error; the match returned is then the same.
//
// When the time of the side to move has run out, every action that is possible
// at this stage ends the match with Flagged instead.
func (m Match) Do(now time.Time, a Action) (Match, []Event, error) {
	at := stamp(now)
	if at.Before(m.at) { // another machine's clock may be a little behind
		at = m.at
	}
	next := m.clone()
	e, err := next.step(at, a)
	if err != nil {
		return m, nil, err
	}
	return *next, []Event{e}, nil
}

// deed is what a kind of action is bound to.
type deed struct {
	side bool // only a side can do it
	do   func(*Match, Action, *Event) error
}

var deeds = map[ActionKind]deed{
	Join:    {do: (*Match).join},
	Start:   {do: (*Match).start},
	Move:    {side: true, do: (*Match).move},
	Draw:    {side: true, do: (*Match).draw},
	Undo:    {do: (*Match).undo},
	Redo:    {do: (*Match).redo},
	Answer:  {side: true, do: (*Match).answer},
	Resign:  {side: true, do: (*Match).resign},
	Flag:    {do: func(*Match, Action, *Event) error { return refuse(WhyTimeLeft) }}, // see step
	Abort:   {do: (*Match).abort},
	Claim:   {do: (*Match).claim},
	Rematch: {do: (*Match).offerRematch},
	Pause:   {do: (*Match).pause},
	Resume:  {do: (*Match).resume},
}

// step does an action, in place. Do, Apply and Fold all go through it, so that
// an event is good exactly when its action would lead to it.
func (m *Match) step(at time.Time, a Action) (Event, error) {
	e := Event{Seq: m.seq + 1, At: at, By: a.By}
	d, known := deeds[a.Kind]
	side, isSide := a.By.Side()
	switch {
	case !known || a.By > BlackSeat:
		return e, refuse(WhyUnknown)
	case d.side && !isSide:
		return e, refuse(WhyNeedsSide)
	case isSide && a.Kind != Join && !m.seated(side):
		return e, refuse(WhyNotSeated)
	}
	if err := m.timely(a.Kind); err != nil {
		return e, err
	}
	if m.Status() == Playing && m.clock.Flagged(at) {
		m.flag(&e)
	} else if err := d.do(m, a, &e); err != nil {
		return e, err
	}
	m.seq, m.at = e.Seq, e.At
	return e, nil
}

// timely refuses what cannot be done at this stage of a match.
func (m *Match) timely(kind ActionKind) error {
	switch m.Status() {
	case Over:
		if kind != Rematch && kind != Answer && kind != Undo { // an undo may reopen it
			return refuse(WhyOver)
		}
	case Playing:
		return m.timelyInPlay(kind)
	default:
		return m.timelyBefore(kind)
	}
	return nil
}

func (m *Match) timelyInPlay(kind ActionKind) error {
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

func (m *Match) timelyBefore(kind ActionKind) error {
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
