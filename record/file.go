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

// Load reads a record from a file and replays it by the rules of its game,
// which find looks up by id. The format is the extension's, else it is detected
// by content.
//
// A missing file wraps fs.ErrNotExist, one that may not be read
// fs.ErrPermission, a folder ErrFolder, a pipe or device ErrSpecial, a file of another kind ErrForeign, a
// large one ErrTooLarge; a damaged record or an illegal game is a *Fault.
func Load(path string, find func(id string) (game.Game, error)) (Record, *Walk, error) {
	r, w, err := load(path, find)
	if err != nil {
		return Record{}, nil, fmt.Errorf("load record %s: %w", path, withoutPath(err))
	}
	return r, w, nil
}

// The faults of paths that name something else than a file.
var (
	ErrFolder  = errors.New("this is a folder, want a file")
	ErrSpecial = errors.New("this is a pipe or a device, want a file")
)

func load(path string, find func(id string) (game.Game, error)) (Record, *Walk, error) {
	info, err := os.Stat(path) // before opening: a pipe would wait for its writer
	switch {
	case err != nil:
		return Record{}, nil, err
	case info.IsDir():
		return Record{}, nil, ErrFolder
	case !info.Mode().IsRegular():
		return Record{}, nil, ErrSpecial
	}
	file, err := os.Open(path)
	if err != nil {
		return Record{}, nil, err
	}
	defer file.Close()
	format, _ := FormatFor(path)
	return Read(file, format, find)
}

// Save writes a record to a file: in the format of the extension, YAML when it
// tells none. A save that is there is replaced in one step once the new one is
// whole on the disk, and keeps its permissions; on any failure before that it
// stays as it was.
func Save(path string, r Record) error {
	return disk{sync: (*os.File).Sync, rename: os.Rename, syncFolder: syncFolder}.save(path, r)
}

// disk is the steps of a save that tests make fail.
type disk struct {
	sync       func(*os.File) error
	rename     func(from, to string) error
	syncFolder func(path string) error
}

func (d disk) save(path string, r Record) error {
	format, ok := FormatFor(path)
	if !ok {
		format = YAML
	}
	var out bytes.Buffer
	err := format.Encode(&out, r)
	if err == nil {
		err = d.replace(path, out.Bytes())
	}
	if err != nil {
		return fmt.Errorf("save record %s: %w", path, withoutPath(err))
	}
	return nil
}

// replace writes the file aside and renames it.
func (d disk) replace(path string, data []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link stays a link
	}
	mode, err := modeOf(path)
	if err != nil {
		return err
	}
	aside := filepath.Join(filepath.Dir(path), fmt.Sprintf(".cairn-%016x.tmp", rand.Uint64()))
	if err := d.write(aside, data, mode); err != nil {
		return abandon(aside, err)
	}
	if err := d.rename(aside, path); err != nil {
		return abandon(aside, err)
	}
	return d.syncFolder(filepath.Dir(path))
}

// modeOf returns the permissions of the save that is there, 0 when none is.
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

// write makes a new file of what a crash cannot take away any more. A mode of 0
// stands for what the user's mask leaves of 0o644.
func (d disk) write(path string, data []byte, mode fs.FileMode) error {
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

// abandon removes what a failed save has written, if anything.
func abandon(path string, why error) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return errors.Join(why, err)
	}
	return why
}

// syncFolder makes a rename last. Not every system can: without it a crash
// leaves the old save or the new one, both whole.
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

// withoutPath drops the path from an error whose message will name it anyway,
// or the name of the file aside, which nobody has chosen.
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
// up by id. A nil format is detected by content. Whatever is wrong with the text
// or the game is a *Fault with its line.
func Read(in io.Reader, f Format, find func(id string) (game.Game, error)) (Record, *Walk, error) {
	data, err := slurp(in)
	if err != nil {
		return Record{}, nil, err
	}
	if f == nil {
		f = Detect(data)
	}
	r, lines, err := f.Decode(bytes.NewReader(data))
	if err != nil {
		return Record{}, nil, err
	}
	g, err := find(r.Game)
	if err != nil {
		return Record{}, nil, &Fault{Line: lines.Game, Err: err}
	}
	w, err := replay(g, r, lines)
	if err != nil {
		return Record{}, nil, err
	}
	return r, w, nil
}

// DefaultName returns the name of a save that was given none: the first word of
// the rule set's id and "Save", for example "NineSave". It has no extension.
func DefaultName(gameID string) string {
	word, _, _ := strings.Cut(gameID, "-")
	if word == "" {
		return "Save"
	}
	return strings.ToUpper(word[:1]) + word[1:] + "Save"
}
