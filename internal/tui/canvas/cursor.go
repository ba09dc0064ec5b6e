// SPDX-License-Identifier: Apache-2.0

package canvas

import (
	"strings"

	"cairn/game"
)

// Toward returns the point to which an arrow key moves the cursor: the nearest in a direction;
// dx or dy is 0. Without a point in that direction it is the nearest point that no arrow key
// reaches, so that every point can be reached, or else from.
func Toward(b *game.Board, from game.Point, dx, dy int) game.Point {
	if best := ahead(b, from, dx, dy); best != from {
		return best
	}
	best, least := from, 0
	at := b.Points[from]
	for i, spot := range b.Points {
		distance := max(spot.X-at.X, at.X-spot.X) + max(spot.Y-at.Y, at.Y-spot.Y)
		if game.Point(i) != from && (least == 0 || distance < least) && !reachable(b, game.Point(i)) {
			best, least = game.Point(i), distance
		}
	}
	return best
}

// reachable reports whether an arrow key leads to a point from another point.
func reachable(b *game.Board, to game.Point) bool {
	for from := range b.Points {
		for _, way := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if game.Point(from) != to && ahead(b, game.Point(from), way[0], way[1]) == to {
				return true
			}
		}
	}
	return false
}

// ahead returns the nearest point in a direction, or from if there is none. Distance across
// the direction counts three times, so that the cursor follows the lines of the board.
func ahead(b *game.Board, from game.Point, dx, dy int) game.Point {
	best, least := from, 0
	at := b.Points[from]
	for i, spot := range b.Points {
		along := (spot.X-at.X)*dx + (spot.Y-at.Y)*dy
		across := (spot.X-at.X)*dy + (spot.Y-at.Y)*dx
		if along <= 0 {
			continue
		}
		if cost := along + 3*max(across, -across); least == 0 || cost < least {
			best, least = game.Point(i), cost
		}
	}
	return best
}

// Speller reads coordinates typed key by key, in either order. Many letters are also keys of
// commands: such a command is executed, and a number that follows still makes a coordinate.
type Speller struct {
	Board *game.Board
	typed string
}

// Feed takes the next key and returns the point when its name is complete. After a
// prefix of a longer name, as a1 of a10, it waits for one more key.
func (s *Speller) Feed(key string) (game.Point, bool) {
	begins, longer := s.prefix(s.typed + strings.ToLower(key))
	s.typed += strings.ToLower(key)
	if !begins {
		s.typed = strings.ToLower(key)
		begins, longer = s.prefix(s.typed)
	}
	if !begins {
		s.typed = ""
	}
	if longer {
		return 0, false
	}
	point, ok := s.Board.Read(s.typed)
	if ok {
		s.typed = ""
	}
	return point, ok
}

// Finish returns the point of the keys so far, without waiting for a longer name.
func (s *Speller) Finish() (game.Point, bool) {
	point, ok := s.Board.Read(s.typed)
	s.typed = ""
	return point, ok
}

// prefix reports whether a spelling of a point begins with a text, and whether a longer one
// does.
func (s *Speller) prefix(text string) (begins, longer bool) {
	for i := range s.Board.Points {
		for _, name := range s.Board.Spellings(game.Point(i)) {
			if strings.HasPrefix(name, text) {
				begins, longer = true, longer || len(name) > len(text)
			}
		}
	}
	return begins, longer
}
