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

// loadRecord reads a file of one record and replays it by the rules. It prints an error, which
// begins with the file, and returns errReported.
func (p *program) loadRecord(path string) (r record.Record, walk *record.Walk, err error) {
	if path == stdio {
		r, walk, err = record.Read(p.in, nil, p.catalog.Game)
	} else {
		r, walk, err = record.Load(path, p.catalog.Game)
	}
	if err != nil {
		err = p.reportRecord(path, err)
	}
	return r, walk, err
}

// eachRecord reads a file of one or several records and replays each by the rules. A nil format
// is detected by the extension, else by the content. It prints the error of each faulty record,
// which begins with the file and the line, and returns errReported at the end; an error of do
// ends it.
func (p *program) eachRecord(path string, format record.Format, do func(number int, r record.Record, w *record.Walk) error) (failure error) {
	var parts []record.Part
	var err error
	if path == stdio {
		parts, err = record.Split(p.in, format)
	} else {
		parts, err = record.SplitFile(path, format)
	}
	if err != nil {
		return p.reportRecord(path, err)
	}
	for _, part := range parts {
		r, walk, err := part.Read(p.catalog.Game)
		if err != nil {
			failure = p.reportRecord(path, err)
		} else if err := do(part.Number, r, walk); err != nil {
			return err
		}
	}
	return failure
}

func (p *program) reportRecord(path string, err error) error {
	fmt.Fprintln(p.err, withPlace(path, err))
	return errReported
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
		return fmt.Errorf("%s: %w", where, &record.Fault{Record: fault.Record, Ply: fault.Ply, Err: fault.Err})
	}
	for inner := err; inner != nil; inner = errors.Unwrap(inner) {
		err = inner // the innermost error does not name the file
	}
	return fmt.Errorf("%s: %w", path, err)
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
