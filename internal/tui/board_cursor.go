// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"strings"

	"cairn/game"
)

// toward returns the nearest point in a direction of the grid, one of dx and dy
// being 0. Where nothing lies that way it returns the nearest point that no arrow
// key leads to from elsewhere, if the board has such a point, or else stays.
func toward(b *game.Board, from game.Point, dx, dy int) game.Point {
	if best := ahead(b, from, dx, dy); best != from {
		return best
	}
	best, least := from, 0
	at := b.Points[from]
	for i, spot := range b.Points {
		distance := max(spot.X-at.X, at.X-spot.X) + max(spot.Y-at.Y, at.Y-spot.Y)
		if game.Point(i) != from && (least == 0 || distance < least) && !led(b, game.Point(i)) {
			best, least = game.Point(i), distance
		}
	}
	return best
}

// led reports whether an arrow key leads to a point from another one.
func led(b *game.Board, to game.Point) bool {
	for from := range b.Points {
		for _, way := range [][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}} {
			if game.Point(from) != to && ahead(b, game.Point(from), way[0], way[1]) == to {
				return true
			}
		}
	}
	return false
}

// ahead returns the nearest point in a direction, or from itself. Going aside
// counts three times as much as going on, so that the cursor follows the lines of
// a board.
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

// speller reads coordinates typed key by key, in either order. Many letters
// are keys as well; they do what they do, and if a number follows, the two were
// a coordinate after all.
type speller struct {
	board *game.Board
	typed string
}

// feed takes the next key and returns the point once it is spelled out. A
// point whose name goes on, as a1 in a10, waits for one more key.
func (s *speller) feed(key string) (game.Point, bool) {
	s.typed += strings.ToLower(key)
	if !s.begins(s.typed) {
		s.typed = strings.ToLower(key)
	}
	if !s.begins(s.typed) {
		s.typed = ""
	}
	point, ok := s.board.Read(s.typed)
	if !ok || s.longer(s.typed) {
		return 0, false
	}
	s.typed = ""
	return point, true
}

// finish returns the point spelled so far, when another key may not follow.
func (s *speller) finish() (game.Point, bool) {
	point, ok := s.board.Read(s.typed)
	s.typed = ""
	return point, ok
}

// begins reports whether a point's name begins with a text.
func (s *speller) begins(text string) bool {
	return s.any(func(name string) bool { return strings.HasPrefix(name, text) })
}

// longer reports whether a point's name begins with a text and goes on.
func (s *speller) longer(text string) bool {
	return s.any(func(name string) bool { return len(name) > len(text) && strings.HasPrefix(name, text) })
}

// any reports whether a spelling of some point fulfils a condition.
func (s *speller) any(is func(name string) bool) bool {
	for i := range s.board.Points {
		for _, name := range s.board.Spellings(game.Point(i)) {
			if is(name) {
				return true
			}
		}
	}
	return false
}
