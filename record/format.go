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

// Format is a way to write records down.
type Format interface {
	// Name returns the name people choose it by.
	Name() string
	// Extensions returns the ends of file names, with the dot, in lower case.
	Extensions() []string
	// Detect reports whether a file that begins so is in this format.
	Detect(head []byte) bool
	// Encode writes a record. It refuses what it could not read again: texts
	// that are not UTF-8, moves of several words, more than MaxSize bytes.
	Encode(w io.Writer, r Record) error
	// Decode reads a record and where its parts stand, without asking the
	// rules. Whatever is wrong with the text is a *Fault; a text of another
	// kind wraps ErrForeign; more than MaxSize bytes give ErrTooLarge.
	Decode(in io.Reader) (Record, Lines, error)
}

// Formats lists all formats. A further one is a file with its type and a line
// here.
func Formats() []Format { return []Format{Text, JSON, YAML} }

// FormatFor returns the format for a file name's extension.
func FormatFor(name string) (Format, bool) {
	extension := strings.ToLower(filepath.Ext(name))
	return pick(func(f Format) bool { return slices.Contains(f.Extensions(), extension) })
}

// FindFormat returns the format of that name.
func FindFormat(name string) (Format, bool) {
	return pick(func(f Format) bool { return f.Name() == name })
}

// Detect returns the format of a file by how it begins: YAML unless another
// format knows it.
func Detect(head []byte) Format {
	head = bytes.TrimPrefix(head, byteOrderMark)
	f, ok := pick(func(f Format) bool { return f.Detect(head) })
	if !ok {
		return YAML
	}
	return f
}

func pick(fits func(Format) bool) (Format, bool) {
	formats := Formats()
	i := slices.IndexFunc(formats, fits)
	if i < 0 {
		return nil, false
	}
	return formats[i], true
}

// ErrTooLarge is the fault of input or output past MaxSize.
var ErrTooLarge = fmt.Errorf("record is larger than %d KiB", MaxSize>>10)

// byteOrderMark is what some editors put before UTF-8.
var byteOrderMark = []byte("\uFEFF")

// slurp reads all of a text of at most MaxSize bytes. No format has control
// characters in it as they are.
func slurp(in io.Reader) ([]byte, error) {
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

// emit writes a whole encoded record, unless it could not be read again.
func emit(w io.Writer, data []byte) error {
	if len(data) > MaxSize {
		return ErrTooLarge
	}
	if _, err := w.Write(data); err != nil {
		return fmt.Errorf("write record: %w", err)
	}
	return nil
}

// place returns the line and column, both from 1, of a byte of data.
func place(data []byte, offset int) (line, column int) {
	before := data[:min(max(offset, 0), len(data))]
	line = bytes.Count(before, []byte("\n")) + 1
	last := before[bytes.LastIndexByte(before, '\n')+1:]
	return line, utf8.RuneCount(last) + 1
}

func faultAt(data []byte, offset int, err error) *Fault {
	line, column := place(data, offset)
	return &Fault{Line: line, Column: column, Err: err}
}

// ErrForeign is the fault of a text that is not a record at all.
var ErrForeign = errors.New("this is not a game record")

// Fault is what is wrong with a record, and where.
type Fault struct {
	Ply    int // the turn at fault; 0 when it is none
	Line   int // in the file, from 1; 0 when not known
	Column int // in the line, from 1; 0 when not known
	Err    error
}

// Error says where, then what.
func (f *Fault) Error() string {
	var out strings.Builder
	switch {
	case f.Line > 0 && f.Column > 0:
		fmt.Fprintf(&out, "line %d, column %d: ", f.Line, f.Column)
	case f.Line > 0:
		fmt.Fprintf(&out, "line %d: ", f.Line)
	}
	if f.Ply > 0 {
		fmt.Fprintf(&out, "turn %d: ", f.Ply)
	}
	return out.String() + f.Err.Error()
}

// Unwrap returns what is wrong, without where.
func (f *Fault) Unwrap() error { return f.Err }

// Lines tells where the parts of a record stand in a file: line numbers from 1,
// 0 when not known.
type Lines struct {
	Game     int
	Revision int
	Start    int
	Result   int
	Turns    []int // in reading order: each turn, then its others; undone lines last
}

// turn returns the line of the turn that is number i in reading order.
func (l *Lines) turn(i int) int {
	if i < len(l.Turns) {
		return l.Turns[i]
	}
	return 0
}
