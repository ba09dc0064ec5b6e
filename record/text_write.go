// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"cairn/game"
)

// Text is the format for people: after a header, one line for each turn with its number,
// the move and the position after it. Variations are indented below the turn they replace.
var Text Format = &format{"text", []string{".txt"}, detectText, encodeText, decodeText, splitLines(textBegin), "\n"}

const (
	textMagic   = "cairn record"
	textVersion = 1
	textIndent  = "  "
	textUndone  = "undone:"
	textStart   = "start" // in place of a move in the line of ply 0
)

func detectText(head []byte) bool { return bytes.HasPrefix(head, []byte(textMagic)) }

func encodeText(r Record) ([]byte, error) {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s %d\n", textMagic, textVersion)
	writeComment(&out, "", r.Comment)
	for _, h := range []struct{ key, value string }{
		{"game", fmt.Sprintf("%s %d", r.Game, r.Revision)},
		{"white", quote(r.Players[game.White])},
		{"black", quote(r.Players[game.Black])},
		{"date", formatDate(r.Date)},
		{"control", quote(r.Control)},
		{"clock", formatClock(r.Clock)},
		{"result", formatResult(r.Verdict, r.Reason)},
	} {
		if h.value != "" {
			fmt.Fprintf(&out, "%s: %s\n", h.key, h.value)
		}
	}
	for _, e := range r.Extra {
		out.WriteString(strings.TrimRight(e.Name+": "+quote(e.Value), " ") + "\n")
	}
	out.WriteByte('\n')
	tableOf(r).write(&out)
	return out.Bytes(), nil
}

// formatClock writes the time left of White and of Black, empty if unknown.
func formatClock(c TimesLeft) string {
	if c == (TimesLeft{}) {
		return ""
	}
	return c[game.White].Truncate(time.Millisecond).String() + " " + c[game.Black].Truncate(time.Millisecond).String()
}

// quote returns a text as it is written after "key: ", in quotes if it needs escapes.
func quote(text string) string {
	plain := strings.TrimSpace(text) == text && !strings.HasPrefix(text, `"`)
	for _, r := range text {
		plain = plain && strconv.IsPrint(r)
	}
	if plain {
		return text
	}
	return strconv.Quote(text)
}

// formatDate returns a date in RFC 3339, empty if unknown.
func formatDate(date time.Time) string {
	date = date.UTC().Truncate(time.Second)
	if date.IsZero() {
		return ""
	}
	return date.Format(time.RFC3339)
}

// textTable holds the turns of a record as rows of text.
type textTable []textRow

// textRow is a turn, or a mark in the column of moves.
type textRow struct{ indent, ply, move, position, took, comment string }

func tableOf(r Record) textTable {
	t := textTable{{ply: "0", move: textStart, position: r.Start}}
	t.line(r.Turns, 1, "")
	if len(r.Undone) > 0 {
		t = append(t, textRow{move: textUndone})
	}
	for _, line := range r.Undone {
		t.line(line, len(r.Turns)+1, textIndent)
	}
	return t
}

func (t *textTable) line(line Line, ply int, indent string) {
	for i, turn := range line {
		r := textRow{indent: indent, ply: strconv.Itoa(ply + i), move: turn.Move, position: turn.Position, comment: turn.Comment}
		if took := turn.Took.Truncate(time.Millisecond); took > 0 {
			r.took = "[" + took.String() + "]"
		}
		*t = append(*t, r)
		for _, other := range turn.Others {
			t.line(other, ply+i, indent+textIndent)
		}
	}
}

// write writes the rows with aligned columns.
func (t textTable) write(out *bytes.Buffer) {
	var ply, left, position int
	for _, r := range t {
		ply = max(ply, len(r.ply))
	}
	for i, r := range t {
		if r.ply != "" {
			t[i].move = fmt.Sprintf("%s%-*s  %s", r.indent, ply, r.ply, r.move)
		}
		left = max(left, utf8.RuneCountInString(t[i].move))
		position = max(position, utf8.RuneCountInString(r.position))
	}
	for _, r := range t {
		writeComment(out, r.indent, r.comment)
		text := fmt.Sprintf("%-*s  %-*s  %s", left, r.move, position, r.position, r.took)
		out.WriteString(strings.TrimRight(text, " "))
		out.WriteByte('\n')
	}
}
