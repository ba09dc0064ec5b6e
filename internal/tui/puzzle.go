// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cairn/game"
	"cairn/match"
)

// puzzleSeat is the level of the seat that plays the replies of a puzzle.
const puzzleSeat = "puzzle"

// wrongMoveError refuses a move that does not solve a puzzle.
type wrongMoveError struct{ move string }

func (e wrongMoveError) Error() string { return e.move + " is not the solution" }

// startPuzzles begins the first puzzle.
func (s *session) startPuzzles() error {
	p, err := s.puzzlePlan(0)
	if err != nil {
		return err
	}
	return s.submit(action{kind: actNew, plan: p})
}

// nextPuzzle returns the plan of the puzzle after the present one; the first follows
// the last.
func (s *session) nextPuzzle() (plan, error) {
	return s.puzzlePlan((s.plan.number + 1) % len(s.options.Puzzles))
}

func (s *session) puzzlePlan(number int) (plan, error) {
	puzzle := &s.options.Puzzles[number]
	e, err := s.options.find(puzzle.Game)
	if err != nil {
		return plan{}, err
	}
	state, err := e.Game.Parse(puzzle.Position)
	if err != nil {
		return plan{}, fmt.Errorf("puzzle %q: %w", puzzle.Position, err)
	}
	p := plan{entry: e, puzzle: puzzle, number: number}
	p.seats[state.Turn().Other()].level = puzzleSeat
	return p, nil
}

// solves returns an error if a move of the player does not solve the puzzle.
func (s *session) solves(move string) error {
	puzzle, turn := s.plan.puzzle, s.match.Ply()/2
	if puzzle == nil || s.computing() || turn < len(puzzle.Right) && slices.Contains(puzzle.Right[turn], move) {
		return nil
	}
	if _, err := s.match.State().Play(move); err != nil {
		return nil // the rules refuse it
	}
	return wrongMoveError{move}
}

// solved reports whether the puzzle is solved: by its line, or by another move that
// keeps the result as well.
func (s *session) solved() bool {
	puzzle, ply := s.plan.puzzle, s.match.Ply()
	if puzzle == nil || ply == 0 {
		return false
	}
	return ply >= len(puzzle.Line) || s.match.Walk().Turns()[ply-1].Move != puzzle.Line[ply-1]
}

// idle reports whether there is nothing to play: the game is over or the puzzle solved.
func (s *session) idle() bool { return s.over() || s.solved() }

// reply returns the move that the puzzle plays.
func (s *session) reply() func(context.Context) (string, error) {
	move, ok := s.puzzleMove()
	return func(context.Context) (string, error) {
		if !ok {
			return "", errors.New("the puzzle has no reply")
		}
		return move, nil
	}
}

// puzzleMove returns the next move of the solution.
func (s *session) puzzleMove() (string, bool) {
	if puzzle, ply := s.plan.puzzle, s.match.Ply(); ply < len(puzzle.Line) && !s.solved() {
		return puzzle.Line[ply], true
	}
	return "", false
}

// puzzleHint logs where the move begins, and when asked again the move.
func (s *session) puzzleHint() {
	move, ok := s.puzzleMove()
	if !ok {
		return
	}
	moves := s.match.State().Moves()
	i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == move })
	if i < 0 || s.hinted == s.match.Seq() {
		s.logText("puzzle.answer", "move", move)
		return
	}
	s.hinted = s.match.Seq()
	s.logText("puzzle.hint", "point", s.board().Name(moves[i].Paths[0].Points()[0]))
}

// logPuzzle logs the task.
func (s *session) logPuzzle() {
	key := "puzzle.win"
	if s.plan.puzzle.Value == "draw" {
		key = "puzzle.draw"
	}
	s.logText(key, "number", s.plan.number+1, "count", len(s.options.Puzzles),
		"rating", s.plan.puzzle.Rating, "side", s.match.State().Turn())
}

// logSolved logs that the puzzle was solved by the last action.
func (s *session) logSolved(a match.Action) {
	if a.Kind == match.Move && s.solved() {
		s.logText("puzzle.solved")
	}
}
