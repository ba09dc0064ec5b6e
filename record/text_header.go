// SPDX-License-Identifier: Apache-2.0

package record

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cairn/game"
)

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

// header reads the lines up to the first empty line.
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
	p.record.Comment = p.comment()
	if !seen["game"] {
		return fmt.Errorf("the header ends without %q", "game:")
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
		p.lines.Control = p.line
		r.Control, err = unquote(value)
	case "clock":
		r.Clock, err = parseClock(value)
	case "result":
		p.lines.Result = p.line
		verdict, reason, _ := strings.Cut(value, " ")
		if r.Verdict, err = parseVerdict(verdict); err == nil {
			r.Reason, err = reason, checkReason(reason)
		}
	default:
		if err = checkExtra(key); err == nil {
			value, err = unquote(value)
			r.Extra = append(r.Extra, Extra{key, value})
		}
	}
	return err
}

func (p *textReader) game(value string) error {
	id, number, numbered := strings.Cut(value, " ")
	revision, err := strconv.Atoi(number)
	if checkWord(id) != nil || numbered && (err != nil || checkRevision(revision) != nil) {
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

func parseClock(text string) (c TimesLeft, err error) {
	words := strings.Fields(text)
	if len(words) != len(c) {
		return c, errors.New("want the time left of White and of Black, for example 4m10.5s 3m58s")
	}
	for i, word := range words {
		if c[i], err = parseTook(word); err != nil {
			return c, err
		}
	}
	return c, nil
}
