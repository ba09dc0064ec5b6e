// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"cmp"
	"math/rand/v2"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
)

// begins is who has White and so the first turn.
type begins uint8

const (
	beginsRandom begins = iota
	beginsFirst         // the first player, or the person against the computer
	beginsSecond
)

// choice is what was chosen for a new game, before it is drawn who begins.
type choice struct {
	entry    *Entry
	opponent string // a level; empty for two people at one screen
	begins   begins
	control  match.Control
}

// seat is who plays a side.
type seat struct {
	level  string // empty for a person
	number int    // 1 or 2 of two people whose seats were drawn; 0 when they were not
}

func (s seat) human() bool { return s.level == "" }

// plan is a new game with the players of both sides.
type plan struct {
	entry   *Entry
	seats   [2]seat
	control match.Control
	task    *task // the puzzle to be solved; nil in a game
}

// draw returns the plan; where the choice leaves it open, chance decides who
// begins.
func (c choice) draw(random *rand.Rand) plan {
	p := plan{entry: c.entry, control: c.control}
	first, second := seat{number: 1}, seat{number: 2}
	if c.opponent != "" {
		first, second = seat{}, seat{level: c.opponent}
	}
	who := c.begins
	if who == beginsRandom {
		who = beginsFirst + begins(random.IntN(2))
	}
	p.seats = [2]seat{first, second}
	if who == beginsSecond {
		p.seats = [2]seat{second, first}
	}
	return p
}

// seatsOf returns the seats of named players; those left out are people.
func seatsOf(players [2]string) (seats [2]seat) {
	for i, p := range players {
		if p != Human { // an empty one is a person too
			seats[i].level = p
		}
	}
	return seats
}

// names returns the players of the seats, as Options name them.
func (p plan) names() (players [2]string) {
	for i, at := range p.seats {
		players[i] = cmp.Or(at.level, Human)
	}
	return players
}

// person returns the seat of the one person against the computer; NoSeat when
// there is none or two.
func (p plan) person() match.Seat {
	for _, side := range game.Sides {
		if p.seats[side].human() && !p.seats[side.Other()].human() {
			return match.SeatOf(side)
		}
	}
	return match.NoSeat
}

// takeback returns how turns are taken back: against the computer, to before
// one's own last turn; else ply by ply.
func (p plan) takeback() match.Takeback {
	if p.seats[game.White].human() != p.seats[game.Black].human() {
		return match.Own
	}
	return match.Free
}

// opponentNames returns the computer players of a game as menus show them.
func opponentNames(words *lang.Catalogue, e *Entry) []string {
	if e.Think == nil {
		return nil
	}
	names := make([]string, len(e.Levels))
	for i, level := range e.Levels {
		names[i] = words.Text("opponent.computer", "level", words.Player(level))
	}
	return names
}

// beginNames returns who may begin, in the order of begins.
func beginNames(words *lang.Catalogue, computer bool) []string {
	if computer {
		return []string{words.Text("begins.random"), words.Text("begins.you"), words.Text("begins.computer")}
	}
	return []string{words.Text("begins.random"), words.Text("begins.first"), words.Text("begins.second")}
}
