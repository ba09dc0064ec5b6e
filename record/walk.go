// SPDX-License-Identifier: Apache-2.0

package record

import (
	"slices"
	"time"

	"cairn/game"
)

// Walk is a game in play or replayed: the states of a record, with undo and
// redo. Turns taken back are kept as variations.
type Walk struct {
	game   game.Game
	steps  []*walkStep // the first is the start, without a move; immutable, shared between clones
	undone []Line
}

// walkStep is a state and the turn that led to it.
type walkStep struct {
	turn    Turn
	notes   []game.Note
	resets  bool
	state   game.State
	history game.History
	result  game.Result // by rules and history
	mills   [2]int      // closed up to here, by side
}

// Begin starts a game from a state: the game's own start or another.
func Begin(g game.Game, start game.State) *Walk {
	w := &Walk{game: g}
	w.push(&walkStep{turn: Turn{Position: start.String()}, state: start, resets: true})
	return w
}

// Clone returns an independent copy.
func (w *Walk) Clone() *Walk {
	steps := make([]*walkStep, len(w.steps), len(w.steps)+1) // room for the next turn
	copy(steps, w.steps)
	return &Walk{game: w.game, steps: steps, undone: w.undone}
}

// Game returns the rule set.
func (w *Walk) Game() game.Game { return w.game }

// State returns the current state.
func (w *Walk) State() game.State { return w.last().state }

// Position returns the position text of the current state.
func (w *Walk) Position() string { return w.last().turn.Position }

// StateAt returns the state after ply turns, from 0, the start, to Ply.
func (w *Walk) StateAt(ply int) game.State { return w.steps[ply].state }

// Ply returns the number of turns played.
func (w *Walk) Ply() int { return len(w.steps) - 1 }

// Turns returns the turns played so far, without undone turns.
func (w *Walk) Turns() Line { return w.TurnsAfter(0) }

// TurnsAfter returns the turns after a ply.
func (w *Walk) TurnsAfter(ply int) Line {
	turns := make(Line, w.Ply()-ply)
	for i := range turns {
		turns[i] = w.steps[ply+i+1].turn
	}
	return turns
}

// Result returns the result of the game by its rules and its history.
func (w *Walk) Result() game.Result { return w.last().result }

// Recent returns the hashes since the last irreversible move; see game.History.Recent.
func (w *Walk) Recent() []uint64 { return w.last().history.Recent() }

// Notes returns the notes of the turn that led to ply, from 1 to Ply.
func (w *Walk) Notes(ply int) []game.Note { return w.steps[ply].notes }

// Mills returns the number of mills each side has closed so far.
func (w *Walk) Mills() [2]int { return w.MillsAt(w.Ply()) }

// MillsAt returns the number of mills each side had closed after ply turns.
func (w *Walk) MillsAt(ply int) [2]int { return w.steps[ply].mills }

// Play plays the move with a text. If an undone line begins with the move, the rest of
// that line can still be redone. The other undone lines become the Others of the turn. An
// illegal move is a *game.Illegal and changes nothing; so is any move in a finished game.
func (w *Walk) Play(text string, took time.Duration) (game.Move, error) {
	next, move, err := w.try(text)
	if err != nil {
		return game.Move{}, err
	}
	next.turn.Others = w.undone
	rest := []Line(nil)
	if i := slices.IndexFunc(w.undone, func(l Line) bool { return l[0].Move == move.Text }); i >= 0 {
		next.turn, rest = takeUndone(w.undone, i)
	}
	next.turn.Took = took.Truncate(time.Millisecond)
	w.push(next)
	w.undone = rest
	return move, nil
}

// Undo takes the last turn back and keeps it as undone. It reports whether there
// was one.
func (w *Walk) Undo() bool {
	if !w.CanUndo() {
		return false
	}
	w.undone = addUndone(w.pop().turn, w.undone)
	return true
}

// Redo plays the first undone turn again. It reports whether there was one.
func (w *Walk) Redo() bool {
	if !w.CanRedo() {
		return false
	}
	turn, rest := takeUndone(w.undone, 0)
	next, _, err := w.try(turn.Move)
	if err != nil {
		return false
	}
	next.turn = turn
	w.push(next)
	w.undone = rest
	return true
}

// CanUndo reports whether there is a turn to undo.
func (w *Walk) CanUndo() bool { return w.Ply() > 0 }

// CanRedo reports whether there is a turn to redo.
func (w *Walk) CanRedo() bool { return len(w.undone) > 0 }

// Record returns the record of the game, with the result by its rules and its
// history. The caller adds players, date and time control. Variations deeper
// than MaxDepth are left out.
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

func (w *Walk) last() *walkStep { return w.steps[len(w.steps)-1] }

// try returns the step of a move from the current state, without playing it.
func (w *Walk) try(text string) (*walkStep, game.Move, error) {
	if w.Result().Over() {
		return nil, game.Move{}, &game.Illegal{Move: text, Why: game.WhyOver}
	}
	move, state, err := w.State().PlayMove(text)
	if err != nil {
		return nil, game.Move{}, err
	}
	next := &walkStep{notes: move.Notes, resets: move.Resets, state: state, mills: w.Mills()}
	next.turn = Turn{Move: move.Text, Position: state.String()}
	for _, n := range move.Notes {
		if n.Kind == game.Mills {
			next.mills[n.Side] += n.Count
		}
	}
	return next, move, nil
}

// push adds a step and sets its history and result.
func (w *Walk) push(s *walkStep) {
	if len(w.steps) > 0 {
		s.history = w.last().history
	}
	s.history.Push(s.state.Hash(), s.resets)
	s.result = s.history.Result(w.game.Info().Draws, s.state)
	w.steps = append(w.steps, s)
}

func (w *Walk) pop() *walkStep {
	s := w.last()
	w.steps = w.steps[:w.Ply()]
	return s
}

// MaxDepth bounds the nesting of variations.
const MaxDepth = 64

// The functions below move variations between Turn.Others and the undone lines.
// Lines are shared between walks and records, so they copy what they change.

// addUndone returns the undone lines after turn t was undone too: first the line that
// begins with t, then the Others of t.
func addUndone(t Turn, undone []Line) []Line {
	line := Line{t}
	line[0].Others = nil
	if len(undone) > 0 {
		line = append(line, undone[0]...)
		line[1].Others = without(undone, 0)
	}
	return append([]Line{line}, t.Others...)
}

// takeUndone returns the first turn of undone line i, with the other lines as its Others,
// and the undone lines after that turn. For line 0 it is the inverse of addUndone.
func takeUndone(undone []Line, i int) (Turn, []Line) {
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

// without returns a copy of lines without line i, nil if none is left.
func without(lines []Line, i int) []Line {
	if len(lines) <= 1 {
		return nil
	}
	return slices.Delete(slices.Clone(lines), i, i+1)
}

// prune returns lines without the variations more than depth deep, so that they
// can be encoded.
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
