// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"cairn/internal/filelock"
	"cairn/internal/lang"
	"cairn/match"
	"cairn/record"
)

// keeper saves the present game automatically in a file of the state folder, after every
// change, so that a crash does not lose it. A lock file beside it shows other processes that
// the game is being played.
type keeper struct {
	dir    string // of kept games; empty: games are not kept
	path   string // of the present game; empty while it has no file
	lock   *os.File
	failed bool // the last write failed
}

// Suffixes of file names. A declined game is kept, but not offered again.
const (
	keptEnd     = ".yaml"
	declinedEnd = ".declined.yaml"
	lockEnd     = ".lock"
)

// maxKept bounds the kept games; the oldest are removed.
const maxKept = 50

// errPlayed is the error for a game that another process plays.
var errPlayed = refuse("keep.played")

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
		k.path, k.lock = path, lock
	}
	return err
}

// release unlocks the file of the present game, which stays.
func (k *keeper) release() {
	if k.lock != nil {
		unlockKept(k.path, k.lock)
	}
	k.path, k.lock = "", nil
}

// decline renames a kept game so that it is not offered again. Errors are ignored: then it
// is offered once more.
func decline(path string) {
	if base, offered := strings.CutSuffix(path, keptEnd); offered && !strings.HasSuffix(path, declinedEnd) {
		_ = os.Rename(path, base+declinedEnd)
	}
}

// lockKept locks a kept game for this process.
func lockKept(path string) (*os.File, error) {
	lock, err := os.OpenFile(path+lockEnd, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	err = filelock.Lock(lock)
	if err == nil && !sameFile(path+lockEnd, lock) { // another process removed the lock file meanwhile
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

// sameFile reports whether an open file is the file at a path.
func sameFile(path string, file *os.File) bool {
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
	return latestFiles(k.dir, func(name string) bool { return strings.HasSuffix(name, keptEnd) })
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

// prune removes the oldest games beyond maxKept, and temporary files that a crash left.
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

// Kept is a kept game to continue.
type Kept struct {
	Entry *Entry
	path  string
	turns int
	at    time.Time // of its last change
}

// Question asks whether to continue the game.
func (g Kept) Question(words *lang.Catalogue) string {
	return words.Count("keep.ask", g.turns, "game", words.Game(g.Entry.Game.Info()), "when", g.at.Local().Format("2006-01-02 15:04"))
}

// Resume returns the action that continues the game.
func (g Kept) Resume() Action { return Action{Kind: Resume, Text: g.path} }

// Decline keeps the game without offering it again.
func (g Kept) Decline() { decline(g.path) }

// Latest returns the latest kept game to offer.
func (l *Local) Latest() (Kept, bool) { return l.keeper.latest(l.options, false) }

// latest returns the latest unfinished game that no process plays; if the options name a
// game, of that game. Declined games are skipped unless declined is set.
func (k *keeper) latest(o *Options, declined bool) (Kept, bool) {
	for _, path := range k.files() {
		if strings.HasSuffix(path, declinedEnd) && !declined {
			continue
		}
		r, _, err := record.Load(path, o.findGame)
		if err != nil || r.Reason != "" {
			continue // damaged or over
		}
		e, err := o.Find(r.Game)
		if err != nil {
			continue
		}
		if named, err := o.Find(o.Game); err == nil && named != e {
			continue
		}
		info, err := os.Stat(path)
		if err == nil && k.free(path) {
			return Kept{e, path, len(r.Turns), info.ModTime()}, true
		}
	}
	return Kept{}, false
}

// resume continues a kept game. If it was declined before, it will be offered again.
func (l *Local) resume(path string) error {
	if base, declined := strings.CutSuffix(path, declinedEnd); declined {
		if os.Rename(path, base+keptEnd) == nil {
			path = base + keptEnd
		}
	}
	lock, err := lockKept(path)
	if err != nil {
		return err
	}
	if err := l.loadFile(path); err != nil {
		unlockKept(path, lock)
		return unopened(filepath.Base(path), err)
	}
	l.keeper.release()
	l.keeper.path, l.keeper.lock = path, lock
	l.file, l.saved = "", 0
	l.log.text("keep.resumed")
	return nil
}

// keep writes the game to the state folder after an action. The first failure is logged,
// and play continues.
func (l *Local) keep(a Action) {
	k := &l.keeper
	switch {
	case k.dir == "" || a.Kind == Resume:
		return
	case a.Kind == Save:
		if l.options.path(l.file) != k.path {
			_ = os.Remove(k.path) // on an error the game is offered once more
		}
		k.release()
		return
	case !l.unsaved() && k.path == "":
		return
	}
	var err error
	if k.path == "" {
		err = k.create(l.match.Game().Info().ID, l.options.Now())
	}
	if err == nil {
		err = record.SaveUnsynced(k.path, l.record())
	}
	if err != nil && !k.failed {
		l.log.text("keep.failed", "folder", k.dir, "error", bare(err))
	}
	k.failed = err != nil
}

// close stops the computer and writes the kept game with the present clocks, synced to the
// disk.
func (l *Local) close() {
	l.left = true
	l.stopThinking()
	k := &l.keeper
	if k.path == "" {
		return
	}
	err := record.Save(k.path, l.record())
	l.Resumable = err == nil && l.match.Status() == match.Playing
	k.release()
}
