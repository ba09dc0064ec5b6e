// SPDX-License-Identifier: Apache-2.0

package room

import (
	"strings"
	"time"

	"cairn/game"
	"cairn/match"
)

// Kind says who the players of a match are, and so who may see it.
type Kind string

// The kinds.
const (
	Open     Kind = "open"     // found by matchmaking
	Private  Kind = "private"  // joined by id; for its players, unless it is shown
	Computer Kind = "computer" // against the computer
	Screen   Kind = "screen"   // two people on one screen
)

// Info is the summary of a match for lists. All of it follows from the events, except the
// id, the kind, the creator, the names, whether it is shown, and the id of the rematch; it
// is stored beside them so that lists need not replay matches.
type Info struct {
	ID       string
	Kind     Kind
	Game     string
	Control  string
	Rated    bool
	Seats    [2]string // user ids or computer seats, by side
	Creator  string
	Shown    bool // of a private match: everyone may watch it
	Status   match.Status
	Seq      int
	Ply      int
	Turn     game.Side
	End      match.End
	Created  time.Time
	Updated  time.Time
	Deadline time.Time // when the time of the side to move is up; zero for never
	Rematch  string    // id of the rematch
	Names    [2]string // of the players in the record it goes on from, by side; on one screen only
	Position string    // the last one; empty for the start of some old matches
}

// computerPrefix marks a seat of the computer; the rest is the level.
const computerPrefix = "computer:"

// ComputerSeat returns the seat of the computer at a level.
func ComputerSeat(level string) string { return computerPrefix + level }

// ComputerLevel returns the level of a seat of the computer.
func ComputerLevel(seat string) (string, bool) { return strings.CutPrefix(seat, computerPrefix) }

// NamedPlayer is a player as other programs read it: a user by name, or the computer by
// level. Both are empty for a deleted user and an open seat.
type NamedPlayer struct {
	Name     string `json:"name,omitempty"`
	Computer string `json:"computer,omitempty"`
}

// Player returns the player of a side, given the names of users by id.
func (i *Info) Player(side game.Side, names map[string]string) NamedPlayer {
	if level, program := ComputerLevel(i.Seats[side]); program {
		return NamedPlayer{Computer: level}
	}
	return NamedPlayer{Name: names[i.Seats[side]]}
}

// update sets the fields that follow from the events.
func (i *Info) update(m match.Match) {
	i.Game, i.Control, i.Rated = m.Setup().Game, m.Control(), m.Setup().Rated
	i.Seats, i.Status, i.Seq, i.Ply = m.Seats(), m.Status(), m.Seq(), m.Ply()
	i.Turn, i.End, i.Updated = m.Turn(), m.Result(), m.At()
	i.Position, i.Deadline = m.Position(), time.Time{}
	if at, runs := m.Clock().Deadline(); runs && i.Status == match.Playing {
		i.Deadline = at
	}
}

// SideOf returns the side a user plays. On one screen it is the side to move.
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

// VisibleTo reports whether a user may see the match. Players always may; others
// may not on one screen, and in a private match only if it is shown and both seats
// are taken.
func (i *Info) VisibleTo(user string) bool {
	if _, plays := i.SideOf(user); plays || user != "" && user == i.Creator {
		return true
	}
	switch i.Kind {
	case Screen:
		return false
	case Private:
		return i.Shown && i.Seats[game.White] != "" && i.Seats[game.Black] != ""
	default:
		return true
	}
}

// WaitsFor reports whether a match waits for a user, who is to move or may start it.
func (i *Info) WaitsFor(user string) bool {
	side, plays := i.SideOf(user)
	switch {
	case !plays || i.Kind == Screen:
		return false
	case i.Status == match.Ready:
		return i.Creator == "" || i.Creator == user
	}
	return i.Status == match.Playing && i.Turn == side
}

// Running reports whether a match may wait for its players.
func (i *Info) Running() bool { return i.Status == match.Ready || i.Status == match.Playing }

// Slow reports whether a match between people has no clock, or days for each move,
// so that no one is expected to watch it.
func (i *Info) Slow() bool {
	control, err := match.ParseControl(i.Control)
	return err == nil && control.Kind != match.RealTime && i.BetweenPeople()
}

// BetweenPeople reports whether two people play, each on a screen of their own.
func (i *Info) BetweenPeople() bool { return i.Kind == Open || i.Kind == Private }

// OpponentOf returns the side that a user plays and the other player in a match between two
// people; false in other matches and for others.
func (i *Info) OpponentOf(user string) (side game.Side, opponent string, ok bool) {
	side, plays := i.SideOf(user)
	return side, i.Seats[side.Other()], plays && i.BetweenPeople()
}
