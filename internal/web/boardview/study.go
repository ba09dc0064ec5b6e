// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/internal/web"
)

// PuzzleGoal is the goal of a puzzle in words.
func PuzzleGoal(t *web.Texts, p *puzzle.Puzzle, side game.Side) string {
	return t.Text("web.puzzle.goal."+p.Value, "side", t.Players(side))
}

// DrillGoal is the goal of a drill in words.
func DrillGoal(t *web.Texts, d *puzzle.Drill) string {
	return t.Text("web.drill.goal."+d.Goal, "side", t.Players(d.Side), "own", d.Own, "other", d.Other)
}

// DailyPicture draws the daily puzzle; nil without puzzles.
func DailyPicture(s *web.Server, t *web.Texts) (*Picture, error) {
	if s.Puzzles == nil {
		return nil, nil
	}
	p, set, err := s.Puzzles.Daily(s.Now())
	if p == nil || err != nil {
		return nil, err
	}
	state, err := set.Entry.Parse(p.Position)
	if err != nil {
		return nil, err
	}
	t = t.For(set.Entry.Info())
	picture := NewPicture(t, set.Entry.Info(), "/puzzle/daily", state.View())
	picture.Text = PuzzleGoal(t, p, state.Turn())
	return &picture, nil
}

// ValueView is the data of the template "worth": the value of a position or a move. Exact
// values and estimates differ in colour (Class), sign and word.
type ValueView struct {
	Class string `json:"class"` // win, draw, loss, estimate or unknown
	Sign  string `json:"sign"`  // empty if nothing is known
	Said  string `json:"said"`  // read by screen readers instead of the sign
	Text  string `json:"text"`
}

// found is the lowest score of a win that the engine has found.
const found = 10_000

// NewWorth writes the value of a position or a move.
func NewWorth(t *web.Texts, w study.Worth) ValueView {
	switch {
	case w.Exact:
		return ValueView{Class: w.Name(), Sign: lang.Sign(w.Value), Text: t.Exact(w.Value, w.Plies)}
	case w.Known() && (w.Score >= found || w.Score <= -found):
		return ValueView{Class: "estimate", Sign: lang.SignEstimate, Said: t.About(), Text: t.Exact(w.Score, -1)}
	case w.Known():
		return ValueView{Class: "estimate", Sign: lang.SignEstimate, Said: t.About(), Text: t.Estimate(w.Score)}
	}
	return ValueView{Class: "unknown", Text: t.Unknown()}
}
