// SPDX-License-Identifier: Apache-2.0

package lang

import (
	"fmt"
	"strings"
)

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
