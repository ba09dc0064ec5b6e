// SPDX-License-Identifier: Apache-2.0

package web

import (
	"strings"

	"cairn/game"
)

// try shows what comes of the points that were touched, or of a whole move: the
// board after a move that meets the goal, a hint after another, or how far it is.
func (v *lessonView) try(t *texts, c *lessonScene, path, tried string) {
	start := c.start.View()
	v.Hands = start.Sides[game.White].Hand+start.Sides[game.Black].Hand > 0
	v.Courses = c.courses(t)
	k, illegal := newPick(c.info, c.start, path)
	if tried != "" && !v.Read {
		k.picker.Reset()
		illegal = k.picker.Type(tried)
	}
	if move, done := k.picker.Done(); done && !v.Read {
		tried = move.Text
		v.Solved = v.Courses[tried] != nil
		v.Missed = !v.Solved
		k.picker.Reset()
	}
	if illegal != nil {
		v.Problem, v.Typed = t.problem(illegal), tried
	}
	switch {
	case v.Solved:
		v.showCourse(t, c, v.Courses[tried])
	case v.Read:
		v.show(t, c, c.start, nil)
	default:
		v.Pick = v.newPick(k)
		marks := k.marks()
		marks.Href = v.href(k)
		v.show(t, c, c.start, &marks)
	}
}

// show draws a position; without marks there is nothing to be done in it.
func (v *lessonView) show(t *texts, c *lessonScene, s game.State, marks *boardMarks) {
	state := c.state(t, s)
	state.Message = v.message(t)
	if marks == nil {
		marks, state.Status, state.Moves = &boardMarks{}, "over", []MoveState{}
	}
	v.Play = newPlayView(t, c.info, c.view(s), state, *marks, "")
}

// showCourse draws the board as it stands after a move that meets the goal and
// its reply.
func (v *lessonView) showCourse(t *texts, c *lessonScene, course []turnState) {
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
	v.Play.Board = newBoardView(t, board, after.View(), boardMarks{
		Name: v.Play.Board.Name, Turned: c.start.Turn() == game.Black,
		Last: pointsOf(board, last.Last), Taken: pointsOf(board, last.Taken),
	})
}

// message is the line below the board.
func (v *lessonView) message(t *texts) string {
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
func (v *lessonView) newPick(k *pick) lessonPick {
	names := k.board.Names(k.picker.Path())
	if len(names) == 0 {
		return lessonPick{}
	}
	p := lessonPick{Touched: names, Back: lessonQuery(v.At, strings.Join(names[:len(names)-1], ","), "")}
	if move, whole := k.picker.Move(); whole {
		p.Move, p.End = move.Text, lessonQuery(v.At, "", move.Text)
	}
	return p
}
