// SPDX-License-Identifier: Apache-2.0

package match

import "cairn/game"

// OfferKind is the kind of an offer.
type OfferKind uint8

// The kinds of offers.
const (
	DrawOffer    OfferKind = iota // a draw
	UndoOffer                     // to undo the last turn of the side that asks
	RematchOffer                  // another match
	RedoOffer                     // to redo undone turns
)

var offerNames = []string{"draw", "undo", "rematch", "redo"}

// String returns "draw", "undo", "rematch" or "redo".
func (k OfferKind) String() string { return game.NameOf(k, offerNames) }

// MarshalText implements encoding.TextMarshaler.
func (k OfferKind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *OfferKind) UnmarshalText(text []byte) error {
	return game.ParseName(k, text, offerNames, "offer")
}

// Offer is an offer of one side that waits for the other's answer.
type Offer struct {
	ID    int       `json:"id"` // Seq of its event
	Kind  OfferKind `json:"kind"`
	By    game.Side `json:"by"`
	Plies int       `json:"plies,omitempty"` // UndoOffer, RedoOffer: plies to undo or redo
}

// offerPause is the number of turns after an offer before its side may repeat it. Draw:
// three turns of each side, which change the position even in the shortest games. Undo and
// redo: one turn of each side, so that the request is about another turn. Rematch: no turns
// follow the end, so each side offers once. Withdrawn offers count.
var offerPause = [...]int{DrawOffer: 6, UndoOffer: 2, RematchOffer: 1, RedoOffer: 2}

// offerDraw offers a draw, or accepts the opponent's offer.
func (m *draft) offerDraw(a Action, e *Event) error {
	side, _ := a.By.Side()
	if m.offeredTo(side, DrawOffer) {
		return m.acceptOffer(e)
	}
	e.Kind = DrawOffered
	return m.openOffer(e, Offer{Kind: DrawOffer, By: side})
}

// offerRematch offers another match, or accepts the opponent's offer. On one
// machine a rematch is agreed at once.
func (m *draft) offerRematch(a Action, e *Event) error {
	if err := m.checkRematch(a.By); err != nil {
		return err
	}
	side, _ := a.By.Side()
	switch {
	case m.setup.local():
		e.Kind, m.rematch = RematchAgreed, true
		return nil
	case m.offeredTo(side, RematchOffer):
		return m.acceptOffer(e)
	}
	e.Kind = RematchOffered
	return m.openOffer(e, Offer{Kind: RematchOffer, By: side})
}

func (m *Match) checkRematch(by Seat) error {
	side, isSide := by.Side()
	switch {
	case m.rematch:
		return refuse(WhyRematched)
	case m.setup.local():
		return nil
	case !isSide:
		return refuse(WhyNeedsSide)
	case !m.seated(side) || !m.seated(side.Other()):
		return refuse(WhyWaiting) // aborted before an opponent joined
	case m.offeredTo(side, RematchOffer):
		return nil
	}
	return m.checkOffer(side, RematchOffer)
}

// offeredTo reports whether an offer of a kind waits for the answer of a side.
func (m *Match) offeredTo(side game.Side, kind OfferKind) bool {
	return m.offer.ID != 0 && m.offer.Kind == kind && m.offer.By != side
}

// openOffer makes an offer to the other side.
func (m *draft) openOffer(e *Event, o Offer) error {
	if err := m.checkOffer(o.By, o.Kind); err != nil {
		return err
	}
	o.ID = e.Seq
	m.offer, m.offered[o.By][o.Kind] = o, m.turns+1
	e.Offer, e.Plies = o.ID, o.Plies
	return nil
}

// checkOffer refuses an offer while another is open, or too soon after the last.
func (m *Match) checkOffer(side game.Side, kind OfferKind) error {
	if m.offer.ID != 0 {
		return refuse(WhyOfferOpen)
	}
	if last := m.offered[side][kind]; last > 0 && m.turns+1-last < offerPause[kind] {
		return refuse(WhyTooSoon)
	}
	return nil
}

// answerOffer accepts or declines the open offer.
func (m *draft) answerOffer(a Action, e *Event) error {
	switch {
	case m.offer.ID == 0 || m.offer.ID != a.Offer:
		return refuse(WhyNoOffer)
	case a.By == SeatOf(m.offer.By):
		return refuse(WhyOwnOffer)
	case a.Yes:
		return m.acceptOffer(e)
	}
	e.Kind = [...]EventKind{DrawDeclined, UndoRefused, RematchDeclined, RedoRefused}[m.offer.Kind]
	e.Offer = m.offer.ID
	m.offer = Offer{}
	return nil
}

// withdrawOffer withdraws the open offer of a side.
func (m *draft) withdrawOffer(a Action, e *Event) error {
	if m.offer.ID == 0 || a.By != SeatOf(m.offer.By) || a.Offer != 0 && a.Offer != m.offer.ID {
		return refuse(WhyNoOffer)
	}
	e.Kind, e.Offer = OfferWithdrawn, m.offer.ID
	m.offer = Offer{}
	return nil
}

// acceptOffer accepts the open offer.
func (m *draft) acceptOffer(e *Event) error {
	o := m.offer
	m.offer, e.Offer = Offer{}, o.ID
	switch o.Kind {
	case DrawOffer:
		e.Kind = DrawAgreed
		m.finish(e, End{game.Draw, ByAgreement})
	case UndoOffer:
		e.Kind = UndoGranted
		m.offered[o.By][UndoOffer] = 0 // a further undo may be asked for at once
		m.takeBack(e, o.Plies)
	case RematchOffer:
		e.Kind, m.rematch = RematchAgreed, true
	case RedoOffer:
		e.Kind = RedoGranted
		m.offered[o.By][RedoOffer] = 0
		m.grantRedo(e, o.Plies)
	}
	return nil
}

// CanDraw reports whether a side may offer a draw, or accept one by offering it.
func (m Match) CanDraw(side game.Side) bool {
	return m.checkStatus(Draw) == nil && (m.offeredTo(side, DrawOffer) || m.checkOffer(side, DrawOffer) == nil)
}

// CanRematch reports whether a seat may offer a rematch, or accept one by
// offering it.
func (m Match) CanRematch(by Seat) bool {
	return m.checkStatus(Rematch) == nil && m.checkRematch(by) == nil
}
