// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"slices"
	"strings"

	"cairn/game"
)

// step is one stop of a move in notation: the point, how it captures there,
// and the men taken after it. The notation is the same in every game: points
// joined by "-", an A or W behind a point, "x" before each man taken.
type step struct {
	point  game.Point
	letter rune // 'A', 'W' or 0
	takes  []game.Point
}

// steps reads a move as people write it: letters of either case, points in
// either order ("a1", "1a"), blanks or nothing instead of "-". It reports
// false when the text is no move.
func steps(b *game.Board, text string) ([]step, bool) {
	var out []step
	text = strings.ToLower(strings.TrimSpace(text))
	for text != "" {
		take := strings.HasPrefix(text, "x")
		text = strings.TrimLeft(text, "-x ")
		point, length := findPoint(b, text)
		if length == 0 || take && len(out) == 0 {
			return nil, false
		}
		text = text[length:]
		if take {
			last := &out[len(out)-1]
			last.takes = append(last.takes, point)
			continue
		}
		next := step{point: point}
		if _, another := findPoint(b, text); another == 0 && text != "" && (text[0] == 'a' || text[0] == 'w') {
			next.letter = rune(strings.ToUpper(text[:1])[0])
			text = text[1:]
		}
		out = append(out, next)
	}
	return out, len(out) > 0
}

// findPoint returns the point a text begins with and how long its name is, 0
// for none. Of several the longest counts: "a11" before "a1".
func findPoint(b *game.Board, text string) (point game.Point, length int) {
	for i, spot := range b.Points {
		for _, name := range []string{spot.Name, reversed(spot.Name)} {
			if len(name) > length && strings.HasPrefix(text, strings.ToLower(name)) {
				point, length = game.Point(i), len(name)
			}
		}
	}
	return point, length
}

// reversed returns a point's name with its number first: "1a" for "a1".
func reversed(name string) string {
	cut := strings.IndexFunc(name, func(r rune) bool { return r >= '0' && r <= '9' })
	if cut < 0 {
		return name
	}
	return name[cut:] + name[:cut]
}

// readPoint reads a text that is one point and nothing else.
func readPoint(b *game.Board, text string) (game.Point, bool) {
	text = strings.ToLower(strings.TrimSpace(text))
	point, length := findPoint(b, text)
	return point, length > 0 && length == len(text)
}

// write returns the steps as the game writes them.
func write(b *game.Board, steps []step) string {
	var out strings.Builder
	for i, s := range steps {
		if i > 0 {
			out.WriteByte('-')
		}
		out.WriteString(b.Name(s.point))
		if s.letter != 0 {
			out.WriteRune(s.letter)
		}
		for _, p := range s.takes {
			out.WriteString("x" + b.Name(p))
		}
	}
	return out.String()
}

// fits reports whether a move is what the typed steps say, in which captures
// and letters may be left out, but no stop.
func fits(typed, move []step) bool {
	return slices.EqualFunc(typed, move, func(t, m step) bool {
		return t.point == m.point && (t.letter == 0 || t.letter == m.letter) &&
			!slices.ContainsFunc(t.takes, func(p game.Point) bool { return !slices.Contains(m.takes, p) })
	})
}

// touch is one point of a typed move: a stop, or a man to take.
type touch struct {
	point game.Point
	take  bool
}

// touches returns the points of steps in the order they are touched.
func touches(steps []step) []touch {
	var out []touch
	for _, s := range steps {
		out = append(out, touch{point: s.point})
		for _, p := range s.takes {
			out = append(out, touch{point: p, take: true})
		}
	}
	return out
}
