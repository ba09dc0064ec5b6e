// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"cairn/internal/lang"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/internal/web"
)

// PuzzleGoal says what is to be reached in a puzzle.
func PuzzleGoal(t *web.Texts, p *puzzle.Puzzle, side string) string {
	return t.Text("web.puzzle.goal."+p.Value, "side", side)
}

// DrillGoal says what is to be reached in a drill.
func DrillGoal(t *web.Texts, d *puzzle.Drill) string {
	return t.Text("web.drill.goal."+d.Goal, "side", t.Side(d.Side), "own", d.Own, "other", d.Other)
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
	picture.Text = PuzzleGoal(t, p, t.Side(state.Turn()))
	return &picture, nil
}

// ValueView is the data of the template "worth": what a position or a move is worth. Exact
// values and estimates differ in colour (Class), sign and word.
type ValueView struct {
	Class string `json:"class"` // win, draw, loss, estimate or unknown
	Sign  string `json:"sign"`  // empty if nothing is known
	Said  string `json:"said"`  // read out instead of the sign
	Text  string `json:"text"`
}

// found is the score from which on the engine has found a win.
const found = 10_000

// NewWorth writes what a position or a move is worth.
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
