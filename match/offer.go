// SPDX-License-Identifier: Apache-2.0

package match

import (
	"cairn/game"
)

// OfferKind says what is offered.
type OfferKind uint8

// What one side may offer the other.
const (
	DrawOffer    OfferKind = iota // a draw
	UndoOffer                     // to take the offerer's last turn back
	RematchOffer                  // another match
)

var offerNames = []string{"draw", "undo", "rematch"}

// String returns "draw", "undo" or "rematch".
func (k OfferKind) String() string { return game.NameOf(k, offerNames) }

// MarshalText implements encoding.TextMarshaler.
func (k OfferKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *OfferKind) UnmarshalText(text []byte) error {
	return game.ParseName(k, text, offerNames, "offer")
}

// Offer is a question one side has put to the other.
type Offer struct {
	ID    int       `json:"id"` // Seq of the event that made it
	Kind  OfferKind `json:"kind"`
	By    game.Side `json:"by"`
	Plies int       `json:"plies,omitempty"` // UndoOffer: how many would be taken back
}

// offerPause is how many turns must be played after an offer before the same
// side may make one of that kind again, so that nobody is worn down by asking. A
// draw: three turns of each side, enough for another position even in the
// shortest games. Undo: a turn of each side, so that another turn is asked for.
// A rematch: one, and since none is played after the end, one offer each.
var offerPause = [...]int{DrawOffer: 6, UndoOffer: 2, RematchOffer: 1}

// draw offers a draw. Both sides offering is agreement.
func (m *Match) draw(a Action, e *Event) error {
	side, _ := a.By.Side()
	if m.asked(side, DrawOffer) {
		return m.accept(e)
	}
	e.Kind = DrawOffered
	return m.open(e, Offer{Kind: DrawOffer, By: side})
}

// offerRematch offers another match. On one machine there is nobody to ask.
func (m *Match) offerRematch(a Action, e *Event) error {
	side, isSide := a.By.Side()
	switch {
	case m.rematch:
		return refuse(WhyRematched)
	case m.setup.local():
		e.Kind, m.rematch = RematchAgreed, true
		return nil
	case !isSide:
		return refuse(WhyNeedsSide)
	case !m.seated(side.Other()):
		return refuse(WhyWaiting) // called off before anyone joined
	case m.asked(side, RematchOffer):
		return m.accept(e)
	}
	e.Kind = RematchOffered
	return m.open(e, Offer{Kind: RematchOffer, By: side})
}

// asked reports whether an offer of that kind waits for this side's answer.
func (m *Match) asked(side game.Side, kind OfferKind) bool {
	return m.offer.ID != 0 && m.offer.Kind == kind && m.offer.By != side
}

// open puts an offer before the other side.
func (m *Match) open(e *Event, o Offer) error {
	if err := m.mayOffer(o.By, o.Kind); err != nil {
		return err
	}
	o.ID = e.Seq
	m.offer, m.offered[o.By][o.Kind] = o, m.turns+1
	e.Offer, e.Plies = o.ID, o.Plies
	return nil
}

// mayOffer refuses an offer beside another one, or too soon after the last.
func (m *Match) mayOffer(side game.Side, kind OfferKind) error {
	if m.offer.ID != 0 {
		return refuse(WhyOfferOpen)
	}
	if last := m.offered[side][kind]; last > 0 && m.turns+1-last < offerPause[kind] {
		return refuse(WhyTooSoon)
	}
	return nil
}

// answer accepts or declines the open offer.
func (m *Match) answer(a Action, e *Event) error {
	switch {
	case m.offer.ID == 0 || m.offer.ID != a.Offer:
		return refuse(WhyNoOffer)
	case a.By == SeatOf(m.offer.By):
		return refuse(WhyOwnOffer)
	case a.Yes:
		return m.accept(e)
	}
	e.Kind = [...]EventKind{DrawDeclined, UndoRefused, RematchDeclined}[m.offer.Kind]
	e.Offer = m.offer.ID
	m.offer = Offer{}
	return nil
}

// accept does what the open offer offers.
func (m *Match) accept(e *Event) error {
	o := m.offer
	m.offer, e.Offer = Offer{}, o.ID
	switch o.Kind {
	case DrawOffer:
		e.Kind = DrawAgreed
		m.finish(e, End{game.Draw, ByAgreement})
	case UndoOffer:
		e.Kind = UndoGranted
		m.offered[o.By][UndoOffer] = 0 // granted, so one may ask to go back further
		m.takeBack(e, o.Plies)
	case RematchOffer:
		e.Kind, m.rematch = RematchAgreed, true
	}
	return nil
}

// CanDraw reports whether a side may offer a draw now, or agree to one by
// offering it too.
func (m Match) CanDraw(side game.Side) bool {
	return m.timely(Draw) == nil && (m.asked(side, DrawOffer) || m.mayOffer(side, DrawOffer) == nil)
}
