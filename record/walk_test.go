// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"cairn/game"
	"cairn/record"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestWalkVariations(t *testing.T) {
	for _, c := range []struct{ name, actions, turns, undone string }{
		{"played", "b2 a1 c3", "b2 a1 c3", ""},
		{"undone", "b2 a1 c3 < <", "b2", "a1 c3"},
		{"undone to the first", "b2 a1 < <", "", "b2 a1"},
		{"redone", "b2 a1 c3 < < > >", "b2 a1 c3", ""},
		{"another move", "b2 a1 c3 < < a3", "b2 a3(a1 c3)", ""},
		{"the same move", "b2 a1 c3 < < a1", "b2 a1", "c3"},
		{"another, undone", "b2 a1 c3 < < a3 <", "b2", "a3|a1 c3"},
		{"a third", "b2 a1 < a3 < c1", "b2 c1(a3|a1)", ""},
		{"an older line", "b2 a1 c3 < < a3 < a1", "b2 a1(a3)", "c3"},
		{"the oldest of three", "b2 a1 < a3 < c1 < a1", "b2 a1(c1|a3)", ""},
		{"an older line, undone", "b2 a1 c3 < < a3 < a1 <", "b2", "a1 c3|a3"},
		{"variation in a variation", "b2 a1 c3 < c1 < < a3", "b2 a3(a1 c1(c3))", ""},
		{"variation in a variation, undone", "b2 a1 c3 < c1 < < a3 < <", "", "b2 a3(a1 c1(c3))"},
		{"lines beside the next turn", "b2 a1 c3 < c1 < <", "b2", "a1 c1(c3)"},
		{"into the middle", "b2 a1 c3 < c1 < < >", "b2 a1", "c1|c3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := do(t, newWalk(), c.actions)
			r := w.Record()
			if got := moves(r.Turns); got != c.turns {
				t.Errorf("turns: got %q, want %q", got, c.turns)
			}
			if got := movesOf(r.Undone); got != c.undone {
				t.Errorf("undone: got %q, want %q", got, c.undone)
			}
			if got, want := w.CanRedo(), c.undone != ""; got != want {
				t.Errorf("can redo: got %v, want %v", got, want)
			}
		})
	}
}

func TestWalkAtTheEnds(t *testing.T) {
	w := newWalk()
	if w.CanUndo() || w.Undo() || w.CanRedo() || w.Redo() {
		t.Error("a new game has something to undo or to redo")
	}
	do(t, w, "b2")
	if !w.CanUndo() || w.CanRedo() || w.Redo() {
		t.Error("after one turn: want undo and no redo")
	}
}

func TestPlayAgainTakesTheNewTime(t *testing.T) {
	w := do(t, newWalk(), "b2 <")
	if _, err := w.Play("b2", 1500*time.Microsecond); err != nil {
		t.Fatal(err)
	}
	if got, want := w.Turns()[0].Took, time.Millisecond; got != want {
		t.Errorf("took: got %v, want %v in whole milliseconds", got, want)
	}
}

func TestRefusedMoveChangesNothing(t *testing.T) {
	for _, c := range []struct {
		name, actions, move string
		why                 game.Why
	}{
		{"occupied", "b2 a1 <", "b2", game.WhyOccupied},
		{"no point", "b2", "z9", game.WhyNoPoint},
		{"over", "a1 a2 b1 b2 c1", "c3", game.WhyOver},
		{"over, unreadable", "a1 a2 b1 b2 c1", "", game.WhyOver},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := do(t, newWalk(), c.actions)
			before := w.Record()
			_, err := w.Play(c.move, time.Second)
			var illegal *game.Illegal
			if !errors.As(err, &illegal) || illegal.Why != c.why || illegal.Move != c.move {
				t.Errorf("play %q: got %v, want an illegal move, %v", c.move, err, c.why)
			}
			if diff := cmp.Diff(before, w.Record()); diff != "" {
				t.Errorf("the refused move changed the game:\n%s", diff)
			}
		})
	}
}

func TestPlayReturnsTheMove(t *testing.T) {
	got, err := newWalk().Play("b2", 0)
	want, _ := toy.Start().Find("b2")
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Errorf("play: %v, difference:\n%s", err, diff)
	}
}

