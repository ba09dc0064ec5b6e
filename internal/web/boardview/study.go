// SPDX-License-Identifier: Apache-2.0

package boardview

import (
	"net/http"
	"slices"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/content"
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

// LessonPicture draws the lesson to go on with: at the step that the visitor has opened
// last, after the last step the lesson of the next game; nil without lessons.
func LessonPicture(s *web.Server, r *http.Request) *Picture {
	games := s.Live.Rooms.Games().All()
	id, at := s.Cookies.Lesson(r)
	first := max(0, slices.IndexFunc(games, func(e *catalog.Entry) bool { return e.Info().ID == id }))
	for _, entry := range slices.Concat(games[first:], games[:first]) {
		info, steps := entry.Info(), content.Steps(entry)
		begun := info.ID == id && at > 0
		if !begun {
			at = 1
		}
		if at >= len(steps) || !begun && info.ID != info.Family {
			continue
		}
		state, err := entry.Parse(steps[at-1].Position)
		if err != nil {
			return nil // cannot happen: content.Steps checks positions
		}
		picture := NewPicture(s.Texts(r), info, "/learn/"+info.ID+TaskQuery("step", at, "", ""), state.View())
		picture.Text = s.Texts(r).Text("web.learn.at", "step", at, "steps", len(steps))
		return &picture
	}
	return nil
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
