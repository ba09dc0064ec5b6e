// SPDX-License-Identifier: Apache-2.0

package match

import "cairn/game"

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
