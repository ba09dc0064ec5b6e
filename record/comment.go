// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A comment is any text. In the text format and in YAML each of its lines stands after "# ";
// a line that would not come back as it is, such as one that ends in a blank, is quoted.

// textComment begins a comment line: in the header on the game, else on the next turn.
const textComment = "#"

func writeComment(out *bytes.Buffer, indent, comment string) {
	if comment == "" {
		return
	}
	for line := range strings.SplitSeq(comment, "\n") {
		switch {
		case quotedInComment(line):
			line = " " + strconv.Quote(line)
		case line != "":
			line = " " + line
		}
		out.WriteString(indent + textComment + line + "\n")
	}
}

// readCommentLine returns the text of a line of a file, and whether it is a comment.
func readCommentLine(line string) (string, bool) {
	line, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), textComment)
	line = strings.TrimPrefix(line, " ")
	if text, quoted := unquoteComment(line); quoted {
		line = text
	}
	return line, ok
}

// quotedInComment reports whether a line of a comment is written in quotes.
func quotedInComment(line string) bool {
	for _, r := range line {
		if r != '\t' && !strconv.IsGraphic(r) {
			return true
		}
	}
	_, quoted := unquoteComment(line)
	return quoted || strings.TrimRight(line, " \t") != line
}

// unquoteComment returns the line that is written as text. Quotes around a line that needs
// none are a part of it.
func unquoteComment(text string) (line string, quoted bool) {
	if !strings.HasPrefix(text, `"`) {
		return "", false
	}
	line, err := strconv.Unquote(text)
	return line, err == nil && utf8.ValidString(line) && !strings.Contains(line, "\n") && quotedInComment(line)
}

// addComment adds further lines to a comment.
func addComment(to *string, more string) {
	if *to != "" && more != "" {
		*to += "\n"
	}
	*to += more
}
