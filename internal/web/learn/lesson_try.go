// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"strings"

	"cairn/game"
	"cairn/internal/content"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

// try shows the result of the points touched or of a whole move: the board after
// a move that meets the goal, a hint after any other, or the move so far.
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

// show draws a position. Without marks no move can be made in it.
func (v *lessonView) show(t *web.Texts, c *lessonScene, s game.State, marks *boardview.BoardMarks) {
	state := c.state(t, s)
	state.Message = v.message(t)
	if marks == nil {
		marks, state.Status, state.Moves = &boardview.BoardMarks{}, "over", []pagestate.MoveState{}
	}
	v.Play = boardview.NewPlayView(t, c.info, c.view(s), state, *marks, "")
}

// showCourse draws the board as it stands after a move that meets the goal and
// its reply.
func (v *lessonView) showCourse(t *web.Texts, c *lessonScene, course []pagestate.TurnState) {
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
		Last: pagestate.PointsOf(board, last.Last), Taken: pagestate.PointsOf(board, last.Taken),
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

// newPick describes the move so far.
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

// lessonScene is a step with its position.
type lessonScene struct {
	info  *game.Info
	step  *content.Step
	start game.State
}

// view returns a view without the pieces that were lost before the step.
func (c *lessonScene) view(s game.State) game.View {
	view, before := s.View(), c.start.View()
	for _, side := range game.Sides {
		view.Sides[side].Lost -= before.Sides[side].Lost
	}
	return view
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
	after, turn := c.turn(t, c.start, move)
	turns := []pagestate.TurnState{turn}
	for _, reply := range c.step.Reply {
		if move, err := after.Find(reply); err == nil {
			_, turn = c.turn(t, after, move)
			return append(turns, turn)
		}
	}
	return turns
}

// turn plays a legal move and describes it.
func (c *lessonScene) turn(t *web.Texts, before game.State, move game.Move) (game.State, pagestate.TurnState) {
	after, err := before.Play(move.Text)
	if err != nil {
		panic("web: a legal move is refused: " + err.Error()) // the rules are broken
	}
	view := c.view(after)
	said := t.Turn(c.info.Board, before.Turn(), move.Notes)
	if end := after.Result(); end.Over() {
		said = append(said, t.End(end.Verdict, end.Reason.String()))
	}
	turn := pagestate.TurnState{
		Move: move.Text, Text: strings.Join(said, " "), Men: pagestate.MenText(view.Men), Turn: view.Turn,
		Sides: pagestate.SideTurns{White: pagestate.NewSideTurn(view.Sides[game.White]), Black: pagestate.NewSideTurn(view.Sides[game.Black])},
	}
	turn.Last, turn.Taken = pagestate.Touched(c.info.Board, move.Notes, view)
	turn.Steps = pagestate.Steps(c.info.Board, move.Notes)
	return after, turn
}

// state returns the state of the page. The learner plays the side to move at the
// start.
func (c *lessonScene) state(t *web.Texts, s game.State) pagestate.State {
	p := pagestate.NewState(c.info, c.view(s), t.Side)
	p.Kind, p.You, p.Moves = "lesson", c.start.Turn().String(), pagestate.MoveStates(c.info.Board, s.Moves())
	return p
}
