// SPDX-License-Identifier: Apache-2.0

package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

func decodeText(data []byte) (Record, LineNumbers, error) {
	p := &textReader{rest: strings.Split(string(data), "\n")}
	if err := p.read(); err != nil {
		return Record{}, LineNumbers{}, &Fault{Line: p.line, Err: err}
	}
	return p.record, p.lines, nil
}

// textReader reads the text format line by line, with a lookahead of one line in the
// turns.
type textReader struct {
	rest    []string
	line    int // number of the last line read
	ahead   textLine
	record  Record
	lines   LineNumbers
	pending []string // comment lines for the next turn
}

// textLine is a line after the header: a turn, the mark before undone lines, or the end
// of the file.
type textLine struct {
	kind  textKind
	depth int
	ply   int
	turn  Turn
}

type textKind int

const (
	textEnd textKind = iota
	textTurn
	textMark
)

func (p *textReader) read() error {
	for _, part := range []func() error{p.firstLine, p.header, p.start, p.turns} {
		if err := part(); err != nil {
			return err
		}
	}
	if p.lines.Result == 0 && len(p.record.Turns) == 0 {
		return fmt.Errorf("there are no turns, and the header has no %q", "result:")
	}
	last := &p.record.Comment // a comment at the end
	if n := len(p.record.Turns); n > 0 {
		last = &p.record.Turns[n-1].Comment
	}
	addComment(last, p.comment())
	return nil
}

// next returns the next line that is not a comment, without trailing blanks. It adds
// comments to pending.
func (p *textReader) next() (string, bool) {
	for len(p.rest) > 0 {
		line := strings.TrimSuffix(p.rest[0], "\r")
		p.rest = p.rest[1:]
		p.line++
		comment, ok := readCommentLine(line)
		if !ok {
			return strings.TrimRight(line, " \t\r"), true
		}
		p.pending = append(p.pending, comment)
	}
	return "", false
}

// comment returns the pending comment lines and clears them.
func (p *textReader) comment() string {
	text := strings.Join(p.pending, "\n")
	p.pending = nil
	return text
}

// start reads the line of ply 0, the start position. It may be missing.
func (p *textReader) start() error {
	if p.bareMoves() {
		return nil
	}
	if err := p.advance(); err != nil {
		return err
	}
	first := p.ahead
	if first.kind == textEnd || first.kind == textTurn && first.depth == 0 && first.ply == 1 {
		return nil
	}
	if first.kind != textTurn || first.depth != 0 || first.ply != 0 || first.turn.Move != textStart || first.turn.Took != 0 {
		return fmt.Errorf(`want the start position first: "0 %s POSITION"`, textStart)
	}
	p.record.Start, p.lines.Start = first.turn.Position, p.line
	addComment(&p.record.Comment, first.turn.Comment)
	return p.advance()
}

// bareMoves reads turns without positions, several in a line or with numbers like "1.", if
// the first line after the header does not begin with a number.
func (p *textReader) bareMoves() bool {
	first := ""
	for _, line := range p.rest {
		if words := strings.Fields(line); len(words) > 0 && !strings.HasPrefix(words[0], textComment) {
			first = words[0]
			break
		}
	}
	if _, err := strconv.Atoi(first); err == nil || first == "" || first == textUndone {
		return false
	}
	for {
		line, ok := p.next()
		if !ok {
			return true
		}
		for _, word := range strings.Fields(line) {
			if number, move, ok := strings.Cut(word, "."); ok {
				if _, err := strconv.Atoi(number); err == nil {
					word = strings.TrimLeft(move, ".")
				}
			}
			if word == "" {
				continue
			}
			p.record.Turns = append(p.record.Turns, Turn{Move: word, Comment: p.comment()})
			p.lines.Turns = append(p.lines.Turns, p.line)
		}
	}
}

// turns reads everything after the start position.
func (p *textReader) turns() (err error) {
	if len(p.record.Turns) > 0 { // bare moves, to the end
		return p.checkBare()
	}
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
		return p.misplaced(depth)
	}
	return nil
}

// checkBare checks the moves of bareMoves.
func (p *textReader) checkBare() error {
	for i, turn := range p.record.Turns {
		if err := checkWord(turn.Move); err != nil {
			p.line = p.lines.Turns[i]
			return fmt.Errorf("turn %d: move %q: %w", i+1, turn.Move, err)
		}
	}
	return nil
}

// variations reads the lines of turns that begin with a ply at a depth.
func (p *textReader) variations(depth, ply int) ([]Line, error) {
	var lines []Line
	for p.isTurn(depth, ply) {
		line, err := p.variation(depth, ply)
		if err != nil {
			return nil, err
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// variation reads one line of turns with their variations.
func (p *textReader) variation(depth, ply int) (line Line, err error) {
	for ; p.isTurn(depth, ply); ply++ {
		turn := p.ahead.turn
		p.lines.Turns = append(p.lines.Turns, p.line)
		if err := p.advance(); err != nil {
			return nil, err
		}
		if turn.Others, err = p.variations(depth+1, ply); err != nil {
			return nil, err
		}
		if p.ahead.depth > depth {
			return nil, p.misplaced(depth + 1)
		}
		line = append(line, turn)
	}
	return line, nil
}

func (p *textReader) isTurn(depth, ply int) bool {
	return p.ahead.kind == textTurn && p.ahead.depth == depth && p.ahead.ply == ply
}

// misplaced returns the error for a lookahead line that is invalid at a depth.
func (p *textReader) misplaced(depth int) error {
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

// advance reads the next line that is not empty.
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
			p.ahead.turn.Comment = p.comment()
			return err
		}
	}
}

func parseTextLine(line string) (textLine, error) {
	fields := strings.Fields(line)
	if len(fields) < 2 {
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
	if last == 0 {
		t.Move = fields[0]
		return t, checkWord(t.Move)
	}
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
	if t.Position = strings.Join(fields[1:], " "); t.Position == "" {
		return t, nil
	}
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
