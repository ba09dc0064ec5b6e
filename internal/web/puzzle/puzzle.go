// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/pagestate"
	"cairn/internal/study"
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
	Hands              bool // pieces are in hand, so that both hands are shown
	Wrong              bool // the last move was taken back
	Said               string
	Pick               boardview.PartialMove
	Typed              string
	Problem            *web.Problem
	Rated              bool         // the attempt counts
	Outcome            *outcomeView // nil before the puzzle ends
	Next               string
}

// outcomeView is how an attempt ended, with the solution.
type outcomeView struct {
	Solved    bool // false if the visitor has asked for the solution
	First     bool // the first attempt succeeded
	Rating    string
	Change    string // of the rating by the first attempt
	Streak    int
	Days      int // in a row with a solved puzzle
	ThemeName string
	Level     int // initial rating of the puzzle
	Solution  []string
	Exact     bool // all values are known
	Values    []valueView
	Analysis  string // address
	Again     string
}

// valueView is the value of a move in the first position.
type valueView struct {
	Move  string
	Right bool
	Worth boardview.ValueView
}

// scene is a puzzle with the moves of the visitor.
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

// noPage returns web.ErrNoPage for a puzzle or set that does not exist.
func noPage(err error) error {
	if errors.Is(err, failure.ErrNotFound) {
		return web.ErrNoPage
	}
	return err
}

// scene returns the puzzle of a request after the moves of a line, or at its start if
// the moves are not right.
func (s *handlers) scene(r *http.Request, line, theme string) (*scene, error) {
	p, set, err := s.core.Puzzles.Find(r.PathValue("id"))
	if err != nil {
		return nil, noPage(err)
	}
	if theme != string(p.Theme) {
		theme = ""
	}
	return s.sceneOf(r, p, set, line, theme)
}

func (s *handlers) sceneOf(r *http.Request, p *puzzle.Puzzle, set *trainer.Set, line, theme string) (*scene, error) {
	c := &scene{Puzzle: p, set: set, info: set.Entry.Info(), theme: theme}
	c.t = s.core.Texts(r).For(c.info)
	moves := strings.Fields(line)
	if len(moves) > len(p.Right) || !trainer.Follow(p, moves).Right {
		moves = nil
	}
	return c, c.follow(moves)
}

