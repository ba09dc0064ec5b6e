// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"net/http"
	"strconv"
	"strings"

	"cairn/game"
	"cairn/internal/content"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
	"cairn/record"
)

// lessonView is one step of a lesson.
type lessonView struct {
	web.Page
	Game, GameName string
	Variant        string // how the rules differ; empty for the standard ones
	At             int    // the step, from 1 on
	Steps          []lessonLink
	Heading, Text  string
	Done, Wrong    string // shown after a move that meets the goal, and after any other move
	Read           bool   // the step has no move to make
	Solved, Missed bool   // the move in the address meets the goal or not
	Said           string // what that move and its reply did
	Hands          bool   // pieces are in hand, so both hands are shown
	Play           boardview.PlayView
	Courses        map[string][]pagestate.TurnState // by the moves that meet the goal, for the script
	Pick           boardview.PartialMove
	Typed          string
	Problem        *web.Problem
	Again, Next    string              // addresses; no next after the last step
	Level          string              // of the computer
	NextGame       *listing.GameChoice // nil after the last game
}

// lessonLink is a step in the list of all.
type lessonLink struct {
	Number        int
	Heading, Href string
	Here, Done    bool
}

func (s *handlers) showLesson(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	info, steps := entry.Info(), content.Steps(entry)
	switch {
	case len(steps) == 0:
		return web.ErrNoPage // the game has no lesson
	case info.ID != r.PathValue("game"): // an alias
		http.Redirect(w, r, "/learn/"+info.ID, http.StatusFound)
		return nil
	}
	t, query := s.core.Texts(r).For(info), r.URL.Query()
	at, err := strconv.Atoi(query.Get("step"))
	if err != nil || at < 1 || at > len(steps) {
		at = 1
	}
	v := newLessonView(t, info, steps, at)
	v.Page = s.core.Page(r, t.Text("web.learn.title", "game", v.GameName))
	v.Scripts = []string{"learn"}
	v.Level, v.NextGame = listing.DefaultLevel, s.nextLesson(s.core.Texts(r), info)
	state, err := entry.Parse(steps[at-1].Position)
	if err != nil {
		return err // cannot happen: content.Steps checks positions
	}
	s.core.Cookies.SetLesson(w, info.ID, at)
	v.try(t, &lessonScene{entry, info, &steps[at-1], state}, query.Get("path"), query.Get("move"))
	return s.core.Render(w, http.StatusOK, "lesson", v)
}

// newLessonView returns the view of a step before a move is tried.
func newLessonView(t *web.Texts, info *game.Info, steps []content.Step, at int) *lessonView {
	step := &steps[at-1]
	v := &lessonView{
		Game: info.ID, GameName: t.Game(info), At: at, Read: step.Read, Again: stepPath(at),
		Heading: lessonText(t, info, step, "title"), Text: lessonText(t, info, step, "text"), Done: lessonText(t, info, step, "done"), Wrong: lessonText(t, info, step, "wrong"),
	}
	if info.ID != info.Family {
		v.Variant = t.Variant(info)
	}
	for i := range steps {
		v.Steps = append(v.Steps, lessonLink{i + 1, lessonText(t, info, &steps[i], "title"), stepPath(i + 1), i+1 == at, i+1 < at})
	}
	if at < len(steps) {
		v.Next = stepPath(at + 1)
	}
	return v
}

// lessonText returns a text of a step, empty where the step needs none.
func lessonText(t *web.Texts, info *game.Info, step *content.Step, part string) string {
	key := "lesson." + step.Text + "." + part
	if !t.Has(key) && part != "title" && part != "text" {
		return ""
	}
	return t.Text(key, "men", info.Men, "times", info.Draws.Repetition, "turns", info.Draws.Quiet/2)
}

func stepPath(step int) string { return boardview.TaskQuery("step", step, "", "") }

// lessonListView is the list of all lessons.
type lessonListView struct {
	web.Page
	Lessons []lessonCard
}

// lessonCard is the lesson of a family, with all its steps.
type lessonCard struct {
	boardview.Picture
	Steps    []lessonLink
	Variants []listing.GameChoice // beside the standard rules
}

func (s *handlers) showLessonList(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	v := lessonListView{Page: s.core.Page(r, t.Text("web.learn.list.title"))}
	for _, f := range s.lists.Families(t) {
		g, err := s.core.Live.Rooms.Games().Game(f.ID)
		if err != nil || !hasLesson(g) {
			continue
		}
		card := lessonCard{Picture: boardview.StartPicture(t, g)}
		card.Path = "/learn/" + f.ID
		card.Board.Name = "" // the name stands beside it
		steps := content.Steps(g)
		for i := range steps {
			card.Steps = append(card.Steps, lessonLink{Number: i + 1, Heading: lessonText(t.For(g.Info()), g.Info(), &steps[i], "title"), Href: card.Path + stepPath(i+1)})
		}
		for _, choice := range f.Games {
			if variant, err := s.core.Live.Rooms.Games().Game(choice.ID); choice.ID != f.ID && err == nil && hasLesson(variant) {
				card.Variants = append(card.Variants, choice)
			}
		}
		v.Lessons = append(v.Lessons, card)
	}
	return s.core.Render(w, http.StatusOK, "lesson_list", &v)
}

