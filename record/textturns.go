// SPDX-License-Identifier: Apache-2.0

package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// turns reads everything after the start position.
func (p *textReader) turns() (err error) {
	if p.record.Turns, err = p.variation(0, 1); err != nil {
		return err
	}
	depth := 0
	if p.ahead.kind == textMark {
		depth = 1
		if err := p.advance(); err != nil {
			return err
		}
		if p.record.Undone, err = p.variations(depth, len(p.record.Turns)+1); err != nil {
			return err
		}
	}
	if p.ahead.kind != textEnd {
		return p.misfit(depth)
	}
	return nil
}

// variations reads the lines that begin with that ply, at that depth.
func (p *textReader) variations(depth, ply int) ([]Line, error) {
	var lines []Line
	for p.stands(depth, ply) {
		line, err := p.variation(depth, ply)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// variation reads one line of turns with what stands against each of them.
func (p *textReader) variation(depth, ply int) (line Line, err error) {
	for ; p.stands(depth, ply); ply++ {
		turn := p.ahead.turn
		p.lines.Turns = append(p.lines.Turns, p.line)
		if err := p.advance(); err != nil {
			return nil, err
		}
		if turn.Others, err = p.variations(depth+1, ply); err != nil {
			return nil, err
		}
		if p.ahead.depth > depth {
			return nil, p.misfit(depth + 1)
		}
		line = append(line, turn)
	}
	return line, nil
}

func (p *textReader) stands(depth, ply int) bool {
	return p.ahead.kind == textTurn && p.ahead.depth == depth && p.ahead.ply == ply
}

// misfit explains why the line ahead does not fit at that depth.
func (p *textReader) misfit(depth int) error {
	switch a := p.ahead; {
	case a.kind == textMark:
		return fmt.Errorf("%q stands twice", textUndone)
	case a.depth > depth:
		return fmt.Errorf("turn %d is indented by %d blanks, want at most %d here",
			a.ply, a.depth*len(textIndent), depth*len(textIndent))
	default:
		return fmt.Errorf("turn %d does not go on from the lines above: want the next turn, "+
			"or a variation that begins again with the number of the turn above it", a.ply)
	}
}

// advance reads the next line that is not blank.
func (p *textReader) advance() (err error) {
	p.ahead = textLine{}
	for {
		line, ok := p.next()
		switch {
		case !ok:
			return nil
		case line == textUndone:
			p.ahead.kind = textMark
			return nil
		case line != "":
			p.ahead, err = parseTextLine(line)
			return err
		}
	}
}

func parseTextLine(line string) (textLine, error) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return textLine{}, fmt.Errorf("%q: want a turn as number, move and position", strings.TrimSpace(line))
	}
	l := textLine{kind: textTurn}
	blanks := len(line) - len(strings.TrimLeft(line, " "))
	if l.depth = blanks / len(textIndent); blanks%len(textIndent) != 0 {
		return l, fmt.Errorf("indented by %d blanks, want %d for each depth of variation", blanks, len(textIndent))
	}
	if l.depth > MaxDepth {
		return l, errTooDeep
	}
	var err error
	if l.ply, err = strconv.Atoi(fields[0]); err != nil || l.ply < 0 {
		return l, fmt.Errorf("%q: want the number of a turn", fields[0])
	}
	l.turn, err = parseTextTurn(fields[1:])
	if err != nil {
		return l, fmt.Errorf("turn %d: %w", l.ply, err)
	}
	return l, nil
}

func parseTextTurn(fields []string) (t Turn, err error) {
	last := len(fields) - 1
	if took, ok := strings.CutPrefix(fields[last], "["); ok {
		if t.Took, err = parseTook(strings.TrimSuffix(took, "]")); err != nil {
			return t, fmt.Errorf("thinking time %s: %w", fields[last], err)
		}
		fields = fields[:last]
	}
	t.Move = fields[0]
	if err := checkWord(t.Move); err != nil {
		return t, fmt.Errorf("move %q: %w", t.Move, err)
	}
	t.Position = strings.Join(fields[1:], " ")
	if err := checkPosition(t.Position); err != nil {
		return t, fmt.Errorf("position %q: %w", t.Position, err)
	}
	return t, nil
}

func parseTook(text string) (time.Duration, error) {
	took, err := time.ParseDuration(text)
	if err != nil || took%time.Millisecond != 0 {
		return 0, errors.New("want whole milliseconds, for example [2.5s]")
	}
	return took, checkTook(took)
}