// follow plays moves of the visitor from the start, and the replies to them.
func (c *scene) follow(moves []string) error {
	start, err := c.set.Entry.Parse(c.Position)
	if err != nil {
		return err
	}
	c.moves, c.at = moves, trainer.Follow(c.Puzzle, moves)
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

// query is the address of the page after the moves so far, with more parameters.
func (c *scene) query(pairs ...string) string {
	return address("/puzzle/"+c.ID, append([]string{"line", strings.Join(c.moves, " "), "theme", c.theme}, pairs...)...)
}

func (s *handlers) showPuzzle(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	c, err := s.scene(r, query.Get("line"), query.Get("theme"))
	if err != nil {
		return err
	}
	return s.render(w, r, c, http.StatusOK, entered{path: query.Get("path"), wrong: query.Get("wrong"), solution: query.Has("solution")})
}

// entered is the input that a page shows beside the position.
type entered struct {
	path     string // points touched
	wrong    string // a legal move that is not right
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
	if c.at.Solved && user != "" && !tried { // the address has the line, but the move was never sent
		if err := c.follow(nil); err != nil {
			return err
		}
	}
	t := c.t
	v := &puzzleView{
		Page: s.core.Page(r, t.Text("web.puzzle.title", "game", t.Game(c.info))), ID: c.ID, Game: c.Game, GameName: t.Game(c.info),
		Heading: boardview.PuzzleGoal(t, c.Puzzle, c.side()), Turns: c.Turns(), Theme: c.theme,
		Typed: e.typed, Problem: e.problem, Rated: user != "" && !tried, Next: nextPath(c.Game, c.theme, c.ID),
	}
	v.Scripts = []string{"puzzle"}
	start := c.walk.StateAt(0).View()
	v.Hands = start.Sides[game.White].Hand+start.Sides[game.Black].Hand > 0
	solved := c.at.Solved
	if over := (solved || e.solution) && (tried || user == ""); over {
		if !solved { // the solution was asked for: the board shows it
			var moves []string
			for turns := range slices.Chunk(c.Puzzle.Line, 2) {
				moves = append(moves, turns[0])
			}
			if err := c.follow(moves); err != nil {
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
	return s.core.Render(w, status, "puzzle", v)
}

// outcome shows how the puzzle ended.
func (s *handlers) outcome(r *http.Request, c *scene, a trainer.Attempt, solved bool) (*outcomeView, error) {
	v := &outcomeView{
		Solved: solved, First: a.Solved, ThemeName: themeName(c.t, c.Puzzle.Theme), Level: c.Puzzle.Rating, Solution: c.Puzzle.Line,
		Again: puzzlePath(c.Puzzle, c.theme), Analysis: "/analysis/" + c.Game + "?" + url.Values{"position": {c.Position}}.Encode(),
	}
	if a.User != "" {
		ratings, err := s.core.Puzzles.Ratings(r.Context(), a.User)
		if err != nil {
			return nil, err
		}
		if v.Days, err = s.core.Puzzles.Days(r.Context(), a.User); err != nil {
			return nil, err
		}
		now := ratings[c.Game]
		v.Rating, v.Streak = listing.PointsText(a.After, now.Established()), now.Streak
		v.Change = listing.ChangeText(a.Before, a.After)
	}
	return v, s.values(r, c, v)
}

// show draws the position, in which the visitor may move unless the puzzle is over.
func (v *puzzleView) show(c *scene, e *entered) {
	marks := boardview.BoardMarks{}
	state, view := c.state()
	state.Message = c.message(v, e)
	if c.walk.Ply() > 0 {
		turn := pagestate.TurnAt(c.t, c.walk, c.walk.Turns(), c.walk.Ply())
		state.Last, state.Taken = turn.Last, turn.Taken
		v.Said = c.said()
	}
	if v.Outcome != nil || c.at.Solved {
		state.Status, state.Moves = "over", []pagestate.MoveState{}
	} else {
		k, illegal := boardview.NewPick(c.info, c.walk.State(), e.path)
		if illegal != nil && v.Problem == nil {
			v.Problem = c.t.Problem(illegal)
		}
		marks, v.Pick = k.Offer(func(path, _ string) string { return c.query("path", path) + "#board" })
	}
	if v.Outcome != nil { // the moves of the solution, or those that solved it
		for ply := 1; ply <= c.walk.Ply(); ply += 2 {
			plan := boardview.PlanOf(c.walk.Notes(ply))
			marks.Arrows, marks.Placed = append(marks.Arrows, plan.Arrows...), append(marks.Placed, plan.Placed...)
		}
	}
	v.Play = boardview.NewPlayView(c.t, c.info, view, state, marks)
}

// state returns the position, in which the visitor may move.
func (c *scene) state() (pagestate.State, game.View) {
	now := c.walk.State()
	view := boardview.ViewSince(c.walk.StateAt(0), now)
	state := pagestate.NewState(c.info, view, c.t.Side)
	state.Match, state.Kind, state.Seq, state.You = "puzzle", "puzzle", c.walk.Ply(), c.side().String()
	state.Moves = pagestate.MoveStates(c.info.Board, now.Moves())
	return state, view
}

// said describes the last move of the visitor and the reply to it.
func (c *scene) said() string {
	var said []string
	turns := c.walk.Turns()
	for ply := len(c.moves)*2 - 1; ply <= c.walk.Ply(); ply++ {
		said = append(said, pagestate.TurnAt(c.t, c.walk, turns, ply).Text)
	}
	return strings.Join(said, " ")
}

// message is the text below the board.
func (c *scene) message(v *puzzleView, e *entered) string {
	switch {
	case v.Wrong:
		return c.wrong(e.wrong)
	case c.at.Solved && (v.Outcome == nil || v.Outcome.Solved):
		return c.t.Text("web.puzzle.solved")
	case v.Outcome != nil:
		return c.t.Text("web.puzzle.shown")
	case len(c.moves) > 0:
		return c.t.Text("web.puzzle.more")
	}
	return c.t.Text("web.puzzle.try")
}

// wrong explains why a move is wrong, with a hint. An illegal move, which only an address
// can contain, is not quoted.
func (c *scene) wrong(move string) string {
	found, _ := c.walk.State().Find(move) // zero for an illegal move
	return strings.TrimSpace(c.t.Text("web.puzzle.wrong."+c.Value, "move", found.Text) + " " + c.t.Text("web.puzzle.hint."+string(c.Puzzle.Theme)))
}

// values adds the values of all first moves: exact where tables have them, else only
// which moves are right.
func (s *handlers) values(r *http.Request, c *scene, v *outcomeView) error {
	p, err := study.Exact(r.Context(), c.set.Entry, c.walk.StateAt(0))
	if err != nil {
		return err
	}
	v.Exact = p.Exact
	var wrong []valueView
	for _, m := range p.Moves {
		worth, right := m.Worth, slices.Contains(c.Puzzle.Moves, m.Text)
		switch {
		case right && !m.Exact: // proven when the puzzle was made
			worth = study.Worth{Exact: true, Value: map[string]int{"win": 1}[c.Value], Plies: -1}
		case !m.Exact:
			continue // no value is known
		}
		value := valueView{m.Text, right, boardview.NewWorth(c.t, worth)}
		if right {
			v.Values = append(v.Values, value)
		} else {
			wrong = append(wrong, value)
		}
	}
	v.Values = append(v.Values, wrong...)
	return nil
}
