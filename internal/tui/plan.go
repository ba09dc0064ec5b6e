// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"cmp"
	"math/rand/v2"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// Begins says who plays White and has the first turn.
type Begins uint8

// The values of Begins.
const (
	BeginsRandom Begins = iota
	BeginsFirst         // the first player, or the person against the computer
	BeginsSecond
)

// Setup holds the choices for a new game, before the sides are assigned.
type Setup struct {
	Entry    *Entry
	Opponent string // a level; empty for two people at this screen
	Begins   Begins
	Control  match.Control
}

// seat is the player of a side.
type seat struct {
	level  string // empty for a person
	number int    // "player 1" or 2, if a Setup assigned two people; else 0
}

func (s seat) human() bool { return s.level == "" }

// Plan is a new game with the players of both sides.
type Plan struct {
	Entry   *Entry
	seats   [2]seat
	control match.Control
	task    *task  // nil unless the game is a puzzle
	setup   *Setup // the choices behind it; nil if the players were named
}

// Plan assigns the sides, at random if the setup leaves them open.
func (c Setup) Plan(random *rand.Rand) Plan {
	p := Plan{Entry: c.Entry, control: c.Control, setup: &c}
	first, second := seat{number: 1}, seat{number: 2}
	if c.Opponent != "" {
		first, second = seat{}, seat{level: c.Opponent}
	}
	p.seats = [2]seat{first, second}
	if c.Begins == BeginsSecond || c.Begins == BeginsRandom && random.IntN(2) == 1 {
		p.seats = [2]seat{second, first}
	}
	return p
}

// PlanOf returns the plan of a game with named players; without a name a person plays.
func PlanOf(e *Entry, players [2]string, control match.Control) Plan {
	return Plan{Entry: e, seats: seatsOf(players), control: control}
}

func seatsOf(players [2]string) (seats [2]seat) {
	for i, p := range players {
		if p != Human {
			seats[i].level = p
		}
	}
	return seats
}

// Setup returns the choices that the plan was made from; nil if the players were named.
func (p Plan) Setup() *Setup { return p.setup }

// Players returns the names of the players, as Options have them.
func (p Plan) Players() (players [2]string) {
	for i, at := range p.seats {
		players[i] = cmp.Or(at.level, Human)
	}
	return players
}

// person returns the seat of the person who plays against the computer, NoSeat if two people
// or two computers play.
func (p Plan) person() match.Seat {
	for _, side := range game.Sides {
		if p.seats[side].human() && !p.seats[side.Other()].human() {
			return match.SeatOf(side)
		}
	}
	return match.NoSeat
}

// takeback is Own against the computer: undo returns to the person's last turn.
func (p Plan) takeback() match.Takeback {
	if p.person() != match.NoSeat {
		return match.Own
	}
	return match.Free
}

// Opponents returns the opponents of a game for a menu: a second person, then the levels.
func (e *Entry) Opponents(words *lang.Catalogue) []string {
	names := []string{words.Text("opponent.people")}
	if e.Think == nil {
		return names
	}
	for _, level := range e.Levels {
		names = append(names, words.Text("opponent.computer", "level", words.Player(level)))
	}
	return names
}

// BeginNames returns who may begin for a menu, in the order of Begins.
func BeginNames(words *lang.Catalogue, computer bool) []string {
	if computer {
		return []string{words.Text("begins.random"), words.Text("begins.you"), words.Text("begins.computer")}
	}
	return []string{words.Text("begins.random"), words.Text("begins.first"), words.Text("begins.second")}
}
