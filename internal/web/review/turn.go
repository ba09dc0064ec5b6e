// SPDX-License-Identifier: Apache-2.0

package review

import (
	"strings"

	"cairn/internal/study"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// maxKeeping is how many of the moves that keep the result are shown with a move.
const maxKeeping = 6

// turnView is a judged move.
type turnView struct {
	Ply           int
	Number        int // as in the list of moves: both sides have the same
	Side, Color   string
	Move          string
	Href          string // shows the position after it
	Analysis      string // the same on the analysis board
	Verdict       study.Verdict
	Mistake       bool
	Word          string // the verdict in a word
	Said          string // in a sentence
	Before, After boardview.ValueView
	Legal         int
	Kept          int    // how many moves keep the result
	Keeping       string // some of them, the best first; empty where the move is as good
	More          int    // how many more there are
	Begins        bool   // this move and all later ones are exact
}

func (c *scene) newTurn(turn *study.ReviewedMove) turnView {
	v := turnView{
		Ply: turn.Ply, Number: c.number(turn.Ply), Side: turn.Side.String(), Color: c.t.Side(turn.Side), Move: turn.Move, Href: listing.PlyQuery(turn.Ply), Analysis: c.analysis(turn.Ply),
		Verdict: turn.Verdict, Mistake: turn.Verdict.Mistake(), Word: c.t.Text("web.review.word." + string(turn.Verdict)), Said: c.said(turn),
		Before: boardview.NewWorth(c.t, turn.Before), After: boardview.NewWorth(c.t, turn.After), Legal: turn.Legal, Kept: len(turn.Keeping),
	}
	if turn.Verdict != study.Kept && len(turn.Keeping) > 0 {
		shown := turn.Keeping[:min(maxKeeping, len(turn.Keeping))]
		v.Keeping, v.More = strings.Join(shown, ", "), len(turn.Keeping)-len(shown)
	}
	if turn.Estimated() {
		v.Word = v.After.Sign + " " + v.After.Text
	}
	return v
}

// number is the number of a move in the list of moves, which begins with White's first one.
func (c *scene) number(ply int) int { return (ply-1+int(c.walk.StateAt(0).Turn()))/2 + 1 }

// said is a verdict as a sentence. A move that kept the result names it.
func (c *scene) said(turn *study.ReviewedMove) string {
	key := string(turn.Verdict)
	switch {
	case turn.Verdict == study.Kept && turn.After.Value > 0 && c.walk.StateAt(turn.Ply).Result().Over():
		key = "wins"
	case turn.Verdict == study.Kept:
		key += "-" + turn.Before.Name()
	case turn.Estimated() && turn.Best == turn.Move:
		key = "chosen"
	case turn.Estimated():
		key = "estimated"
	}
	return c.t.Text("web.review.said."+key, "move", turn.Move, "best", turn.Best)
}
