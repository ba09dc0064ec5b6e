// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"fmt"
	"strconv"
	"strings"

	"cairn/game"
)

// Note returns a note as a clause whose subject is a side. points names the
// captured men; see Turn.
func (c *Catalogue) Note(b *game.Board, n game.Note, points ...string) string {
	key := "note." + n.Kind.String()
	switch n.Kind {
	case game.Mills:
		return c.Count(key, n.Count)
	case game.Enters:
		return c.Text(key+"."+n.Phase.String(), "side", c.Side(n.Side))
	default:
		return c.Text(key, "from", b.Name(n.From), "point", b.Name(n.Point), "points", strings.Join(points, " "))
	}
}

// Turn returns the notes of one turn as sentences: the actions of the side, then each
// phase entered. Men that are taken together are named together.
func (c *Catalogue) Turn(b *game.Board, by game.Side, notes []game.Note) []string {
	var deeds, phases []string
	for i := 0; i < len(notes); i++ {
		n := notes[i]
		switch n.Kind {
		case game.Closed: // said by the mills, or the line that wins
		case game.Enters:
			phases = append(phases, c.Note(b, n))
		case game.Took, game.Approach, game.Withdrawal:
			first := i
			if n.Kind != game.Took {
				first++
			}
			points, last := taken(b, notes, first)
			if len(points) == 0 { // a game may say how many only
				points = []string{strconv.Itoa(n.Count)}
			}
			deeds = append(deeds, c.Note(b, n, points...))
			i = max(i, last-1)
		default:
			deeds = append(deeds, c.Note(b, n))
		}
	}
	did := c.Text("turn", "side", c.Side(by), "deeds", strings.Join(deeds, c.Text("turn.join")))
	return append([]string{did}, phases...)
}

// taken returns the points of the consecutive Took notes from an index on, and the index
// after them.
func taken(b *game.Board, notes []game.Note, from int) (points []string, after int) {
	for after = from; after < len(notes) && notes[after].Kind == game.Took; after++ {
		points = append(points, b.Name(notes[after].Point))
	}
	return points, after
}

// Why returns the reason of a refused move, with the point or part at fault
// when that is known.
func (c *Catalogue) Why(e *game.Illegal) string {
	text := c.Text("why." + e.Why.String())
	if e.At == "" {
		return c.Text("why", "reason", text)
	}
	return c.Text("why.at", "at", e.At, "reason", text)
}

// Phase returns the name of a phase.
func (c *Catalogue) Phase(p game.Phase) string { return c.Text("phase." + p.String()) }

// End returns how a game ended and why; the reason is the name of a
// game.Reason or of a match's own.
func (c *Catalogue) End(v game.Verdict, reason string) string {
	winner, _ := v.Winner()
	return c.Text("end."+reason, "winner", c.Side(winner), "loser", c.Side(winner.Other()))
}

// Exact writes an exact value: 1 for a win, 0 for a draw, -1 for a loss, and the turns
// until the game is over, which are left out if they are 0 or unknown (-1).
func (c *Catalogue) Exact(value, plies int) string {
	switch {
	case value == 0:
		return c.Text("study.draw")
	case value > 0 && plies > 0:
		return c.Text("study.win.in", "plies", plies)
	case value > 0:
		return c.Text("study.win")
	case plies > 0:
		return c.Text("study.loss.in", "plies", plies)
	}
	return c.Text("study.loss")
}

// Scores of an engine from foundWin on stand for a win that its search has found;
// they are less than wonNow by the turns until then, from saidWin on.
const (
	wonNow   = 100_000
	saidWin  = 90_000
	foundWin = 89_000
)

// Estimate writes the score of an engine, of which 100 are worth a man: "+1.3". A win
// or loss that it has found is written as such.
func (c *Catalogue) Estimate(score int) string {
	switch size := max(score, -score); {
	case size >= saidWin:
		return c.Exact(score, wonNow-size)
	case size >= foundWin:
		return c.Exact(score, -1)
	}
	text := fmt.Sprintf("%+.1f", float64(score)/100)
	if text == "-0.0" {
		text = "+0.0"
	}
	return strings.NewReplacer("-", "−", ".", c.Text("study.decimal")).Replace(text)
}

// The signs that stand before values, so that exact ones and estimates differ in shape.
const (
	SignWin      = "✓"
	SignDraw     = "="
	SignLoss     = "✗"
	SignEstimate = "≈"
)

// Sign returns the sign of an exact value.
func Sign(value int) string {
	switch {
	case value > 0:
		return SignWin
	case value < 0:
		return SignLoss
	}
	return SignDraw
}

// About is the text of SignEstimate for screen readers.
func (c *Catalogue) About() string { return c.Text("study.about") }

// Unknown is shown where nothing is known of a position or move.
func (c *Catalogue) Unknown() string { return c.Text("study.unknown") }
