// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"net/http"
	"slices"
	"strings"

	"cairn/internal/failure"
	"cairn/internal/pagestate"
	"cairn/internal/study/trainer"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

// answer is the JSON answer to a move.
type answer struct {
	Result  string                `json:"result"` // right, wrong or solved
	Text    string                `json:"text"`
	Said    string                `json:"said,omitempty"`  // what the move and the reply did
	Turns   []pagestate.TurnState `json:"turns,omitempty"` // the move and the reply
	Moves   []pagestate.MoveState `json:"moves"`           // legal ones after that; none if it is solved
	Line    string                `json:"line"`            // right moves so far
	Outcome string                `json:"outcome"`         // address of the page with the solution, if it is solved
}

// tryMove decides whether a move is right. The first wrong move ends the rated attempt,
// but not the puzzle.
func (s *handlers) tryMove(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	c, err := s.scene(r, in.Text("line"), in.Text("theme"))
	if err != nil {
		return err
	}
	if c.at.Solved {
		return failure.New(failure.Over, "puzzle-over")
	}
	move, at, err := c.try(in.Text("move"))
	if err != nil {
		if web.WantsJSON(r) {
			return err
		}
		p := c.t.Problem(err)
		return s.render(w, r, c, p.Status, entered{typed: in.Text("move"), problem: p})
	}
	if !at.Right || at.Solved {
		if _, _, err := s.core.Puzzles.Count(r.Context(), web.VisitorOf(r).User.ID, c.Puzzle, at.Right); err != nil {
			return err
		}
	}
	if !at.Right {
		return s.core.Done(w, r, c.query("wrong", move)+"#board", answer{
			Result: "wrong", Text: c.wrong(move), Line: in.Text("line"), Moves: []pagestate.MoveState{},
		})
	}
	before := c.walk.Ply()
	if err := c.follow(append(slices.Clone(c.moves), move)); err != nil {
		return err
	}
	return s.core.Done(w, r, c.query()+"#board", c.answer(before))
}

// try reads a move, and returns the progress of the puzzle after it.
func (c *scene) try(text string) (string, trainer.Progress, error) {
	k, _ := boardview.NewPick(c.info, c.walk.State(), "")
	if err := k.Picker.Type(text); err != nil {
		return "", trainer.Progress{}, err
	}
	move, whole := k.Picker.Move()
	if !whole {
		return "", trainer.Progress{}, failure.New(failure.Illegal, "code.illegal")
	}
	return move.Text, trainer.Follow(c.Puzzle, append(slices.Clone(c.moves), move.Text)), nil
}

// answer describes the turns since a ply: a right move and the reply.
func (c *scene) answer(before int) answer {
	a := answer{Result: "right", Text: c.t.Text("web.puzzle.more"), Said: c.said(), Line: strings.Join(c.moves, " "), Moves: []pagestate.MoveState{}}
	turns := c.walk.Turns()
	for ply := before + 1; ply <= c.walk.Ply(); ply++ {
		turn := pagestate.TurnAt(c.t, c.walk, turns, ply)
		turn.Sides = pagestate.SideTurns(boardview.ViewSince(c.walk.StateAt(0), c.walk.StateAt(ply)))
		a.Turns = append(a.Turns, turn)
	}
	if c.at.Solved {
		a.Result, a.Text, a.Outcome = "solved", c.t.Text("web.puzzle.solved"), c.query()
		return a
	}
	a.Moves = pagestate.MoveStates(c.info.Board, c.walk.State().Moves())
	return a
}

// giveUp ends an attempt and shows the solution.
func (s *handlers) giveUp(w http.ResponseWriter, r *http.Request) error {
	in, err := web.ReadForm(r)
	if err != nil {
		return err
	}
	c, err := s.scene(r, "", in.Text("theme"))
	if err != nil {
		return err
	}
	if _, _, err := s.core.Puzzles.Count(r.Context(), web.VisitorOf(r).User.ID, c.Puzzle, false); err != nil {
		return err
	}
	return s.core.Done(w, r, c.query("solution", "yes")+"#outcome", map[string]any{"moves": c.Puzzle.Moves, "line": c.Puzzle.Line})
}
