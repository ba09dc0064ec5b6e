// SPDX-License-Identifier: Apache-2.0

// Package catalog is the list of games, each bound to the engine and to its
// tables. It is the only package beside a game's own tests that names a concrete
// game: its callers see neutral entries and no types of any game. It reads and
// makes tables of solved positions, and does no other input or output.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"cairn/game"
	"cairn/games/fanorona"
	fanoronaindex "cairn/games/fanorona/index"
	"cairn/games/morris"
	morrisindex "cairn/games/morris/index"
	"cairn/games/yote"
	yoteindex "cairn/games/yote/index"
)

// Standard returns the games of Cairn, in the order menus show them. Adding a
// game is one folder under games and one line here: Bind(chess.Standard), with the
// function For of its package index as well where it has one.
func Standard() *Catalog {
	return New(
		Bind(morris.Nine, morrisindex.For), Bind(morris.NineNoFlying, morrisindex.For), Bind(morris.NineMulti, morrisindex.For),
		Bind(morris.Six, morrisindex.For), Bind(morris.SixNoFlying, morrisindex.For),
		Bind(morris.Three, morrisindex.For), Bind(morris.ThreeNineHoles, morrisindex.For), Bind(morris.ThreeOrthogonal, morrisindex.For),
		Bind(morris.Twelve, morrisindex.For), Bind(morris.TwelveNoFlying, morrisindex.For), Bind(morris.TwelveMulti, morrisindex.For),
		Bind(morris.Lasker, morrisindex.For),
		Bind(morris.Morabaraba, morrisindex.For),
		Bind(fanorona.Standard, fanoronaindex.For), Bind(fanorona.FirstCapture, fanoronaindex.For),
		Bind(fanorona.Dimy, fanoronaindex.For), Bind(fanorona.Telo, fanoronaindex.For),
		Bind(yote.Standard, yoteindex.For), Bind(yote.NoThreeDraw, yoteindex.For), Bind(yote.FreeReturn, yoteindex.For),
		Bind(yote.Free, yoteindex.For), Bind(yote.Multi, yoteindex.For),
	)
}

// Catalog is a list of games that can be found by name.
type Catalog struct{ entries []*Entry }

// New makes a catalogue. Two games of one name are a broken program.
func New(entries ...*Entry) *Catalog {
	c := &Catalog{entries: entries}
	seen := map[string]bool{}
	for _, e := range entries {
		for _, name := range e.names() {
			if seen[name] {
				panic("catalog: two games are called " + name)
			}
			seen[name] = true
		}
	}
	return c
}

// All returns the games in their order.
func (c *Catalog) All() []*Entry { return slices.Clone(c.entries) }

// Find returns the game with an id or alias, in any letter case. The error for an unknown
// name suggests a similar one.
func (c *Catalog) Find(name string) (*Entry, error) {
	want := strings.ToLower(strings.TrimSpace(name))
	for _, e := range c.entries {
		if slices.Contains(e.names(), want) {
			return e, nil
		}
	}
	if near := c.nearest(want); near != "" {
		return nil, fmt.Errorf("no game is called %q; did you mean %s?", name, near)
	}
	return nil, fmt.Errorf("no game is called %q; `cairn games` lists them", name)
}

// Game is Find for callers that want the neutral face only.
func (c *Catalog) Game(name string) (game.Game, error) {
	e, err := c.Find(name)
	if err != nil {
		return nil, err
	}
	return e.Game, nil
}

// nearest returns a name that contains want, else the name with the least edit distance
// if that is small, else "".
func (c *Catalog) nearest(want string) string {
	best, least := "", min(4, 1+(len(want)+1)/2) // fewer changes of a short name
	for _, e := range c.entries {
		for _, name := range e.names() {
			if len(want) > 2 && strings.Contains(name, want) {
				return name
			}
			if d := distance(want, name); d < least && d < len(name) {
				best, least = name, d
			}
		}
	}
	return best
}

// distance is the Levenshtein distance in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// UseTables sets the folder with the tables of all games. It must be called before any
// game is played.
func (c *Catalog) UseTables(dir string) {
	for _, e := range c.entries {
		e.UseTables(dir)
	}
}
