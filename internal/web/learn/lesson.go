// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"cairn/game"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// lessonView is one step of a lesson.
type lessonView struct {
	web.Page
	Game, GameName string
	Variant        string // how the rules differ; empty for the standard ones
	At             int    // the step, from 1 on
	Steps          []lessonLink
	Heading, Text  string
	Done, Wrong    string // said after a move that meets the goal, and after another
	Read           bool   // there is nothing to do
	Solved, Missed bool   // what came of the move in the address
	Said           string // what it and its reply did
	Hands          bool   // men are in hand, so both hands are shown
	Play           boardview.PlayView
	Courses        map[string][]boardview.TurnState // by the moves that meet the goal, for the script
	Pick           lessonPick
	Typed          string
	Problem        *web.Problem
	Again, Next    string              // addresses; no next after the last step
	Level          string              // the weakest of the computer
	NextGame       *listing.GameChoice // nil after the last game
}

// lessonLink is a step in the list of all.
type lessonLink struct {
	Number     int
	Heading    string
	Href       string
	Here, Done bool
}

// lessonPick is how far a move is, on a page without script.
type lessonPick struct {
	Touched []string
	Back    string // address without the last touch
	Move    string // what the touches so far are, when the turn may also go on
	End     string // address that ends the turn with it
}

func (s *handlers) showLesson(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.Live.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	info := entry.Info()
	steps := stepsOf(entry)
	switch {
	case len(steps) == 0:
		return web.ErrNoPage // nobody has written one
	case info.ID != r.PathValue("game"): // an alias
		http.Redirect(w, r, "/learn/"+info.ID, http.StatusFound)
		return nil
	}
	t, query := s.Texts(r), r.URL.Query()
	at, err := strconv.Atoi(query.Get("step"))
	if err != nil || at < 1 || at > len(steps) {
		at = 1
	}
	v := newLessonView(t, info, steps, at)
	v.Page = s.Page(r, t.Text("web.learn.title", "game", v.GameName))
	v.Scripts = []string{"learn"}
	if levels := entry.Levels(); len(levels) > 0 {
		v.Level = levels[0]
	}
	v.NextGame = s.nextLesson(t, info)
	state, err := entry.Parse(steps[at-1].Position)
	if err != nil {
		return err // such steps are left out
	}
	v.try(t, &lessonScene{info, &steps[at-1], state}, query.Get("path"), query.Get("move"))
	return s.Render(w, http.StatusOK, "lesson", v)
}

// newLessonView makes the view of a step, before anything was tried.
func newLessonView(t *web.Texts, info *game.Info, steps []lessonStep, at int) *lessonView {
	step := &steps[at-1]
	v := &lessonView{
		Game: info.ID, GameName: t.Game(info), At: at, Read: step.Read, Again: lessonQuery(at, "", ""),
		Heading: lessonText(t, info, step, "title"), Text: lessonText(t, info, step, "text"), Done: lessonText(t, info, step, "done"), Wrong: lessonText(t, info, step, "wrong"),
	}
	if info.ID != info.Family {
		v.Variant = t.Variant(info)
	}
	for i := range steps {
		v.Steps = append(v.Steps, lessonLink{i + 1, lessonText(t, info, &steps[i], "title"), lessonQuery(i+1, "", ""), i+1 == at, i+1 < at})
	}
	if at < len(steps) {
		v.Next = lessonQuery(at+1, "", "")
	}
	return v
}

// lessonText is a text of a step; one that any move meets has none for wrong ones.
func lessonText(t *web.Texts, info *game.Info, step *lessonStep, part string) string {
	key := "web.lesson." + step.Text + "." + part
	if !t.Has(key) && part != "title" && part != "text" {
		return ""
	}
	return t.Text(key, "men", info.Men, "times", info.Draws.Repetition, "turns", info.Draws.Quiet/2)
}

