// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"net/http"
	"slices"
	"strings"

	"cairn/game"
	"cairn/internal/pagestate"
	"cairn/internal/study"
	"cairn/internal/web/boardview"
)

// show draws the position, in which the visitor may move unless the puzzle is over.
func (v *puzzleView) show(c *scene, e *entered) {
	now := c.walk.State()
	state, marks := c.state(), boardview.BoardMarks{}
	state.Message = c.message(v, e)
	if c.walk.Ply() > 0 {
		turn := pagestate.TurnAt(c.t, c.walk, c.walk.Turns(), c.walk.Ply())
		state.Last, state.Taken = turn.Last, turn.Taken
		v.Said = c.said()
	}
	if v.Outcome != nil || c.at.Solved {
		state.Status, state.Moves = "over", []pagestate.MoveState{}
	} else {
		k, illegal := boardview.NewPick(c.info, now, e.path)
		if illegal != nil && v.Problem == nil {
			v.Problem = c.t.Problem(illegal)
		}
		marks = k.Marks()
		marks.Href = func(p game.Point) string {
			return c.query("path", strings.Join(append(k.Board.Names(k.Picker.Path()), k.Board.Name(p)), ",")) + "#board"
		}
		v.Pick = newPick(c, k)
	}
	board := c.info.Board
	marks.Last, marks.Taken = pagestate.PointsOf(board, state.Last), pagestate.PointsOf(board, state.Taken)
	v.Play = boardview.NewPlayView(c.t, c.info, c.view(now), state, marks, "")
}

// newPick describes the move so far.
func newPick(c *scene, k *boardview.Pick) pickView {
	names := k.Board.Names(k.Picker.Path())
	if len(names) == 0 {
		return pickView{}
	}
	v := pickView{Touched: names, Back: c.query("path", strings.Join(names[:len(names)-1], ",")) + "#board"}
	if move, whole := k.Picker.Move(); whole {
		v.Move = move.Text
	}
	return v
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

// message is the line below the board.
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

// wrong says what is wrong with a move, and what to look for. A move that is not
// legal is left out: it comes from the address.
func (c *scene) wrong(move string) string {
	key := "web.puzzle.wrong." + c.Value
	if found, err := c.walk.State().Find(move); err == nil {
		move = found.Text
	} else {
		move = ""
	}
	return strings.TrimSpace(c.t.Text(key, "move", move) + " " + c.t.Text("web.puzzle.hint."+string(c.Puzzle.Theme)))
}

// view returns a view without the men that were lost before the puzzle.
func (c *scene) view(s game.State) game.View {
	view, before := s.View(), c.walk.StateAt(0).View()
	for _, side := range game.Sides {
		view.Sides[side].Lost -= before.Sides[side].Lost
	}
	return view
}

// state returns the state of the page for the board.
func (c *scene) state() pagestate.State {
	now := c.walk.State()
	p := pagestate.NewState(c.info, c.view(now), c.t.Side)
	p.Match, p.Kind, p.Seq, p.You, p.Moves = "puzzle", "puzzle", c.walk.Ply(), c.side().String(), pagestate.MoveStates(c.info.Board, now.Moves())
	return p
}

// values shows what every first move is worth: exactly where tables answer, else
// only which moves are right.
func (s *handlers) values(r *http.Request, c *scene, v *outcomeView) error {
	p, err := study.Exact(r.Context(), c.set.Entry, c.walk.StateAt(0))
	if err != nil {
		return err
	}
	v.Exact = p.Exact
	for _, m := range p.Moves {
		right := slices.Contains(c.Puzzle.Moves, m.Text)
		if !right && !m.Exact {
			continue // nothing is known of it but that it is wrong
		}
		worth := m.Worth
		if !worth.Exact { // proven when the puzzle was made
			worth = study.Worth{Exact: true, Value: map[string]int{"win": 1}[c.Value], Plies: -1}
		}
		v.Values = append(v.Values, valueView{m.Text, right, boardview.NewWorth(c.t, worth)})
	}
	slices.SortStableFunc(v.Values, func(a, b valueView) int {
		switch {
		case a.Right == b.Right:
			return 0
		case a.Right:
			return -1
		}
		return 1
	})
	return nil
}
