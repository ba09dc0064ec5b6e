// SPDX-License-Identifier: Apache-2.0

package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"cairn/game"
)

// Load reads a record from a file and replays it by the rules of its game, which find
// looks up by ID. The format is detected by the extension, or else by the content.
//
// The error wraps fs.ErrNotExist, fs.ErrPermission, ErrFolder, ErrSpecial,
// ErrForeign for a file that is not a record, or ErrTooLarge. A damaged record
// or an illegal game is a *Fault.
func Load(path string, find func(id string) (game.Game, error)) (r Record, w *Walk, err error) {
	file, err := open(path)
	if err == nil {
		defer file.Close()
		format, _ := FormatFor(path)
		r, w, err = Read(file, format, find)
	}
	if err != nil {
		return Record{}, nil, fmt.Errorf("load record %s: %w", path, withoutPath(err))
	}
	return r, w, nil
}

// Errors for paths that are not regular files.
var (
	ErrFolder  = errors.New("this is a folder, want a file")
	ErrSpecial = errors.New("this is a pipe or a device, want a file")
)

func open(path string) (*os.File, error) {
	info, err := os.Stat(path) // before opening: opening a pipe would block
	switch {
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, ErrFolder
	case !info.Mode().IsRegular():
		return nil, ErrSpecial
	}
	return os.Open(path)
}

// Save writes a record to a file, in the format of the extension or else in YAML. It
// replaces an existing file atomically, after a sync, and keeps its permissions; an error
// before that leaves the file unchanged.
func Save(path string, r Record) error { return SaveAll(path, nil, []Record{r}) }

// SaveAll is Save of several records to one file, in a format whatever the extension; nil is
// the format of Save.
func SaveAll(path string, f Format, records []Record) error {
	return disk{sync: (*os.File).Sync, rename: os.Rename, syncFolder: syncFolder}.save(path, f, records)
}

// SaveUnsynced is Save without a sync: the file survives a killed program, but perhaps not
// a power failure.
func SaveUnsynced(path string, r Record) error {
	return disk{
		sync: func(*os.File) error { return nil }, rename: os.Rename, syncFolder: func(string) error { return nil },
	}.save(path, nil, []Record{r})
}

// disk holds the system calls of a save, which tests replace to inject faults.
type disk struct {
	sync       func(*os.File) error
	rename     func(from, to string) error
	syncFolder func(path string) error
}

func (d disk) save(path string, f Format, records []Record) error {
	if f == nil {
		f = YAML
		if usual, ok := FormatFor(path); ok {
			f = usual
		}
	}
	var out bytes.Buffer
	err := EncodeAll(&out, f, records)
	if err == nil {
		err = d.replace(path, out.Bytes())
	}
	if err != nil {
		return fmt.Errorf("save record %s: %w", path, withoutPath(err))
	}
	return nil
}

// replace writes a temporary file and renames it.
func (d disk) replace(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // replace the target, not the link
	}
	mode, err := modeOf(path)
	if err != nil {
		return err
	}
	temp := filepath.Join(filepath.Dir(path), fmt.Sprintf(".cairn-%016x.tmp", rand.Uint64()))
	if err := d.writeFile(temp, data, mode); err != nil {
		return removeTemp(temp, err)
	}
	if err := d.rename(temp, path); err != nil {
		return removeTemp(temp, err)
	}
	return d.syncFolder(filepath.Dir(path))
}

// modeOf returns the permissions of an existing file, 0 if there is none.
func modeOf(path string) (fs.FileMode, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return 0, nil
	case err != nil:
		return 0, err
	case info.IsDir():
		return 0, ErrFolder
	case !info.Mode().IsRegular():
		return 0, errors.New("this is not a regular file")
	case info.Mode()&0o200 == 0:
		return 0, fmt.Errorf("the file is write-protected: %w", fs.ErrPermission)
	}
	return info.Mode().Perm(), nil
}

// writeFile creates a file and syncs it to the disk. A mode of 0 means 0o644 less
// the umask.
func (d disk) writeFile(path string, data []byte, mode fs.FileMode) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil && mode != 0 {
		err = file.Chmod(mode)
	}
	if err == nil {
		err = d.sync(file)
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	return err
}

// removeTemp removes the temporary file of a failed save, and returns the error of the
// save joined with its own.
func removeTemp(path string, why error) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(why, err)
	}
	return why
}

// syncFolder makes a rename durable. On systems that cannot sync folders a crash leaves
// the old file or the new one, both complete.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	err = folder.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		return nil
	}
	return err
}

// withoutPath drops the path from an error: the caller adds the path of the record, which
// users know, unlike the name of the temporary file.
func withoutPath(err error) error {
	switch inner := err.(type) {
	case *fs.PathError:
		return inner.Err
	case *os.LinkError:
		return inner.Err
	}
	return err
}

// Read reads a record and replays it by the rules of its game, which find looks
// up by ID. A nil format is detected from the content. A revision, start,
// positions or result that are missing are filled in. A damaged record or an
// illegal game is a *Fault with its line. Several records are ErrSeveral.
func Read(in io.Reader, f Format, find func(id string) (game.Game, error)) (Record, *Walk, error) {
	data, err := readAll(in)
	if err != nil {
		return Record{}, nil, err
	}
	if f == nil {
		f = Detect(data)
	}
	r, w, err := read(data, f, find)
	if err != nil {
		if parts := f.Split(data); len(parts) > 1 {
			err = &Fault{Line: 1 + bytes.Count(parts[0], []byte("\n")), Err: fmt.Errorf("%w: %d", ErrSeveral, len(parts))}
		}
		return Record{}, nil, err
	}
	return r, w, nil
}

// ErrSeveral is returned for several records where one is wanted.
var ErrSeveral = errors.New("want one record, the file holds several")

func read(data []byte, f Format, find func(id string) (game.Game, error)) (Record, *Walk, error) {
	r, lines, err := f.Decode(bytes.NewReader(data))
	if err != nil {
		return Record{}, nil, err
	}
	g, err := find(r.Game)
	if err != nil {
		return Record{}, nil, &Fault{Line: lines.Game, Err: err}
	}
	if err := checkControl(r.Control); err != nil {
		return Record{}, nil, &Fault{Line: lines.Control, Err: err}
	}
	complete(g, &r)
	w, err := replayTurns(g, r, lines)
	if err != nil {
		return Record{}, nil, err
	}
	if lines.Result == 0 {
		r.Verdict, r.Reason = w.Result().Verdict, w.Result().Reason.String()
	}
	if err := checkResult(r, w.Result()); err != nil {
		return Record{}, nil, &Fault{Line: lines.Result, Err: err}
	}
	return r, w, nil
}

// DefaultName returns the file name of a save without a name, without extension:
// the first word of the rule set's ID and "Save", for example "NineSave".
func DefaultName(gameID string) string {
	word, _, _ := strings.Cut(gameID, "-")
	if word == "" {
		return "Save"
	}
	return strings.ToUpper(word[:1]) + word[1:] + "Save"
}
