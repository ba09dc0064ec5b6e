// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cairn/internal/filelock"
	"cairn/internal/lang"
	"cairn/match"
	"cairn/record"
)

// keeper keeps the game of a session in a file of the state folder, written
// anew after every change, so that no way of leaving loses it. A lock beside the
// file shows other processes that the game is being played.
type keeper struct {
	dir    string // empty: games are not kept
	path   string // file of the present game; empty while it has none
	lock   *os.File
	failed bool // the last write failed
}

// Ends of the file names. A game that the player did not want to go on with is
// kept, but not offered again.
const (
	keptEnd     = ".yaml"
	declinedEnd = ".declined.yaml"
	lockEnd     = ".lock"
)

// maxKept is how many games are kept; the oldest make room for new ones.
const maxKept = 50

// errPlayed is returned for a game that another process plays.
var errPlayed = errors.New("the game is being played in another terminal")

// write keeps a record.
func (k *keeper) write(r record.Record, at time.Time, save func(string, record.Record) error) error {
	if k.path == "" {
		if err := k.create(r.Game, at); err != nil {
			return err
		}
	}
	return save(k.path, r)
}

// create chooses a file for a new game and locks it.
func (k *keeper) create(game string, at time.Time) error {
	word, _, _ := strings.Cut(game, "-")
	if err := os.MkdirAll(k.dir, 0o700); err != nil {
		return err
	}
	k.prune()
	name := fmt.Sprintf("%s-%s-%04x%s", word, at.Format("20060102-150405"), rand.Uint32()&0xffff, keptEnd)
	path := filepath.Join(k.dir, name)
	lock, err := lockKept(path)
	if err == nil {
		k.take(path, lock)
	}
	return err
}

// take makes a file the one of the present game.
func (k *keeper) take(path string, lock *os.File) {
	k.release()
	k.path, k.lock = path, lock
}

// release leaves the file of the present game as it is.
func (k *keeper) release() {
	if k.lock != nil {
		unlockKept(k.path, k.lock)
	}
	k.path, k.lock = "", nil
}

// decline keeps a game but does not offer it again.
func (k *keeper) decline(path string) {
	if base, offered := strings.CutSuffix(path, keptEnd); offered && !strings.HasSuffix(path, declinedEnd) {
		_ = os.Rename(path, base+declinedEnd) // or it is offered once more
	}
}

// drop removes the file of the present game, which has been saved elsewhere.
func (k *keeper) drop() {
	if path := k.path; path != "" {
		_ = os.Remove(path) // or it is offered once more
		k.release()
	}
}

// lockKept locks a kept game for this process.
func lockKept(path string) (*os.File, error) {
	lock, err := os.OpenFile(path+lockEnd, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = filelock.Lock(lock)
	if err == nil && !stands(path+lockEnd, lock) { // another process removed it meanwhile
		err = filelock.ErrLocked
	}
	if err == nil {
		return lock, nil
	}
	_ = lock.Close()
	if errors.Is(err, filelock.ErrLocked) {
		err = errPlayed
	}
	return nil, err
}

// stands reports whether an open file is the one at a path.
func stands(path string, file *os.File) bool {
	at, err := os.Stat(path)
	if err != nil {
		return false
	}
	here, err := file.Stat()
	return err == nil && os.SameFile(at, here)
}

func unlockKept(path string, lock *os.File) {
	_ = os.Remove(path + lockEnd)
	_ = lock.Close()
}

// files returns the kept games, the latest first.
func (k *keeper) files() []string {
	if k.dir == "" {
		return nil
	}
	entries, err := os.ReadDir(k.dir)
	if err != nil {
		return nil
	}
	type file struct {
		path string
		at   time.Time
	}
	var files []file
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && strings.HasSuffix(e.Name(), keptEnd) {
			files = append(files, file{filepath.Join(k.dir, e.Name()), info.ModTime()})
		}
	}
	slices.SortStableFunc(files, func(a, b file) int { return b.at.Compare(a.at) })
	paths := make([]string, len(files))
	for i, f := range files {
		paths[i] = f.path
	}
	return paths
}

