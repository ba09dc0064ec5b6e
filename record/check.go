// SPDX-License-Identifier: Apache-2.0

package record

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"cairn/game"
)

// The checks below define what every format can store. Decoders and encoders share them,
// so that a record read from one format can be written to any other.

// MaxSize is the size of the largest record file, in bytes.
const MaxSize = 1 << 20

// maxTook is the longest thinking time.
const maxTook = 100 * 365 * 24 * time.Hour

var errTwoWords = errors.New("want one word of printable characters")

func checkWord(text string) error {
	if text == "" {
		return errors.New("is empty, want one word")
	}
	for _, r := range text {
		if r == ' ' || !strconv.IsPrint(r) {
			return errTwoWords
		}
	}
	return checkName(text)
}

// checkMove is checkWord for a move, which the rules read with blanks around it.
func checkMove(text string) error { return checkWord(strings.Trim(text, " ")) }

// checkReason also accepts an empty text: a game that is not over has no reason.
func checkReason(text string) error {
	if text == "" {
		return nil
	}
	return checkWord(text)
}

// checkPosition accepts words one blank apart, without brackets at their beginning: the
// text format writes the thinking time in brackets after the position.
func checkPosition(text string) error {
	for word := range strings.SplitSeq(text, " ") {
		if checkWord(word) != nil || word[0] == '[' {
			return errors.New("want words one blank apart, none of them in brackets")
		}
	}
	return nil
}

func checkName(text string) error {
	if !utf8.ValidString(text) {
		return errors.New("is not valid UTF-8")
	}
	return nil
}

func checkRevision(revision int) error {
	if revision < 1 || revision > math.MaxInt32 {
		return fmt.Errorf("revision %d: want a number from 1 to %d", revision, math.MaxInt32)
	}
	return nil
}

func checkTook(took time.Duration) error {
	if took < 0 || took > maxTook {
		return fmt.Errorf("want a thinking time from 0 to %d ms", maxTook.Milliseconds())
	}
	return nil
}

func checkClock(c TimesLeft) error {
	for _, left := range c {
		if err := checkTook(left); err != nil {
			return err
		}
	}
	return nil
}

// fieldNames are the names of fields in any format, which no Extra may have.
var fieldNames = []string{
	"cairn", "comment", "game", "revision", "white", "black", "date", "control", "clock", "clock_ms",
	"result", "reason", "start", "turns", "undone",
}

// maxName bounds the name of an Extra, in bytes.
const maxName = 64

// checkExtra accepts names that every format can write before a colon.
func checkExtra(name string) error {
	switch {
	case slices.Contains(fieldNames, name):
		return fmt.Errorf("field %q cannot stand here", name)
	case name == "" || len(name) > maxName || quote(name) != name || !utf8.ValidString(name) ||
		strings.HasPrefix(name, "#") || strings.ContainsAny(name, ":\uFFFD"):
		return fmt.Errorf("field %q: want a name of up to %d visible characters without a colon", name, maxName)
	}
	return nil
}

func checkExtras(extras []Extra) error {
	seen := map[string]bool{}
	for _, e := range extras {
		err := checkExtra(e.Name)
		if err == nil {
			err = checkName(e.Value)
		}
		if err == nil && seen[e.Name] {
			err = fmt.Errorf("field %q stands twice", e.Name)
		}
		if err != nil {
			return err
		}
		seen[e.Name] = true
	}
	return nil
}

// controlForm is the syntax of time controls; package match checks their limits.
var controlForm = regexp.MustCompile(`^(?:none|[0-9]+d|` + controlSpan + `(?:\+` + controlSpan + `)?)?$`)

const controlSpan = `(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:h|m|s|ms|us|µs|μs|ns)|0)+`

func checkControl(text string) error {
	if !controlForm.MatchString(text) {
		return fmt.Errorf("control %q: want none, a time like 5m+3s, or days for each move like 3d", text)
	}
	return nil
}

// checkDate accepts the years of RFC 3339. Year 1 is for the zero time.
func checkDate(date time.Time) error {
	if year := date.UTC().Year(); year < 1 || year > 9999 {
		return errors.New("want a year from 1 to 9999")
	}
	return nil
}

func checkVerdict(v game.Verdict) error {
	if v > game.Draw {
		return fmt.Errorf("verdict %d is unknown", v)
	}
	return nil
}

// check returns an error for the first part of r that no format can store.
func (r Record) check() error {
	for _, field := range []struct {
		name string
		err  error
	}{
		{"game", checkWord(r.Game)},
		{"game", checkRevision(r.Revision)},
		{"start", checkPosition(r.Start)},
		{"white", checkName(r.Players[game.White])},
		{"black", checkName(r.Players[game.Black])},
		{"date", checkDate(r.Date)},
		{"control", checkName(r.Control)},
		{"clock", checkClock(r.Clock)},
		{"result", checkVerdict(r.Verdict)},
		{"reason", checkReason(r.Reason)},
		{"turns", r.Turns.check(1, 0)},
		{"undone", checkLines(r.Undone, len(r.Turns)+1, 1)},
		{"comment", checkName(r.Comment)},
		{"extra", checkExtras(r.Extra)},
	} {
		if field.err != nil {
			return fmt.Errorf("write record: %s: %w", field.name, field.err)
		}
	}
	return nil
}

func (l Line) check(ply, depth int) error {
	for _, t := range l {
		for _, field := range []struct {
			name, text string
			err        error
		}{
			{"move", t.Move, checkWord(t.Move)},
			{"position", t.Position, checkPosition(t.Position)},
			{"took", t.Took.String(), checkTook(t.Took)},
			{"comment", t.Comment, checkName(t.Comment)},
		} {
			if field.err != nil {
				return fmt.Errorf("turn %d: %s %q: %w", ply, field.name, field.text, field.err)
			}
		}
		if err := checkLines(t.Others, ply, depth+1); err != nil {
			return err
		}
		ply++
	}
	return nil
}

func checkLines(lines []Line, ply, depth int) error {
	for _, l := range lines {
		switch {
		case len(l) == 0:
			return fmt.Errorf("turn %d: %w", ply, errEmptyLine)
		case depth > MaxDepth:
			return fmt.Errorf("turn %d: %w", ply, errTooDeep)
		}
		if err := l.check(ply, depth); err != nil {
			return err
		}
	}
	return nil
}

var (
	errEmptyLine = errors.New("a variation has no turns")
	errTooDeep   = fmt.Errorf("variations stand more than %d deep", MaxDepth)
)
