// SPDX-License-Identifier: Apache-2.0

package record

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"cairn/game"
)

func (textFormat) Decode(in io.Reader) (Record, Lines, error) {
	data, err := readAll(in)
	if err != nil {
		return Record{}, Lines{}, err
	}
	p := &textReader{rest: strings.Split(string(data), "\n")}
	if err := p.read(); err != nil {
		return Record{}, Lines{}, &Fault{Line: p.line, Err: err}
	}
	return p.record, p.lines, nil
}

// textReader reads the text format line by line. In the turns it is one line
// ahead.
type textReader struct {
	rest   []string
	line   int // number of the last line read
	ahead  textLine
	record Record
	lines  Lines
}

// textLine is a line after the header: a turn, the mark before the undone lines,
// or the end of the file.
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
	if err := p.firstLine(); err != nil {
		return err
	}
	if err := p.header(); err != nil {
		return err
	}
	if err := p.start(); err != nil {
		return err
	}
	return p.turns()
}

// next returns the next line without trailing blanks.
func (p *textReader) next() (string, bool) {
	if len(p.rest) == 0 {
		return "", false
	}
	line := p.rest[0]
	p.rest = p.rest[1:]
	p.line++
	return strings.TrimRight(line, " \t\r"), true
}

func (p *textReader) firstLine() error {
	line, _ := p.next()
	version, ok := strings.CutPrefix(line, textMagic+" ")
	if !ok {
		return fmt.Errorf(`%w: want the first line "%s %d"`, ErrForeign, textMagic, textVersion)
	}
	if version != strconv.Itoa(textVersion) {
		return fmt.Errorf("record version %q, want %d", version, textVersion)
	}
	return nil
}

// header reads the lines up to the first empty one.
func (p *textReader) header() error {
	seen := map[string]bool{}
	for {
		line, ok := p.next()
		if line == "" || !ok {
			break
		}
		key, value, ok := strings.Cut(line, ":")
		if !ok {
			return fmt.Errorf("header %q: want key: value, or a blank line before the turns", line)
		}
		if seen[key] {
			return fmt.Errorf("header %q stands twice", key)
		}
		seen[key] = true
		if err := p.field(key, strings.TrimSpace(value)); err != nil {
			return fmt.Errorf("%s %q: %w", key, strings.TrimSpace(value), err)
		}
	}
	for _, key := range []string{"game", "result"} {
		if !seen[key] {
			return fmt.Errorf("the header ends without %q", key+":")
		}
	}
	return nil
}

func (p *textReader) field(key, value string) (err error) {
	r := &p.record
	switch key {
	case "game":
		p.lines.Game, p.lines.Revision = p.line, p.line
		return p.game(value)
	case "white":
		r.Players[game.White], err = unquote(value)
	case "black":
		r.Players[game.Black], err = unquote(value)
	case "date":
		r.Date, err = parseDate(value)
	case "control":
		r.Control, err = unquote(value)
	case "result":
		p.lines.Result = p.line
		verdict, reason, _ := strings.Cut(value, " ")
		if r.Verdict, err = parseVerdict(verdict); err == nil {
			r.Reason, err = reason, checkReason(reason)
		}
	default:
		err = errors.New("unknown header, want game, white, black, date, control or result")
	}
	return err
}

func (p *textReader) game(value string) error {
	id, number, _ := strings.Cut(value, " ")
	revision, err := strconv.Atoi(number)
	if err != nil || checkWord(id) != nil || checkRevision(revision) != nil {
		return errors.New("want an id and a revision from 1")
	}
	p.record.Game, p.record.Revision = id, revision
	return nil
}

// unquote is the inverse of quote.
func unquote(text string) (string, error) {
	if !strings.HasPrefix(text, `"`) {
		if quote(text) != text {
			return "", errors.New(`characters that cannot be seen are written in quotes, for example "\t"`)
		}
		return text, nil
	}
	text, err := strconv.Unquote(text)
	if err != nil {
		return "", errors.New("the quotes or escapes are wrong")
	}
	return text, checkName(text)
}

func parseDate(text string) (time.Time, error) {
	date, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, errors.New("want a date like 2026-11-02T18:30:00Z")
	}
	return date.UTC().Truncate(time.Second), checkDate(date)
}

func parseVerdict(text string) (v game.Verdict, err error) {
	if v.UnmarshalText([]byte(text)) != nil {
		return v, errors.New("want playing, white-wins, black-wins or draw")
	}
	return v, nil
}

// start reads the line of ply 0, the start position.
func (p *textReader) start() error {
	if err := p.advance(); err != nil {
		return err
	}
	first := p.ahead
	if first.kind != textTurn || first.depth != 0 || first.ply != 0 || first.turn.Move != textStart || first.turn.Took != 0 {
		return fmt.Errorf(`want the start position first: "0 %s POSITION"`, textStart)
	}
	p.record.Start, p.lines.Start = first.turn.Position, p.line
	return p.advance()
}

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
		return p.misplaced(depth)
	}
	return nil
}

// variations reads the lines that begin with a ply at a depth.
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

// misplaced returns an error for a line ahead that cannot follow at that depth.
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
