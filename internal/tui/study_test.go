// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/internal/tui"
	"cairn/record"
	"cairn/tablebase"
)

// solved returns three men's morris with its tables.
func solved(t *testing.T) []tui.Entry {
	t.Helper()
	e, err := catalog.Standard().Find("three")
	if err != nil {
		t.Fatal(err)
	}
	e.UseTables(t.TempDir())
	out := entry(e.Game)
	out.Study = func(ctx context.Context, q tui.Question) (study.Position, error) { return study.Exact(ctx, e, q.State) }
	out.Review = func(ctx context.Context, w *record.Walk) (study.Review, error) { return study.ReviewGame(ctx, e, w) }
	return []tui.Entry{out}
}

// judged gives games a judge that knows nothing of half of the positions.
func judged(games []tui.Entry) []tui.Entry {
	for i := range games {
		games[i].Study = func(ctx context.Context, q tui.Question) (study.Position, error) {
			return study.Exact(ctx, odd{}, q.State)
		}
		games[i].Review = func(ctx context.Context, w *record.Walk) (study.Review, error) {
			return study.ReviewGame(ctx, odd{}, w)
		}
	}
	return games
}

// odd calls half of all positions and moves draws.
type odd struct{}

func (odd) ProbeMoves(_ context.Context, s game.State) (tablebase.MoveValues, error) {
	j := tablebase.MoveValues{Worth: tablebase.Worth{Known: s.Hash()%2 == 0, Plies: -1}}
	for i, m := range s.Moves() {
		j.Moves = append(j.Moves, tablebase.MoveWorth{Move: m.Text, Worth: tablebase.Worth{Known: i%2 == 0, Plies: -1}})
	}
	return j, nil
}

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
	out := plain(t, o, "hint", "a3", "a1", "?", "values", "review", "next", "b3", "b1", "c3", "review", "hint", "quit")
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
	has(t, plain(t, o, "hint", "a3", "a1", "values", "quit"), "Hint: b2 (+ win in 9)", "= draw: c3", "- loss in 6: b3")
	o.ASCII, o.Games = false, estimated(t)
	o.Game = "nine"
	has(t, plain(t, o, "hint", "values", "quit"), "Hint: d7 (≈ −1.3)", "≈ −1.3: d7", "unknown: a7 g7")
	o.ASCII = true
	has(t, plain(t, o, "hint", "quit"), "Hint: d7 (~ -1.3)")
	o.Games, o.Game = toy(), "toy"
	has(t, plain(t, o, "hint", "values", "b2", "quit"), "This game has no hints.", "This game has no hints.", "White places on b2.")
}

func TestScreenHints(t *testing.T) {
	o := options(t, solved(t), "three")
	o.NoColour = true
	s := newScreen(t, o).size(100, 30)
	s.press("?").shows("Hint: b2 (✓ win in 9)")
	s.press("v").shows("What every move is worth", "✓ win in 9: b2", "= draw: ", "up, down scroll")
	s.press("down", "down", "up", "pgdown", "pgup", "esc").hides("What every move")
	s.press("a").hides("Review")
	for _, move := range []string{"a3", "a1", "b3", "b1", "c3"} {
		s.spell(move)
	}
	s.shows("The game is over.")
	s.press("?").shows("The game is over.")
	s.press("a").shows("Review", "White: accuracy 31 %", "Black: accuracy 23 %", "1 a3: ✓ win in 9 → = draw; better b2", "5 c3: ✓ win in 1")
	s.press("down", "down", "enter").hides("accuracy")
	s.shows("3 b3: = draw → ✗ loss in 6;") // of the move that is shown
	s.press("v").shows("What every move is worth", "✓ win in 5: c3")
	s.press("x", "right").shows("4 b1: ✓ win in 5 → ✗ loss in 2;")
	s.press("u").hides("win in 5")
}

// What comes too late, or while something else is done, is not shown.
func TestLateHints(t *testing.T) {
	o := options(t, solved(t), "three")
	o.NoColour = true
	s := newScreen(t, o).size(100, 30)
	s.held = true
	s.press("?").shows("Looking...")
	s.spell("a3").hides("Looking...")
	s.release()
	s.hides("Hint:")
	s.held = true
	s.press("v", "s").shows("Save game as")
	s.release()
	s.shows("Save game as")
	s.press("esc", "?").shows("Hint: ")
	o.Games[0].Study = func(context.Context, tui.Question) (study.Position, error) { panic("broken") }
	newScreen(t, o).press("?").shows("broken")
	o.Games[0].Study = func(context.Context, tui.Question) (study.Position, error) {
		return study.Position{}, errors.New("no disk")
	}
	newScreen(t, o).press("v").shows("no disk")
	has(t, plain(t, o, "hint", "quit"), "no disk")
	newScreen(t, noColour(t, toy(), "toy")).press("?").shows("This game has no hints.")
}

