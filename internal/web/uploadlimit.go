// SPDX-License-Identifier: Apache-2.0

package web

import (
	"strings"
	"unicode/utf8"

	"cairn/game"
	"cairn/record"
)

const (
	// maxMarks bounds the characters of a record that begin something in YAML or
	// JSON: a reader keeps up to 350 bytes for each. A turn has six.
	maxMarks = 50_000
	// maxLine is the longest line of a record in bytes, JSON apart: a turn has some
	// 60, and what is wrong with a line is told with all of it.
	maxLine = 16 << 10
	// maxRecordName is the longest name of a player that a page shows, in
	// characters.
	maxRecordName = 100
)

// checkRecordText refuses a record that would take too much memory to read.
func checkRecordText(text string) error {
	marks := 0
	for _, mark := range []string{"\n", ":", ",", "[", "{"} {
		marks += strings.Count(text, mark)
	}
	if marks > maxMarks {
		return record.ErrTooLarge
	}
	for line := range strings.Lines(text) {
		if len(line) > maxLine && !strings.HasPrefix(text, "{") {
			return record.ErrTooLarge
		}
	}
	return nil
}

// checkRecordNames refuses names that no page could show.
func checkRecordNames(r record.Record) error {
	for _, name := range []string{r.Players[game.White], r.Players[game.Black], r.Control} {
		if utf8.RuneCountInString(name) > maxRecordName {
			return record.ErrTooLarge
		}
	}
	return nil
}
