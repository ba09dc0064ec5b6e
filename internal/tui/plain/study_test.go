// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"context"
	"strings"
	"testing"

	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/internal/tui"
)

// estimated returns nine men's morris with an estimate of the first move.
func estimated(t *testing.T) []tui.Entry {
	t.Helper()
	games := these(t, "nine")
	games[0].Study = func(_ context.Context, q tui.Question) (study.Position, error) {
		p := study.Position{Worth: study.Worth{Plies: -1, Score: -130, Depth: 7}}
		for i, m := range q.State.Moves() {
			move := study.Move{Text: m.Text, Worth: study.Worth{Plies: -1}}
			if i == 1 {
				move.Worth = p.Worth
			}
			p.Moves = append(p.Moves, move)
		}
		return p, nil
	}
	return games
}

func TestPlainHints(t *testing.T) {
	o := options(t, solved(t), "three")
	out := transcript(t, o, "hint", "a3", "a1", "?", "values", "review", "next", "b3", "b1", "c3", "review", "hint", "quit")
	has(t, out,
		"Hint: b2 (✓ win in 9)",
		"White places on a3.",
		"Hint: c3 b2 b1 c1 (= draw)",
		"= draw: c3 b2 b1 c1", "✗ loss in 6: b3",
		"You can review the game when it is over.",
		"There are no puzzles now.",
		"1 a3: ✓ win in 9 → = draw; better b2", "2 a1: = draw\n", "3 b3: = draw → ✗ loss in 6; better c3 b2 b1 c1",
		"4 b1: ✓ win in 5 → ✗ loss in 2; better c3", "5 c3: ✓ win in 1\n",
		"White: accuracy 31 %", "Black: accuracy 23 %",
		"The game is over.")
	o.ASCII = true
	has(t, transcript(t, o, "hint", "a3", "a1", "values", "quit"), "Hint: b2 (+ win in 9)", "= draw: c3", "- loss in 6: b3")
	o.ASCII, o.Games = false, estimated(t)
	o.Game = "nine"
	has(t, transcript(t, o, "hint", "values", "quit"), "Hint: d7 (≈ −1.3)", "≈ −1.3: d7", "unknown: a7 g7")
	o.ASCII = true
	has(t, transcript(t, o, "hint", "quit"), "Hint: d7 (~ -1.3)")
	o.Games, o.Game = toy(), "toy"
	has(t, transcript(t, o, "hint", "values", "b2", "quit"), "This game has no hints.", "This game has no hints.", "White places on b2.")
}

func TestPlainPuzzles(t *testing.T) {
	o := options(t, solved(t), "")
	o.Players, o.Puzzles, o.State = [2]string{}, puzzles(t, o.Games), t.TempDir()
	line := o.Puzzles[1].Line
	out := transcript(t, o, "c1", "a3", "hint", "hint", "c3", "nonsense", "next", "hint", "b3", line[0], line[2], "undo", "values", line[2], "next", "c2", "new three", "b2", "quit")
	has(t, out,
		"Puzzle 1 of 2, rating 1000. White: find the move that holds the draw.",
		"c1 is not the solution. Try again, or ask for a hint.",
		"place the men in your hand first", "Hint: the move begins at c3.", "The move is c3.",
		"White places on c3", "Solved!", "Solved (next, values, undo, quit): nonsense", "Solved!",
		"Puzzle 2 of 2, rating 1800.", "Hint: the move begins at b2.", "b3 is not the solution.",
		"White places on b2.", "Black ", "White ", "Solved!", "Move undone", "win in ", "Solved!",
		"Puzzle 1 of 2", "c2 is not the solution",
		"White places on b2.")
	if !strings.Contains(out, "The game is saved") {
		t.Errorf("the game that was begun is not kept:\n%s", out)
	}
	o.State = t.TempDir()
	if out := transcript(t, o, "c3", "quit"); strings.Contains(out, "kept") {
		t.Errorf("a puzzle is kept:\n%s", out)
	}
}

// A first move that keeps the result as well solves a puzzle.
func TestOtherSolution(t *testing.T) {
	o := options(t, solved(t), "")
	o.Players = [2]string{}
	o.Puzzles = []puzzle.Puzzle{{Game: "three", Position: "ww1/bb1/3 w 1,1 0", Right: [][]string{{"c1", "c2"}, {"c3"}}, Line: []string{"c1", "a1", "c3"}}}
	has(t, transcript(t, o, "c2", "quit"), "White places on c2.", "Solved!", "Solved (next")
}
