// SPDX-License-Identifier: Apache-2.0

package play

import (
	"strings"
	"time"

	"cairn/game"
	"cairn/match"
)

// Kind says with whom a match is played, and so who may see it.
type Kind string

// The kinds.
const (
	Open     Kind = "open"     // found by matchmaking
	Private  Kind = "private"  // by id; listed nowhere until both sit
	Computer Kind = "computer" // against the computer
	Screen   Kind = "screen"   // two people at one screen
)

// Info is what lists say of a match. Everything in it follows from the events,
// except the id and the kind; it is stored beside them so that lists need not
// fold matches.
type Info struct {
	ID       string
	Kind     Kind
	Game     string
	Control  string
	Rated    bool
	Seats    [2]string // user ids or computer seats, by side
	Creator  string
	Status   match.Status
	Seq      int
	Ply      int
	Turn     game.Side
	End      match.End
	Created  time.Time
	Updated  time.Time
	Deadline time.Time // when the side to move runs out of time; zero for never
	Rematch  string    // id of the match that follows this one
}

// computerPrefix marks a seat that a program plays; the rest is the level.
const computerPrefix = "computer:"

// ComputerSeat returns the account of the computer at a level.
func ComputerSeat(level string) string { return computerPrefix + level }

// ComputerLevel returns the level of a computer's account.
func ComputerLevel(account string) (string, bool) { return strings.CutPrefix(account, computerPrefix) }

// update sets what follows from the events.
func (i *Info) update(m match.Match) {
	i.Game, i.Control, i.Rated = m.Setup().Game, m.Setup().Control.String(), m.Setup().Rated
	i.Seats, i.Status, i.Seq, i.Ply = m.Seats(), m.Status(), m.Seq(), m.Ply()
	i.Turn, i.End, i.Updated = m.Turn(), m.Result(), m.At()
	i.Deadline = time.Time{}
	if at, runs := m.Clock().Deadline(); runs && i.Status == match.Playing {
		i.Deadline = at
	}
}

// SideOf returns the side a user plays. At one screen it is the side to move.
func (i *Info) SideOf(user string) (game.Side, bool) {
	if i.Kind == Screen {
		return i.Turn, user != "" && user == i.Creator
	}
	for _, s := range game.Sides {
		if user != "" && i.Seats[s] == user {
			return s, true
		}
	}
	return game.White, false
}

// Seen reports whether somebody may see the match: players always; others once
// both sit, and never a game at one screen.
func (i *Info) Seen(user string) bool {
	if _, plays := i.SideOf(user); plays || user != "" && user == i.Creator {
		return true
	}
	switch i.Kind {
	case Screen:
		return false
	case Private:
		return i.Seats[game.White] != "" && i.Seats[game.Black] != ""
	default:
		return true
	}
}