// hasLesson reports whether a game has a lesson.
func hasLesson(g game.Game) bool { return len(content.Steps(g)) > 0 }

// nextLesson returns the next family with a lesson, nil after the last.
func (s *handlers) nextLesson(t *web.Texts, info *game.Info) *listing.GameChoice {
	found := false
	for _, f := range s.lists.Families(t) {
		if g, err := s.core.Live.Rooms.Games().Game(f.ID); found && err == nil && hasLesson(g) {
			return &listing.GameChoice{ID: f.ID, Name: f.Name}
		}
		found = found || f.ID == info.Family
	}
	return nil
}

// try shows the result of the points touched or of a whole move: the board after
// a move that meets the goal, a hint after any other, or the move so far.
func (v *lessonView) try(t *web.Texts, c *lessonScene, path, tried string) {
	start := c.start.View()
	v.Hands = start.Sides[game.White].Hand+start.Sides[game.Black].Hand > 0
	v.Courses = c.courses(t)
	if v.Read {
		tried = ""
	}
	k, move, illegal := boardview.TryMove(c.info, c.start, path, tried)
	if v.Read {
		move = ""
	}
	v.Solved = v.Courses[move] != nil
	v.Missed = move != "" && !v.Solved
	if illegal != nil {
		v.Problem, v.Typed = t.Problem(illegal), tried
	}
	if v.Solved || v.Read {
		v.show(t, c, v.Courses[move], nil)
		return
	}
	marks, entry := k.Offer(func(path, move string) string { return boardview.TaskQuery("step", v.At, path, move) })
	v.Pick = entry
	v.show(t, c, nil, &marks)
}

// show draws the board after a course, a move that meets the goal and its reply. Without
// marks no move can be made.
func (v *lessonView) show(t *web.Texts, c *lessonScene, course []pagestate.TurnState, marks *boardview.BoardMarks) {
	now := c.start
	for _, turn := range course {
		v.Said = strings.TrimSpace(v.Said + " " + turn.Text)
		if next, err := now.Play(turn.Move); err == nil {
			now = next
		}
	}
	view := boardview.ViewSince(c.start, now)
	state := pagestate.NewState(c.info, view, t.Side)
	state.Kind, state.You, state.Message = "lesson", c.start.Turn().String(), v.message(t)
	state.Moves = pagestate.MoveStates(c.info.Board, now.Moves())
	if n := len(course); n > 0 {
		state.Last, state.Taken = course[n-1].Last, course[n-1].Taken
	}
	if marks == nil {
		marks, state.Status, state.Moves = &boardview.BoardMarks{}, "over", []pagestate.MoveState{}
	}
	v.Play = boardview.NewPlayView(t, c.info, view, state, *marks)
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

// lessonScene is a step with its position.
type lessonScene struct {
	game  game.Game
	info  *game.Info
	step  *content.Step
	start game.State
}

// courses returns, for each move that meets the goal, the board after it and
// after the reply, if there is one.
func (c *lessonScene) courses(t *web.Texts) map[string][]pagestate.TurnState {
	courses := map[string][]pagestate.TurnState{}
	for _, move := range c.start.Moves() {
		if c.step.Met(c.start, move) {
			courses[move.Text] = c.course(t, move)
		}
	}
	return courses
}

func (c *lessonScene) course(t *web.Texts, move game.Move) []pagestate.TurnState {
	walk := record.Begin(c.game, c.start)
	for _, reply := range append([]string{move.Text}, c.step.Reply...) {
		if _, err := walk.Play(reply, 0); err == nil && walk.Ply() == 2 {
			break // the first reply that fits
		}
	}
	var turns []pagestate.TurnState
	for ply := 1; ply <= walk.Ply(); ply++ {
		before, after := walk.StateAt(ply-1), walk.StateAt(ply)
		turn, view := pagestate.TurnAt(t, walk, walk.Turns(), ply), boardview.ViewSince(c.start, after)
		said := append(t.Turn(c.info.Board, before.Turn(), walk.Notes(ply)), boardview.Standing(t, after))
		turn.Text, turn.Board = strings.TrimSpace(strings.Join(said, " ")), ""
		turn.Sides = pagestate.SideTurns(view)
		turns = append(turns, turn)
	}
	return turns
}
