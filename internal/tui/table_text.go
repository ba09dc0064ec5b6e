// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"strings"

	"cairn/game"
	"cairn/internal/lang"
)

// seatText says who plays a side.
func (t *table) seatText(words *lang.Catalogue, side game.Side) string {
	at := t.state.Sides.Side(side)
	if at.Name == "" {
		return words.Text("online.open")
	}
	name := botName(printable(at.Name), at.Bot)
	if at.Rating != "" {
		name += " " + printable(at.Rating) + at.Change
	}
	return words.Text(t.seatKey(side), "name", name)
}

// seatKey is the key of the text of a seat: yours, of a player who is away, or of
// another one.
func (t *table) seatKey(side game.Side) string {
	at := t.state.Sides.Side(side)
	switch mine, ok := t.side(); {
	case ok && mine == side:
		return "online.you"
	case !at.Present && !at.Computer && !t.over():
		return "online.away"
	}
	return "online.seat"
}

// shortSeat says who plays a side in few columns: a part of the name, and whether it is
// you or away.
func (t *table) shortSeat(words *lang.Catalogue, side game.Side, room int) string {
	key := t.seatKey(side)
	left := room - columns(words.Text(key, "name", ""))
	name := printable(t.state.Sides.Side(side).Name)
	if left < 3 {
		return strings.Trim(words.Text(key, "name", ""), ", ")
	}
	return words.Text(key, "name", clip(name, left))
}

// endText says how the match ended.
func (t *table) endText() string {
	end := t.state.End
	text := printable(end.Title) + "."
	for _, more := range []string{end.Text, end.Rating} {
		if more != "" {
			text += " " + printable(more)
		}
	}
	return text
}

// waitText says what is waited for, or how the match ended.
func (t *table) waitText(words *lang.Catalogue) string {
	offer, asked := t.asked()
	switch {
	case t.lost && t.sent != "":
		return words.Text("online.sending", "move", t.sent) + " " + words.Text("online.lost")
	case t.lost:
		return words.Text("online.lost")
	case t.sent != "":
		return words.Text("online.sending", "move", t.sent)
	case asked:
		return words.Text("online.asked", "offer", printable(offer.Text))
	case t.state.Offer != nil && t.state.Offer.Mine:
		return printable(t.state.Offer.Text)
	}
	return printable(t.state.Message)
}

// giveUp returns the key of the question before a player gives up.
func (t *table) giveUp() string {
	if t.state.Can.Abort {
		return "online.abort"
	}
	return "online.resign"
}
