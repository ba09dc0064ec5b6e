// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"cairn/record"
)

// stdio is the file name of standard input or output.
const stdio = "-"

// loadRecord reads a record and replays it by the rules. A nil format is detected by the
// extension, else by the content. It prints an error, which begins with the file, and
// returns errReported.
func (p *program) loadRecord(path string, format record.Format) (record.Record, *record.Walk, error) {
	r, walk, err := p.readRecord(path, format)
	if err != nil {
		fmt.Fprintln(p.err, withPlace(path, err))
		return r, nil, errReported
	}
	return r, walk, nil
}

func (p *program) readRecord(path string, format record.Format) (record.Record, *record.Walk, error) {
	if path == stdio {
		return record.Read(p.in, format, p.catalog.Game)
	}
	if format == nil {
		return record.Load(path, p.catalog.Game)
	}
	file, err := os.Open(path)
	if err != nil {
		return record.Record{}, nil, err
	}
	defer file.Close()
	return record.Read(file, format, p.catalog.Game)
}

// withPlace writes an error as compilers do, FILE:LINE: message.
func withPlace(path string, err error) error {
	if path == stdio {
		path = "standard input"
	}
	var fault *record.Fault
	if errors.As(err, &fault) {
		where := path
		if fault.Line > 0 {
			where = fmt.Sprintf("%s:%d", where, fault.Line)
		}
		if fault.Line > 0 && fault.Column > 0 {
			where = fmt.Sprintf("%s:%d", where, fault.Column)
		}
		return fmt.Errorf("%s: %w", where, &record.Fault{Ply: fault.Ply, Err: fault.Err})
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner // the innermost error does not name the file
	}
	return fmt.Errorf("%s: %w", path, err)
}

// saveRecord writes a record in a format, whatever the extension. The file appears
// complete or not at all.
func (p *program) saveRecord(path string, format record.Format, r record.Record) error {
	if path == stdio {
		return format.Encode(p.out, r)
	}
	if usual, ok := record.FormatFor(path); ok && usual.Name() == format.Name() {
		return record.Save(path, r)
	}
	err := errors.New("this is not a regular file")
	if info, missing := os.Stat(path); missing != nil || info.Mode().IsRegular() {
		err = writeWhole(path, 0o600, func(w io.Writer) error { return format.Encode(w, r) })
	}
	if err != nil {
		return fmt.Errorf("save record %s: %w", path, withoutPath(err))
	}
	return nil
}

// withoutPath removes the name of a temporary file from an error.
func withoutPath(err error) error {
	var inner *fs.PathError
	if errors.As(err, &inner) {
		return inner.Err
	}
	return err
}

// writeWhole writes a file that appears, or replaces an earlier one, when it is
// complete and on the disk.
func writeWhole(path string, mode fs.FileMode, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(path), ".cairn-*")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	err = write(file)
	if err == nil {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
