// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/study/puzzle"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/record"
)

// puzzleView is the page of one puzzle.
type puzzleView struct {
	web.Page
	ID, Game, GameName string
	Heading            string // "White to move and win"
	Turns              int    // moves to find
	Theme              string // that the visitor has chosen; empty for any
	Line               string // the visitor's right moves so far
	Play               boardview.PlayView
	Hands              bool // men are in hand, so both hands are shown
	Wrong              bool // the last move was taken back
	Said               string
	Pick               pickView
	Typed              string
	Problem            *web.Problem
	Rated              bool         // the attempt counts
	Outcome            *outcomeView // nil before the puzzle ends
	Next               string
}

// pickView is a move that has been entered in part, on a page without script.
type pickView struct {
	Touched []string
	Back    string // address without the last touch
	Move    string // what the touches so far make; empty for nothing yet
}

// outcomeView is how an attempt ended, with the solution.
type outcomeView struct {
	Solved    bool // on this page; else it was given up
	First     bool // the first attempt succeeded
	Rating    string
	Change    string // of the rating by the first attempt
	Streak    int
	ThemeName string
	Level     int // rating of the puzzle to begin with
	Solution  []string
	Exact     bool // all values are known
	Values    []valueView
	Analysis  string // address
	Again     string
}

// valueView is what a move of the first position is worth.
type valueView struct {
	Move  string
	Right bool
	Worth boardview.ValueView
}

// scene is a puzzle as far as it is solved.
type scene struct {
	*puzzle.Puzzle
	set   *trainer.Set
	info  *game.Info
	t     *web.Texts
	theme string
	moves []string         // of the visitor
	at    trainer.Progress // after them
	walk  *record.Walk
}

// noPage is the error for what does not exist.
func noPage(err error) error {
	if errors.Is(err, failure.ErrNotFound) {
		return web.ErrNoPage
	}
	return err
}

// scene returns the puzzle of a request after some moves of the visitor, or at its
// start if they do not fit.
func (s *handlers) scene(r *http.Request, line, theme string) (*scene, error) {
	p, set, err := s.core.Puzzles.Find(r.PathValue("id"))
	if err != nil {
		return nil, noPage(err)
	}
	c := &scene{Puzzle: p, set: set, info: set.Entry.Info(), theme: theme}
	c.t = s.core.Texts(r).For(c.info)
	if theme != string(p.Theme) {
		c.theme = ""
	}
	if c.moves = strings.Fields(line); len(c.moves) > len(p.Right) || !trainer.Follow(p, c.moves).Right {
		c.moves = nil
	}
	return c, c.follow()
}

// follow plays the moves so far and the replies to them.
func (c *scene) follow() error {
	start, err := c.set.Entry.Parse(c.Position)
	if err != nil {
		return err
	}
	c.at = trainer.Follow(c.Puzzle, c.moves)
	c.walk = record.Begin(c.set.Entry, start)
	for _, move := range c.at.Line {
		if _, err := c.walk.Play(move, 0); err != nil {
			return err
		}
	}
	return nil
}

// side is the side of the visitor.
func (c *scene) side() game.Side { return c.walk.StateAt(0).Turn() }

// query is the address of the page after the moves so far, with more in it.
func (c *scene) query(pairs ...string) string {
	query := url.Values{}
	if len(c.moves) > 0 {
		query.Set("line", strings.Join(c.moves, " "))
	}
	if c.theme != "" {
		query.Set("theme", c.theme)
	}
	for i := 0; i < len(pairs); i += 2 {
		query.Set(pairs[i], pairs[i+1])
	}
	return withQuery("/puzzle/"+c.ID, query)
}

func (s *handlers) showPuzzle(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	c, err := s.scene(r, query.Get("line"), query.Get("theme"))
	if err != nil {
		return err
	}
	return s.render(w, r, c, http.StatusOK, entered{path: query.Get("path"), wrong: query.Get("wrong"), solution: query.Has("solution")})
}

// entered is what a page shows beside the position.
type entered struct {
	path     string // points touched
	wrong    string // a move that was taken back
	typed    string // a move that is not legal
	problem  *web.Problem
	solution bool // asked for
}

// render answers with the page of a puzzle.
func (s *handlers) render(w http.ResponseWriter, r *http.Request, c *scene, status int, e entered) error {
	user := web.VisitorOf(r).User.ID
	attempt, tried, err := s.core.Puzzles.Attempt(r.Context(), user, c.Puzzle)
	if err != nil {
		return err
	}
	if c.at.Solved && user != "" && !tried { // an address that was made up
		c.moves = nil
		if err := c.follow(); err != nil {
			return err
		}
	}
	t := c.t
	v := &puzzleView{
		Page: s.core.Page(r, t.Text("web.puzzle.title", "game", t.Game(c.info))), ID: c.ID, Game: c.Game, GameName: t.Game(c.info),
		Heading: boardview.PuzzleGoal(t, c.Puzzle, t.Side(c.side())), Turns: c.Turns(), Theme: c.theme,
		Typed: e.typed, Problem: e.problem, Rated: user != "" && !tried, Next: nextPath(c.Game, c.theme, c.ID),
	}
	v.Scripts = []string{"puzzle"}
	start := c.walk.StateAt(0).View()
	v.Hands = start.Sides[game.White].Hand+start.Sides[game.Black].Hand > 0
	solved := c.at.Solved
	if over := (solved || e.solution) && (tried || user == ""); over {
		if !solved { // given up: the board shows the whole solution
			c.moves = c.main()
			if err := c.follow(); err != nil {
				return err
			}
		}
		if v.Outcome, err = s.outcome(r, c, attempt, solved); err != nil {
			return err
		}
	}
	v.Line = strings.Join(c.moves, " ")
	v.Wrong = v.Outcome == nil && e.wrong != ""
	v.show(c, &e)
	if v.Outcome != nil {
		v.Outcome.Again = puzzlePath(c.Puzzle, c.theme)
	}
	return s.core.Render(w, status, "puzzle", v)
}

// main returns the moves of the visitor in the solution.
func (c *scene) main() (moves []string) {
	for i := 0; i < len(c.Puzzle.Line); i += 2 {
		moves = append(moves, c.Puzzle.Line[i])
	}
	return moves
}

// outcome shows how the puzzle ended.
func (s *handlers) outcome(r *http.Request, c *scene, a trainer.Attempt, solved bool) (*outcomeView, error) {
	v := &outcomeView{
		Solved: solved, First: a.Solved, ThemeName: themeName(c.t, c.Puzzle.Theme), Level: c.Puzzle.Rating, Solution: c.Puzzle.Line,
		Analysis: "/analysis/" + c.Game + "?" + url.Values{"position": {c.Position}}.Encode(),
	}
	if a.User != "" {
		ratings, err := s.core.Puzzles.Ratings(r.Context(), a.User)
		if err != nil {
			return nil, err
		}
		now := ratings[c.Game]
		v.Rating, v.Streak = listing.PointsText(a.After, now.Established()), now.Streak
		v.Change = listing.ChangeText(a.Before, a.After)
	}
	return v, s.values(r, c, v)
}
