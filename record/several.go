// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"

	"cairn/game"
)

// maxFile is the size of the largest file of several records, in bytes.
const maxFile = 256 << 20

// Part is one record of a file that may hold several.
type Part struct {
	Number int // from 1; 0 if the file holds one record
	format Format
	before int // lines of the file before data
	data   []byte
}

// Split splits a file of one or several records. A nil format is detected from the content.
// The parts are not checked: each is read on its own.
func Split(in io.Reader, f Format) ([]Part, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("read records: %w", err)
	case len(data) > maxFile:
		return nil, fmt.Errorf("records are larger than %d MiB", maxFile>>20)
	}
	if f == nil {
		f = Detect(data)
	}
	parts := []Part{}
	for i, text := range f.Split(data) {
		part := Part{Number: i + 1, format: f, data: text}
		if i > 0 {
			part.before = parts[i-1].before + bytes.Count(parts[i-1].data, []byte("\n"))
		}
		parts = append(parts, part)
	}
	if len(parts) == 1 {
		parts[0].Number = 0
	}
	return parts, nil
}

// SplitFile is Split of a file; its errors are those of Load.
func SplitFile(path string, f Format) ([]Part, error) {
	file, err := open(path)
	if err != nil {
		return nil, fmt.Errorf("load records %s: %w", path, withoutPath(err))
	}
	defer file.Close()
	if f == nil {
		f, _ = FormatFor(path)
	}
	return Split(file, f)
}

// Read reads the record as the function Read does. If the file holds several, an error is a
// *Fault with the number of the record.
func (p Part) Read(find func(id string) (game.Game, error)) (Record, *Walk, error) {
	r, w, err := Read(bytes.NewReader(p.data), p.format, find)
	if err == nil || p.Number == 0 {
		return r, w, err
	}
	var fault *Fault
	if !errors.As(err, &fault) {
		fault = &Fault{Line: 1, Err: err}
	}
	fault.Record = p.Number
	if fault.Line > 0 {
		fault.Line += p.before
	}
	return r, w, fault
}

// EncodeAll writes records one after the other. Split splits them again.
func EncodeAll(w io.Writer, f Format, records []Record) error {
	for i, r := range records {
		if i > 0 {
			if _, err := io.WriteString(w, f.Between()); err != nil {
				return fmt.Errorf("write record: %w", err)
			}
		}
		if err := f.Encode(w, r); err != nil {
			return err
		}
	}
	return nil
}

var (
	textBegin = regexp.MustCompile(`^` + textMagic + ` [0-9]+\s*$`)
	yamlBegin = regexp.MustCompile(`^---(\s|$)`)
)

// splitLines returns a function that splits a text before the lines that begin a record.
// Blank lines, comments and YAML directives before the first such line belong to it.
func splitLines(begin *regexp.Regexp) func(data []byte) [][]byte {
	return func(data []byte) (parts [][]byte) {
		start, at, filled := 0, 0, false
		for line := range bytes.Lines(data) {
			if filled && begin.Match(line) {
				parts = append(parts, data[start:at])
				start = at
			}
			text := bytes.TrimSpace(line)
			filled = filled || len(text) > 0 && text[0] != '#' && text[0] != '%'
			at += len(line)
		}
		return append(parts, data[start:])
	}
}

// splitJSON splits after each value. After a faulty one, the next object that begins a line
// begins the next record.
func splitJSON(data []byte) (parts [][]byte) {
	for {
		decoder := json.NewDecoder(bytes.NewReader(data))
		rest := []byte(nil)
		if decoder.Decode(new(json.RawMessage)) == nil {
			rest = bytes.TrimLeft(data[decoder.InputOffset():], " \t\r\n")
		} else if next := bytes.Index(data, []byte("\n{")); next >= 0 && len(parts) > 0 {
			rest = data[next+1:]
		}
		if parts = append(parts, data[:len(data)-len(rest)]); len(rest) == 0 {
			return parts
		}
		data = rest
	}
}
