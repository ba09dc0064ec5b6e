// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"
)

// Format is a file format of records.
type Format interface {
	// Name returns the name users choose it by.
	Name() string
	// Extensions returns the file extensions, with the dot, in lower case.
	Extensions() []string
	// Detect reports whether a file that begins with head is in this format.
	Detect(head []byte) bool
	// Encode writes a record. It refuses records that Decode would refuse: texts that are
	// not UTF-8, moves of several words, more than MaxSize bytes.
	Encode(w io.Writer, r Record) error
	// Decode reads a record and the line numbers of its parts, without
	// checking the rules. Errors in the text are a *Fault, which wraps
	// ErrForeign for a text that is not a record; more than MaxSize bytes
	// are ErrTooLarge.
	Decode(in io.Reader) (Record, LineNumbers, error)
	// Split splits a file of several records, which stand one after the other.
	Split(data []byte) [][]byte
	// Between returns what stands between two records of a file.
	Between() string
}

// format is a Format as data.
type format struct {
	name       string
	extensions []string
	detect     func(head []byte) bool
	encode     func(Record) ([]byte, error) // of a checked record
	decode     func(data []byte) (Record, LineNumbers, error)
	split      func(data []byte) [][]byte
	between    string
}

func (f *format) Name() string            { return f.name }
func (f *format) Extensions() []string    { return f.extensions }
func (f *format) Detect(head []byte) bool { return f.detect(head) }
func (f *format) Between() string         { return f.between }

func (f *format) Split(data []byte) [][]byte { return f.split(bytes.TrimPrefix(data, byteOrderMark)) }

func (f *format) Encode(w io.Writer, r Record) error {
	if err := r.check(); err != nil {
		return err
	}
	data, err := f.encode(r)
	if err != nil {
		return err
	}
	if len(data) > MaxSize {
		return ErrTooLarge
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

func (f *format) Decode(in io.Reader) (Record, LineNumbers, error) {
	data, err := readAll(in)
	if err != nil {
		return Record{}, LineNumbers{}, err
	}
	return f.decode(data)
}

// Formats returns all formats. To add one, write its functions in a file of its own
// and list it here.
func Formats() []Format { return []Format{Text, JSON, YAML} }

// FormatFor returns the format of a file name's extension.
func FormatFor(name string) (Format, bool) {
	extension := strings.ToLower(filepath.Ext(name))
	return findFormat(func(f Format) bool { return slices.Contains(f.Extensions(), extension) })
}

// FindFormat returns the format with a name.
func FindFormat(name string) (Format, bool) {
	return findFormat(func(f Format) bool { return f.Name() == name })
}

// Detect returns the format of a file from its first bytes: YAML unless another
// format recognises it.
func Detect(head []byte) Format {
	head = bytes.TrimPrefix(head, byteOrderMark)
	f, ok := findFormat(func(f Format) bool { return f.Detect(head) })
	if !ok {
		return YAML
	}
	return f
}

func findFormat(fits func(Format) bool) (Format, bool) {
	formats := Formats()
	i := slices.IndexFunc(formats, fits)
	if i < 0 {
		return nil, false
	}
	return formats[i], true
}

// ErrTooLarge is returned for records larger than MaxSize.
var ErrTooLarge = fmt.Errorf("record is larger than %d KiB", MaxSize>>10)

// byteOrderMark is written before UTF-8 by some editors.
var byteOrderMark = []byte("\uFEFF")

// readAll reads a text of at most MaxSize bytes. No format has unescaped control
// characters.
func readAll(in io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read record: %w", err)
	}
	if len(data) > MaxSize {
		return nil, ErrTooLarge
	}
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			return nil, faultAt(data, i, errors.New("the text is not valid UTF-8"))
		case r < ' ' && !strings.ContainsRune("\t\r\n", r):
			return nil, faultAt(data, i, fmt.Errorf("control character %U, want an escape", r))
		}
		i += size
	}
	return bytes.TrimPrefix(data, byteOrderMark), nil
}

// lineColumn returns the line and column of a byte of data, both from 1.
func lineColumn(data []byte, offset int) (line, column int) {
	before := data[:min(max(offset, 0), len(data))]
	line = bytes.Count(before, []byte("\n")) + 1
	last := before[bytes.LastIndexByte(before, '\n')+1:]
	return line, utf8.RuneCount(last) + 1
}

func faultAt(data []byte, offset int, err error) *Fault {
	line, column := lineColumn(data, offset)
	return &Fault{Line: line, Column: column, Err: err}
}

// ErrForeign is returned for texts that are not records.
var ErrForeign = errors.New("this is not a game record")

// Fault is an error in a record, with its place.
type Fault struct {
	Record int // in a file of several, from 1; 0 if it holds one
	Ply    int // turn, from 1; 0 if the error is not in a turn
	Line   int // in the file, from 1; 0 if unknown
	Column int // in the line, from 1; 0 if unknown
	Err    error
}

// Error returns the place and the message.
func (f *Fault) Error() string {
	var out strings.Builder
	switch {
	case f.Line > 0 && f.Column > 0:
		fmt.Fprintf(&out, "line %d, column %d: ", f.Line, f.Column)
	case f.Line > 0:
		fmt.Fprintf(&out, "line %d: ", f.Line)
	}
	if f.Record > 0 {
		fmt.Fprintf(&out, "record %d: ", f.Record)
	}
	if f.Ply > 0 {
		fmt.Fprintf(&out, "turn %d: ", f.Ply)
	}
	return out.String() + f.Err.Error()
}

// Unwrap returns the error without its place.
func (f *Fault) Unwrap() error { return f.Err }

// LineNumbers holds the line numbers of the parts of a record in a file, from 1; 0 if
// the part is missing or its line unknown.
type LineNumbers struct {
	Game     int
	Revision int
	Start    int
	Control  int
	Result   int
	Turns    []int // in reading order: each turn, then its others; undone lines last
}
