// SPDX-License-Identifier: Apache-2.0

package record

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cairn/game"
)

// Replay plays a record by the rules of its game, with all variations. The error is a
// *Fault: another game or revision, an impossible start, an illegal move, a wrong
// position, a turn after the end of the game, or a result that contradicts the rules.
func Replay(g game.Game, r Record) (*Walk, error) {
	w, err := replayTurns(g, r, LineNumbers{})
	if err != nil {
		return nil, err
	}
	if err := checkResult(r, w.Result()); err != nil {
		return nil, &Fault{Err: err}
	}
	return w, nil
}

// complete fills in a missing revision, start and positions, and writes the moves as the
// game does. It leaves illegal moves to replayTurns, which reports them.
func complete(g game.Game, r *Record) {
	if r.Revision == 0 {
		r.Revision = g.Info().Revision
	}
	if r.Start == "" {
		r.Start = g.Start().String()
	}
	if start, err := g.Parse(r.Start); err == nil {
		if end := completeLine(start, r.Turns); end != nil {
			completeLines(end, r.Undone)
		}
	}
}

// completeLine fills in the positions of a line that begins at a state, writes its moves
// as the game does, and returns the state after it, nil if a move is illegal.
func completeLine(state game.State, line Line) game.State {
	for i := range line {
		completeLines(state, line[i].Others)
		move, next, err := state.PlayMove(line[i].Move)
		if err != nil {
			return nil
		}
		line[i].Move = move.Text
		if line[i].Position == "" {
			line[i].Position = next.String()
		}
		state = next
	}
	return state
}

func completeLines(state game.State, lines []Line) {
	for _, line := range lines {
		completeLine(state, line)
	}
}

// replayTurns plays the turns of a record; the caller compares the results.
func replayTurns(g game.Game, r Record, lines LineNumbers) (*Walk, error) {
	info := g.Info()
	if r.Game != info.ID {
		return nil, &Fault{Line: lines.Game, Err: fmt.Errorf("the record is of game %q, want %q", r.Game, info.ID)}
	}
	if r.Revision != info.Revision {
		err := fmt.Errorf("the record follows revision %d of %s, want revision %d", r.Revision, r.Game, info.Revision)
		return nil, &Fault{Line: lines.Revision, Err: err}
	}
	start, err := g.Parse(r.Start)
	if err != nil {
		return nil, &Fault{Line: lines.Start, Err: fmt.Errorf("start position: %w", err)}
	}
	p := &replayer{walk: Begin(g, start), lines: lines}
	if err := p.line(r.Turns, 0); err != nil {
		return nil, err
	}
	if err := p.variations(r.Undone, 1); err != nil {
		return nil, err
	}
	p.walk.undone = r.Undone
	return p.walk, nil
}

// replayer plays the turns of a record in reading order.
type replayer struct {
	walk  *Walk
	lines LineNumbers
	seen  int // turns so far
}

// line plays a line and leaves the walk at its end.
func (p *replayer) line(line Line, depth int) error {
	for i, t := range line {
		next, err := p.turn(t)
		if err == nil && i == 0 && depth > 0 && len(t.Others) > 0 {
			err = errors.New("the first turn of a variation has others: they belong beside the variation")
		}
		if err != nil {
			if depth > 0 {
				err = fmt.Errorf("in the variation that begins with %s: %w", line[0].Move, err)
			}
			return p.fault(err)
		}
		p.seen++
		if err := p.variations(t.Others, depth+1); err != nil {
			return err
		}
		p.walk.push(next)
	}
	return nil
}

// turn returns the step of a turn from the current state.
func (p *replayer) turn(t Turn) (*walkStep, error) {
	next, _, err := p.walk.try(t.Move)
	if err != nil {
		return nil, err
	}
	if got, want := t.Position, next.turn.Position; got != want {
		return nil, fmt.Errorf("the position after %s is %q, want %q", t.Move, got, want)
	}
	t.Move = next.turn.Move
	next.turn = t
	return next, nil
}

// variations plays lines from the current state and returns to it.
func (p *replayer) variations(lines []Line, depth int) error {
	ply := p.walk.Ply()
	for _, line := range lines {
		switch {
		case len(line) == 0:
			return p.fault(errEmptyLine)
		case depth > MaxDepth:
			return p.fault(errTooDeep)
		}
		if err := p.line(line, depth); err != nil {
			return err
		}
		for p.walk.Ply() > ply {
			p.walk.pop()
		}
	}
	return nil
}

// fault returns an error at the next turn.
func (p *replayer) fault(err error) *Fault {
	f := &Fault{Ply: p.walk.Ply() + 1, Err: err}
	if p.seen < len(p.lines.Turns) {
		f.Line = p.lines.Turns[p.seen]
	}
	return f
}

// checkResult compares the result of a record with the result by the rules, which does
// not include ends of matches, such as resignation, and unfinished games.
func checkResult(r Record, rules game.Result) error {
	if err := checkVerdict(r.Verdict); err != nil {
		return err
	}
	if rules.Over() {
		if r.Verdict != rules.Verdict || r.Reason != rules.Reason.String() {
			return fmt.Errorf("the result is %s, want %s by the rules",
				formatResult(r.Verdict, r.Reason), formatResult(rules.Verdict, rules.Reason.String()))
		}
		return nil
	}
	if r.Verdict != game.Playing && r.Reason == "" {
		return fmt.Errorf("the result is %s without a reason, want one such as resignation, or playing", r.Verdict)
	}
	if r.Reason != "" && new(game.Reason).UnmarshalText([]byte(r.Reason)) == nil {
		return fmt.Errorf("the result is %s, but by the rules the game goes on: want playing",
			formatResult(r.Verdict, r.Reason))
	}
	if r.Reason != "" && !slices.Contains(Reasons(), r.Reason) {
		return fmt.Errorf("the result is %s: want a rule of the game as the reason, or one of %s",
			formatResult(r.Verdict, r.Reason), strings.Join(Reasons(), ", "))
	}
	return nil
}

// formatResult writes a verdict and its reason as the text format does.
func formatResult(v game.Verdict, reason string) string {
	if reason == "" {
		return v.String()
	}
	return v.String() + " " + reason
}
