// SPDX-License-Identifier: Apache-2.0

package record

import (
	"slices"
	"time"

	"cairn/game"
)

// Walk is a game being played or replayed: the states along a record, with undo
// and redo. Turns taken back are kept as variations.
type Walk struct {
	game    game.Game
	steps   []*step // the first is the start, whose turn has no move; never changed once pushed
	history game.History
	undone  []Line
}

// step is a state with the turn that led to it.
type step struct {
	turn   Turn
	notes  []game.Note
	resets bool
	state  game.State
	result game.Result // by rules and history
	mills  [2]int      // closed so far, by side
}

// Begin starts a new game from a position: the game's own start or a set-up.
func Begin(g game.Game, start game.State) *Walk {
	w := &Walk{game: g}
	w.push(&step{turn: Turn{Position: start.String()}, state: start, resets: true})
	return w
}

// Clone returns an independent copy.
func (w *Walk) Clone() *Walk {
	steps := make([]*step, len(w.steps), len(w.steps)+1) // room for the next turn
	copy(steps, w.steps)
	return &Walk{game: w.game, steps: steps, history: w.history.Clone(), undone: w.undone}
}

// Game returns the rule set.
func (w *Walk) Game() game.Game { return w.game }

// State returns the present state.
func (w *Walk) State() game.State { return w.last().state }

// Position returns the position text of the present state.
func (w *Walk) Position() string { return w.last().turn.Position }

// StateAt returns the state after ply turns, from 0, the start, to Ply.
func (w *Walk) StateAt(ply int) game.State { return w.steps[ply].state }

// Ply returns how many turns have been played.
func (w *Walk) Ply() int { return len(w.steps) - 1 }

// Turns returns the turns as played so far, without what was undone.
func (w *Walk) Turns() Line {
	turns := make(Line, w.Ply())
	for i := range turns {
		turns[i] = w.steps[i+1].turn
	}
	return turns
}

// Result returns how the game stands by the rules and by its history.
func (w *Walk) Result() game.Result { return w.last().result }

// History returns a copy of the history up to the present state.
func (w *Walk) History() *game.History {
	h := w.history.Clone()
	return &h
}

// Notes returns the notes of the turn that led to ply, from 1 to Ply.
func (w *Walk) Notes(ply int) []game.Note { return w.steps[ply].notes }

// Mills returns how many mills each side has closed up to the present state.
func (w *Walk) Mills() [2]int { return w.MillsAt(w.Ply()) }

// MillsAt returns how many mills each side had closed after ply turns.
func (w *Walk) MillsAt(ply int) [2]int { return w.steps[ply].mills }

// Play plays the move of that text. The first move of an undone line follows
// that line, whose rest can still be redone; any other move keeps all undone
// lines as the new turn's Others. A refused move is a *game.Illegal and changes
// nothing; in a game that is over every move is refused.
func (w *Walk) Play(text string, took time.Duration) (game.Move, error) {
	next, move, err := w.try(text)
	if err != nil {
		return game.Move{}, err
	}
	next.turn.Others = w.undone
	rest := []Line(nil)
	if i := slices.IndexFunc(w.undone, func(l Line) bool { return l[0].Move == move.Text }); i >= 0 {
		next.turn, rest = follow(w.undone, i)
	}
	next.turn.Took = took.Truncate(time.Millisecond)
	w.push(next)
	w.undone = rest
	return move, nil
}

// Undo takes the last turn back and keeps it; it reports whether there was one.
func (w *Walk) Undo() bool {
	if !w.CanUndo() {
		return false
	}
	w.undone = takeBack(w.pop().turn, w.undone)
	return true
}

// Redo plays again what was undone last; it reports whether there was anything.
func (w *Walk) Redo() bool {
	if !w.CanRedo() {
		return false
	}
	turn, rest := follow(w.undone, 0)
	next, _, err := w.try(turn.Move)
	if err != nil {
		return false
	}
	next.turn = turn
	w.push(next)
	w.undone = rest
	return true
}