// lessonQuery is the address of a step, with what was touched or tried there.
func lessonQuery(step int, path, move string) string {
	query := url.Values{"step": {strconv.Itoa(step)}}
	anchor := ""
	if path != "" {
		query.Set("path", path)
		anchor = "#board" // a phone shows the board again
	}
	if move != "" {
		query.Set("move", move)
		anchor = "#board"
	}
	return "?" + query.Encode() + anchor
}

// href is the address of this step at which a point has been touched too.
func (v *lessonView) href(k *boardview.Pick) func(game.Point) string {
	return func(p game.Point) string {
		return lessonQuery(v.At, strings.Join(append(k.Board.Names(k.Picker.Path()), k.Board.Name(p)), ","), "")
	}
}

// try shows what comes of the points that were touched, or of a whole move: the
// board after a move that meets the goal, a hint after another, or how far it is.
func (v *lessonView) try(t *web.Texts, c *lessonScene, path, tried string) {
	start := c.start.View()
	v.Hands = start.Sides[game.White].Hand+start.Sides[game.Black].Hand > 0
	v.Courses = c.courses(t)
	k, illegal := boardview.NewPick(c.info, c.start, path)
	if tried != "" && !v.Read {
		k.Picker.Reset()
		illegal = k.Picker.Type(tried)
	}
	if move, done := k.Picker.Done(); done && !v.Read {
		tried = move.Text
		v.Solved = v.Courses[tried] != nil
		v.Missed = !v.Solved
		k.Picker.Reset()
	}
	if illegal != nil {
		v.Problem, v.Typed = t.Problem(illegal), tried
	}
	switch {
	case v.Solved:
		v.showCourse(t, c, v.Courses[tried])
	case v.Read:
		v.show(t, c, c.start, nil)
	default:
		v.Pick = v.newPick(k)
		marks := k.Marks()
		marks.Href = v.href(k)
		v.show(t, c, c.start, &marks)
	}
}

// show draws a position; without marks there is nothing to be done in it.
func (v *lessonView) show(t *web.Texts, c *lessonScene, s game.State, marks *boardview.BoardMarks) {
	state := c.state(t, s)
	state.Message = v.message(t)
	if marks == nil {
		marks, state.Status, state.Moves = &boardview.BoardMarks{}, "over", []boardview.MoveState{}
	}
	v.Play = boardview.NewPlayView(t, c.info, c.view(s), state, *marks, "")
}

// showCourse draws the board as it stands after a move that meets the goal and
// its reply.
func (v *lessonView) showCourse(t *web.Texts, c *lessonScene, course []boardview.TurnState) {
	after := c.start
	for _, turn := range course {
		v.Said = strings.TrimSpace(v.Said + " " + turn.Text)
		if next, err := after.Play(turn.Move); err == nil {
			after = next
		}
	}
	v.show(t, c, after, nil)
	last, board := course[len(course)-1], c.info.Board
	v.Play.State.Last, v.Play.State.Taken = last.Last, last.Taken
	v.Play.Board = boardview.NewBoardView(t, board, after.View(), boardview.BoardMarks{
		Name: v.Play.Board.Name, Turned: c.start.Turn() == game.Black,
		Last: boardview.PointsOf(board, last.Last), Taken: boardview.PointsOf(board, last.Taken),
	})
}

// message is the line below the board.
func (v *lessonView) message(t *web.Texts) string {
	switch {
	case v.Solved:
		return v.Done
	case v.Missed:
		return v.Wrong
	case v.Read:
		return t.Text("web.learn.read")
	}
	return t.Text("web.learn.try")
}

// newPick tells how far a move is.
func (v *lessonView) newPick(k *boardview.Pick) lessonPick {
	names := k.Board.Names(k.Picker.Path())
	if len(names) == 0 {
		return lessonPick{}
	}
	p := lessonPick{Touched: names, Back: lessonQuery(v.At, strings.Join(names[:len(names)-1], ","), "")}
	if move, whole := k.Picker.Move(); whole {
		p.Move, p.End = move.Text, lessonQuery(v.At, "", move.Text)
	}
	return p
}