// While the computer is to move there is nothing to hint at.
func TestHintWaits(t *testing.T) {
	o := options(t, solved(t), "three")
	o.Players[1], o.NoColour = "simple", true
	s := newScreen(t, o)
	s.held = true
	s.spell("b2").press("?").shows("It is the computer's turn.")
}

// puzzles are two positions of three men's morris: White wins at once, and White keeps
// a win of several moves.
func puzzles(t *testing.T, games []tui.Entry) []puzzle.Puzzle {
	t.Helper()
	g := games[0].Game
	long := puzzle.Puzzle{Game: "three", Position: g.Start().String(), Rating: 1800}
	state := g.Start()
	for range 3 {
		p, err := games[0].Study(t.Context(), tui.Question{State: state})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Moves {
			if m.Best {
				long.Line = append(long.Line, m.Text)
				break
			}
		}
		state = play(t, state, long.Line[len(long.Line)-1])
	}
	long.Right = [][]string{{long.Line[0]}, {long.Line[2]}}
	return []puzzle.Puzzle{
		{Game: "three", Position: "ww1/bb1/3 w 1,1 0", Value: "draw", Right: [][]string{{"c3"}}, Line: []string{"c3"}, Rating: 1000},
		long,
	}
}

func play(t *testing.T, s game.State, move string) game.State {
	t.Helper()
	next, err := s.Play(move)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func TestPlainPuzzles(t *testing.T) {
	o := options(t, solved(t), "")
	o.Players, o.Puzzles, o.State = [2]string{}, puzzles(t, o.Games), t.TempDir()
	line := o.Puzzles[1].Line
	out := plain(t, o, "c1", "a3", "hint", "hint", "c3", "nonsense", "next", "hint", "b3", line[0], line[2], "undo", "values", line[2], "next", "c2", "new three", "b2", "quit")
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
	if out := plain(t, o, "c3", "quit"); strings.Contains(out, "kept") {
		t.Errorf("a puzzle is kept:\n%s", out)
	}
}

func TestScreenPuzzles(t *testing.T) {
	o := options(t, solved(t), "")
	o.Players, o.Puzzles, o.NoColour = [2]string{}, puzzles(t, o.Games), true
	s := newScreen(t, o).size(100, 30)
	s.shows("Puzzle 1 of 2")
	s.spell("c1").shows("c1 is not the solution.")
	s.press("?").shows("Hint: the move begins at c3.")
	s.press("?").shows("The move is c3.")
	s.spell("c3").shows("Solved! n next")
	s.spell("a1").shows("Solved! n next")
	s.press("n").shows("Puzzle 2 of 2")
	line := o.Puzzles[1].Line
	s.spell(line[0]).shows("Black places on " + line[1])
	s.spell(line[2]).shows("Solved! n next")
	s.press("v").shows("What every move is worth")
	s.press("esc", "u").shows("Move undone.", "White: choose a point.")
	s.press("q")
	if !s.left {
		t.Error("leaving a puzzle asks")
	}
	o.Puzzles[0].Position = "nonsense"
	if _, err := tui.New(t.Context(), o); err == nil {
		t.Error("a puzzle without a position is begun")
	}
}

// A first move that keeps the result as well solves a puzzle.
func TestOtherSolution(t *testing.T) {
	o := options(t, solved(t), "")
	o.Players = [2]string{}
	o.Puzzles = []puzzle.Puzzle{{Game: "three", Position: "ww1/bb1/3 w 1,1 0", Right: [][]string{{"c1", "c2"}, {"c3"}}, Line: []string{"c1", "a1", "c3"}}}
	has(t, plain(t, o, "c2", "quit"), "White places on c2.", "Solved!", "Solved (next")
}

func TestStudyInEveryLanguage(t *testing.T) {
	eachLanguage(t, solved(t), "three", func(t *testing.T, words *lang.Catalogue, o tui.Options) {
		o.NoColour = true
		s := newScreen(t, o).size(80, 24).press("?", "v")
		s.shows(words.Text("values.title"), "✓ "+words.Exact(1, 9)+": b2", words.Text("values.keys"))
		s.press("esc").spell("a3").spell("a1").spell("b3").spell("b1").spell("c3").press("a")
		s.shows(words.Text("review.title"), words.Text("review.keys"))
	})
}