// find returns the path of a kept game of that name, empty if there is none.
func (k *keeper) find(name string) string {
	for _, path := range k.files() {
		if filepath.Base(path) == name {
			return path
		}
	}
	return ""
}

// free reports whether no process plays a kept game.
func (k *keeper) free(path string) bool {
	if path == k.path {
		return false
	}
	lock, err := lockKept(path)
	if err != nil {
		return false
	}
	unlockKept(path, lock)
	return true
}

// prune removes the oldest games beyond maxKept, and files that a crash left.
func (k *keeper) prune() {
	files := k.files()
	for _, path := range files[min(len(files), maxKept-1):] {
		if k.free(path) {
			_ = os.Remove(path)
		}
	}
	left, _ := filepath.Glob(filepath.Join(k.dir, ".cairn-*.tmp"))
	for _, path := range left {
		if info, err := os.Stat(path); err == nil && time.Since(info.ModTime()) > time.Hour {
			_ = os.Remove(path)
		}
	}
}

// kept is a game that can be gone on with.
type kept struct {
	path  string
	entry *Entry
	turns int
	at    time.Time // of its last change
}

// question asks whether to go on with the game.
func (g kept) question(words *lang.Catalogue) string {
	return words.Count("keep.ask", g.turns, "game", words.Game(g.entry.Game.Info()), "when", g.at.Local().Format("2006-01-02 15:04"))
}

// latest returns the latest game to go on with: not over, played by no other
// process, of the game that was named at the start, and not declined before
// unless that is wanted.
func (k *keeper) latest(o *Options, declined bool) (kept, bool) {
	for _, path := range k.files() {
		if strings.HasSuffix(path, declinedEnd) && !declined {
			continue
		}
		r, _, err := record.Load(path, o.findGame)
		if err != nil || r.Reason != "" {
			continue // damaged or over: kept, not offered
		}
		e, err := o.find(r.Game)
		if err != nil {
			continue
		}
		if named, err := o.find(o.Game); err == nil && named != e {
			continue
		}
		info, err := os.Stat(path)
		if err == nil && k.free(path) {
			return kept{path, e, len(r.Turns), info.ModTime()}, true
		}
	}
	return kept{}, false
}

// resume goes on with a kept game.
func (s *session) resume(path string) error {
	if base, declined := strings.CutSuffix(path, declinedEnd); declined { // it is offered again
		if os.Rename(path, base+keptEnd) == nil {
			path = base + keptEnd
		}
	}
	lock, err := lockKept(path)
	if err != nil {
		return err
	}
	if err := s.loadFile(path); err != nil {
		unlockKept(path, lock)
		return err
	}
	s.keeper.take(path, lock)
	s.file, s.saved = "", 0
	s.log.text("keep.resumed")
	return nil
}

// keep writes the game to the state folder after an action. When that fails the
// player is warned once and play goes on.
func (s *session) keep(a action) {
	k := &s.keeper
	switch {
	case k.dir == "" || a.kind == actQuit || a.kind == actResume:
		return
	case a.kind == actSave && s.options.path(s.file) == k.path:
		k.release() // it was saved there
		return
	case a.kind == actSave:
		k.drop()
		return
	case !s.unsaved() && k.path == "":
		return
	}
	err := k.write(s.record(), s.options.Now(), record.SaveUnsynced)
	if err != nil && !k.failed {
		var inner *fs.PathError
		if errors.As(err, &inner) {
			err = inner.Err
		}
		s.log.text("keep.failed", "folder", k.dir, "error", err.Error())
	}
	k.failed = err != nil
}

// close writes the kept game a last time, with the clocks of this moment, and
// waits for the disk.
func (s *session) close() {
	k := &s.keeper
	if k.path == "" {
		return
	}
	err := k.write(s.record(), s.options.Now(), record.Save)
	s.resumable = err == nil && s.match.Status() == match.Playing
	k.release()
}

// loses reports whether leaving now would lose turns.
func (s *session) loses() bool { return s.unsaved() && (s.keeper.path == "" || s.keeper.failed) }
