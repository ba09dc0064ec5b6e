// SPDX-License-Identifier: Apache-2.0

package record_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"cairn/record"
)

func FuzzText(f *testing.F) { fuzz(f, record.Text, textExample) }
func FuzzJSON(f *testing.F) { fuzz(f, record.JSON, deepDocument(3, true)) }
func FuzzYAML(f *testing.F) { fuzz(f, record.YAML, deepDocument(3, true)) }

// fuzz checks that any text is either refused or a record that can be written
// and read again, whether or not the rules accept it.
func fuzz(f *testing.F, format record.Format, more string) {
	f.Helper()
	f.Add([]byte(more))
	f.Add([]byte(encode(f, format, example(f))))
	f.Add([]byte(encode(f, format, tangled(f))))
	f.Fuzz(func(t *testing.T, data []byte) {
		r, lines, err := format.Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		if got, want := len(lines.Turns), count(r.Turns)+countAll(r.Undone); got != want {
			t.Fatalf("got %d lines for %d turns", got, want)
		}
		for _, other := range record.Formats() {
			if missing(r) {
				break // only Read can complete it
			}
			var out bytes.Buffer
			switch err := other.Encode(&out, r); {
			case errors.Is(err, record.ErrTooLarge):
				continue
			case err != nil:
				t.Fatalf("%s cannot write what was read: %v", other.Name(), err)
			}
			if again := decode(t, other, out.String()); !again.Equal(r) {
				t.Fatalf("%s: got %+v, want %+v", other.Name(), again, r)
			}
		}
		if _, w, err := record.Read(bytes.NewReader(data), format, findToy); err == nil {
			for w.Undo() {
			}
		} else if text := err.Error(); strings.Contains(text, "%!") {
			t.Fatalf("malformed message %q", text)
		}
	})
}

// FuzzComments checks that converting loses nothing: any comment, anywhere in a record, is the
// same after it went through all formats.
func FuzzComments(f *testing.F) {
	for _, text := range comments {
		f.Add(text, "beside")
		f.Add("", text)
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		if !utf8.ValidString(one) || !utf8.ValidString(two) {
			return
		}
		r := example(t)
		r.Comment, r.Turns[0].Comment, r.Turns[1].Comment, r.Turns[2].Comment = two, one, two, one
		r.Turns[2].Others[0][0].Comment, r.Undone[0][0].Comment = two, one
		for _, from := range record.Formats() {
			if text := encode(t, from, r); len(text) > record.MaxSize/2 {
				return
			}
			for _, to := range record.Formats() {
				first := decode(t, from, encode(t, from, r))
				if again := decode(t, to, encode(t, to, first)); !again.Equal(r) {
					t.Fatalf("from %s to %s: got %+v, want %+v", from.Name(), to.Name(), again, r)
				}
			}
		}
	})
}

// missing reports whether a record lacks a field that Read fills in.
func missing(r record.Record) bool {
	var lacks func(line record.Line) bool
	lacks = func(line record.Line) bool {
		return slices.ContainsFunc(line, func(t record.Turn) bool {
			return t.Position == "" || slices.ContainsFunc(t.Others, lacks)
		})
	}
	return r.Revision == 0 || r.Start == "" || lacks(r.Turns) || slices.ContainsFunc(r.Undone, lacks)
}

func count(line record.Line) int {
	n := len(line)
	for _, t := range line {
		n += countAll(t.Others)
	}
	return n
}

func countAll(lines []record.Line) int {
	n := 0
	for _, line := range lines {
		n += count(line)
	}
	return n
}