func TestWalkStates(t *testing.T) {
	w := do(t, newWalk(), "b2 a1 c3 <")
	if got, want := w.Ply(), 2; got != want {
		t.Errorf("ply: got %d, want %d", got, want)
	}
	state := toy.Start()
	for ply, move := range []string{"", "b2", "a1"} {
		if move != "" {
			state, _ = state.Play(move)
		}
		if got, want := w.StateAt(ply).String(), state.String(); got != want {
			t.Errorf("state at %d: got %q, want %q", ply, got, want)
		}
	}
	if got, want := w.State().String(), state.String(); got != want {
		t.Errorf("state: got %q, want %q", got, want)
	}
	if w.Game() != toy {
		t.Error("the game is another one")
	}
}

func TestWalkNotesAndMills(t *testing.T) {
	w := record.Begin(shuttle, shuttle.Start())
	do(t, w, "mill go mill mill")
	if got, want := w.Mills(), [2]int{4, 2}; got != want {
		t.Errorf("mills: got %v, want %v", got, want)
	}
	want := []game.Note{{Kind: game.Mills, Side: game.Black, Count: 2}}
	if diff := cmp.Diff(want, w.Notes(4)); diff != "" {
		t.Errorf("notes of turn 4:\n%s", diff)
	}
	if got, want := w.MillsAt(1), [2]int{2, 0}; got != want {
		t.Errorf("mills after one turn: got %v, want %v", got, want)
	}
	do(t, w, "< < <")
	if got, want := w.Mills(), [2]int{2, 0}; got != want {
		t.Errorf("mills after undo: got %v, want %v", got, want)
	}
	do(t, w, "> > >")
	if got, want := w.Mills(), [2]int{4, 2}; got != want {
		t.Errorf("mills after redo: got %v, want %v", got, want)
	}
}

func TestRepetitionEndsTheGame(t *testing.T) {
	w := record.Begin(shuttle, shuttle.Start())
	do(t, w, "go go go go go go go")
	if got := w.Result(); got.Over() {
		t.Fatalf("after seven turns: got %v, want play to go on", got)
	}
	do(t, w, "go") // the start for the third time
	want := game.Result{Verdict: game.Draw, Reason: game.Repetition}
	if got := w.Result(); got != want {
		t.Errorf("after eight turns: got %v, want %v", got, want)
	}
	if _, err := w.Play("go", 0); !errors.Is(err, game.ErrIllegal) {
		t.Errorf("a turn after the draw: got %v, want an illegal move", err)
	}
	if got, want := w.Record(), "repetition"; got.Reason != want || got.Verdict != game.Draw {
		t.Errorf("record: got %v %q, want draw %q", got.Verdict, got.Reason, want)
	}
	do(t, w, "<")
	if got := w.Result(); got.Over() {
		t.Errorf("after undo: got %v, want play to go on", got)
	}
}

func TestWalkRecent(t *testing.T) {
	w := record.Begin(shuttle, shuttle.Start())
	do(t, w, "go mill go go")
	recent := w.Recent()
	if got, want := len(recent), 3; got != want {
		t.Errorf("positions since the mill: got %d, want %d", got, want)
	}
	if got, want := recent[2], w.State().Hash(); got != want {
		t.Errorf("the last: got %x, want %x", got, want)
	}
	do(t, w, "< < <")
	if got, want := len(w.Recent()), 2; got != want {
		t.Errorf("positions after the mill was taken back: got %d, want %d", got, want)
	}
}

func TestBeginFromSetup(t *testing.T) {
	start, err := toy.Parse("wb1/1w1/b2 w 0")
	if err != nil {
		t.Fatal(err)
	}
	w := do(t, record.Begin(toy, start), "c1")
	r := w.Record()
	if got, want := r.Start, "wb1/1w1/b2 w 0"; got != want {
		t.Errorf("start: got %q, want %q", got, want)
	}
	if r.Verdict != game.WhiteWins || r.Reason != "line" {
		t.Errorf("result: got %v %q, want white-wins line", r.Verdict, r.Reason)
	}
}

func TestUndoThenRedoIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		before := w.Record()
		n := rapid.IntRange(0, w.Ply()).Draw(t, "undone")
		for range n {
			w.Undo()
		}
		for range n {
			w.Redo()
		}
		if diff := cmp.Diff(before, w.Record()); diff != "" {
			t.Fatalf("undo and redo of %d turns (-before +after):\n%s", n, diff)
		}
	})
}

func TestRedoThenUndoIsIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		before, n := w.Record(), 0
		for w.Redo() {
			n++
		}
		for range n {
			w.Undo()
		}
		if diff := cmp.Diff(before, w.Record()); diff != "" {
			t.Fatalf("redo and undo of %d turns (-before +after):\n%s", n, diff)
		}
	})
}

func TestNoPlayedTurnIsLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWalk()
		played := map[string]bool{"": true}
		for range rapid.IntRange(0, 40).Draw(t, "actions") {
			drawAction(t, w)
			played[strings.Join(path(w), " ")] = true
		}
		for w.Undo() {
		}
		kept := map[string]bool{"": true}
		for _, line := range w.Record().Undone {
			collect(kept, nil, line)
		}
		if diff := cmp.Diff(played, kept); diff != "" {
			t.Fatalf("lines played and kept (-played +kept):\n%s", diff)
		}
	})
}

// path returns the moves that led to the present state.
func path(w *record.Walk) (moves []string) {
	for _, t := range w.Turns() {
		moves = append(moves, t.Move)
	}
	return moves
}

// collect adds the moves up to every turn of a line and its variations.
func collect(into map[string]bool, before []string, line record.Line) {
	for _, t := range line {
		for _, other := range t.Others {
			collect(into, before, other)
		}
		before = append(before[:len(before):len(before)], t.Move)
		into[strings.Join(before, " ")] = true
	}
}

func TestClonesAndRecordsAreIndependent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := drawWalk(t)
		clone, written := w.Clone(), w.Record()
		want := decode(t, record.Text, encode(t, record.Text, written))
		for range 10 {
			drawAction(t, w)
		}
		if diff := cmp.Diff(want, clone.Record()); diff != "" {
			t.Fatalf("playing on changed a clone:\n%s", diff)
		}
		if diff := cmp.Diff(want, written); diff != "" {
			t.Fatalf("playing on changed a record:\n%s", diff)
		}
		other := w.Record()
		for range 10 {
			drawAction(t, clone)
		}
		if diff := cmp.Diff(other, w.Record()); diff != "" {
			t.Fatalf("playing a clone on changed the walk:\n%s", diff)
		}
	})
}

func TestClonesHaveTheirOwnHistory(t *testing.T) {
	w := do(t, record.Begin(shuttle, shuttle.Start()), "go go go go")
	clone := w.Clone()
	do(t, clone, "go go go")
	do(t, w, "mill mill mill")
	do(t, clone, "go")
	if got, want := clone.Result().Reason, game.Repetition; got != want {
		t.Errorf("the clone after eight turns: got %q, want %q", got, want)
	}
	if got := w.Result(); got.Over() {
		t.Errorf("the walk: got %v, want play to go on", got)
	}
}

func TestRecordsStayWritable(t *testing.T) {
	const deep = record.MaxDepth + 20
	w := record.Begin(shuttle, shuttle.Start())
	for range deep {
		do(t, w, "mill")
	}
	for turn := deep; turn > 1; turn-- { // each variation holds the one before
		for w.Ply() >= turn {
			w.Undo()
		}
		do(t, w, "go mill")
	}
	r := w.Record()
	if _, err := record.Replay(shuttle, r); err != nil {
		t.Error(err)
	}
	for _, f := range record.Formats() {
		if got := decode(t, f, encode(t, f, r)); !got.Equal(r) {
			t.Errorf("%s: the record changes", f.Name())
		}
	}
	n := 0
	for lines := r.Turns[1].Others; len(lines) > 0; n++ {
		lines = lines[0][1].Others
	}
	if n != record.MaxDepth {
		t.Errorf("variations stand %d deep, want %d", n, record.MaxDepth)
	}
}
