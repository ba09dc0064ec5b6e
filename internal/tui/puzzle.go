// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"cairn/game"
	"cairn/internal/study/puzzle"
	"cairn/match"
)

// puzzleSeat is the level of the seat that replies in a puzzle.
const puzzleSeat = "puzzle"

// task is a puzzle to solve, one of several. A nil task is never solved.
type task struct {
	*puzzle.Puzzle
	number, count int // its number from 0, and how many there are
	hinted        int // Seq of the match when a hint was given
}

// puzzlePlan returns the plan of a puzzle by its number, modulo their count.
func (o *Options) puzzlePlan(number int) (Plan, error) {
	number %= len(o.Puzzles)
	t := &task{Puzzle: &o.Puzzles[number], number: number, count: len(o.Puzzles)}
	e, err := o.Find(t.Game)
	if err != nil {
		return Plan{}, err
	}
	state, err := e.Game.Parse(t.Position)
	if err != nil {
		return Plan{}, fmt.Errorf("puzzle %q: %w", t.Position, err)
	}
	p := Plan{Entry: e, task: t}
	p.seats[state.Turn().Other()].level = puzzleSeat
	return p, nil
}

// check refuses a legal move that does not solve the puzzle.
func (t *task) check(m match.Match, move string) error {
	if turn := m.Ply() / 2; turn < len(t.Right) && slices.Contains(t.Right[turn], move) {
		return nil
	}
	if _, err := m.State().Play(move); err != nil {
		return nil // the rules refuse it
	}
	return refuse("puzzle.wrong", "move", move)
}

// solved reports whether the puzzle is solved: by its line, or by another right move.
func (t *task) solved(m match.Match) bool {
	ply := m.Ply()
	if t == nil || ply == 0 {
		return false
	}
	return ply >= len(t.Line) || m.Walk().Turns()[ply-1].Move != t.Line[ply-1]
}

// next returns the next move of the solution.
func (t *task) next(m match.Match) (string, bool) {
	if ply := m.Ply(); ply < len(t.Line) && !t.solved(m) {
		return t.Line[ply], true
	}
	return "", false
}

// reply returns a function that finds the opponent's move in the solution.
func (t *task) reply(m match.Match) func(context.Context) (string, error) {
	move, ok := t.next(m)
	return func(context.Context) (string, error) {
		if !ok {
			return "", errors.New("the puzzle has no reply")
		}
		return move, nil
	}
}

// hint logs the first point of the move, and the second time the whole move.
func (t *task) hint(m match.Match, log *Log) {
	move, ok := t.next(m)
	if !ok {
		return
	}
	moves := m.State().Moves()
	i := slices.IndexFunc(moves, func(m game.Move) bool { return m.Text == move })
	if i < 0 || t.hinted == m.Seq() {
		log.text("puzzle.answer", "move", move)
		return
	}
	t.hinted = m.Seq()
	log.text("puzzle.hint", "point", m.Game().Info().Board.Name(moves[i].Paths[0].Points()[0]))
}

// begin logs the task.
func (t *task) begin(m match.Match, log *Log) {
	key := "puzzle.win"
	if t.Value == "draw" {
		key = "puzzle.draw"
	}
	log.text(key, "number", t.number+1, "count", t.count, "rating", t.Rating, "side", m.Turn())
}

// NextPuzzle returns the plan of the puzzle after the present one.
func (l *Local) NextPuzzle() (Plan, error) {
	if l.plan.task == nil {
		return Plan{}, refuse("puzzle.none")
	}
	return l.options.puzzlePlan(l.plan.task.number + 1)
}