// CanUndo reports whether a turn can be taken back.
func (w *Walk) CanUndo() bool { return w.Ply() > 0 }

// CanRedo reports whether a turn can be played again.
func (w *Walk) CanRedo() bool { return len(w.undone) > 0 }

// Record writes the game down: rule set, start, turns, undone lines, and the
// verdict by rules and history. Players, date and control are the caller's.
// Variations deeper than MaxDepth are left out.
func (w *Walk) Record() Record {
	info, result := w.game.Info(), w.Result()
	return Record{
		Game:     info.ID,
		Revision: info.Revision,
		Start:    w.steps[0].turn.Position,
		Verdict:  result.Verdict,
		Reason:   result.Reason.String(),
		Turns:    pruneLine(w.Turns(), MaxDepth),
		Undone:   prune(w.undone, MaxDepth),
	}
}

func (w *Walk) last() *step { return w.steps[len(w.steps)-1] }

// try returns the step that the move of that text would be.
func (w *Walk) try(text string) (*step, game.Move, error) {
	if w.Result().Over() {
		return nil, game.Move{}, &game.Illegal{Move: text, Why: game.WhyOver}
	}
	move, state, err := w.State().PlayMove(text)
	if err != nil {
		return nil, game.Move{}, err
	}
	next := &step{notes: move.Notes, resets: move.Resets, state: state, mills: w.Mills()}
	next.turn = Turn{Move: move.Text, Position: state.String()}
	for _, n := range move.Notes {
		if n.Kind == game.Mills {
			next.mills[n.Side] += n.Count
		}
	}
	return next, move, nil
}

// push adds a step and judges it.
func (w *Walk) push(s *step) {
	w.steps = append(w.steps, s)
	w.history.Push(s.state.Hash(), s.resets)
	s.result = w.history.Judge(w.game.Info().Draws, s.state)
}

func (w *Walk) pop() *step {
	s := w.last()
	w.steps = w.steps[:w.Ply()]
	w.history.Pop()
	return s
}

// MaxDepth is how deep variations may stand inside variations.
const MaxDepth = 64

// Variations are moved between Turn.Others and the undone lines. Lines are
// shared between walks and records, so each function here copies what it
// changes.

// takeBack returns the undone lines after turn t was taken back before them:
// first the line that begins with t, then what was once played instead of t.
func takeBack(t Turn, undone []Line) []Line {
	line := Line{t}
	line[0].Others = nil
	if len(undone) > 0 {
		line = append(line, undone[0]...)
		line[1].Others = without(undone, 0)
	}
	return append([]Line{line}, t.Others...)
}

// follow takes the first turn off undone line i: the turn, with the lines
// beside it as its Others, and the undone lines after it. For line 0 it is the
// inverse of takeBack.
func follow(undone []Line, i int) (Turn, []Line) {
	t := undone[i][0]
	t.Others = without(undone, i)
	rest := slices.Clone(undone[i][1:])
	if len(rest) == 0 {
		return t, nil
	}
	beside := rest[0].Others
	rest[0].Others = nil
	return t, append([]Line{rest}, beside...)
}

// without returns a copy of lines that lacks line i, nil when none is left.
func without(lines []Line, i int) []Line {
	if len(lines) <= 1 {
		return nil
	}
	return slices.Delete(slices.Clone(lines), i, i+1)
}

// prune returns lines without the variations that stand more than depth deep,
// so that whatever was walked can be written.
func prune(lines []Line, depth int) []Line {
	if len(lines) == 0 || depth == 0 {
		return nil
	}
	kept := make([]Line, len(lines))
	for i, line := range lines {
		kept[i] = pruneLine(line, depth-1)
	}
	return kept
}

func pruneLine(line Line, depth int) Line {
	kept := slices.Clone(line)
	for i, t := range kept {
		kept[i].Others = prune(t.Others, depth)
	}
	return kept
}
