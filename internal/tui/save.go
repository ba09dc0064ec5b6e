// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"cairn/game"
	"cairn/internal/lang"
	"cairn/match"
	"cairn/record"
)

// path returns the path of a save.
func (o *Options) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(o.Dir, name)
}

// defaultName returns the name a save is offered: the one it has, or the
// game's own.
func (s *session) defaultName() string {
	if s.file != "" {
		return s.file
	}
	return record.DefaultName(s.match.Game().Info().ID)
}

// occupiedError refuses to save over a file that is not a saved game.
type occupiedError struct{ file string }

func (e occupiedError) Error() string { return e.file + " is there and is no saved game" }

// save writes the game to a file of that name, or of the default name. A game
// saved there before is replaced; anything else is kept.
func (s *session) save(name string) error {
	if name == "" {
		name = s.defaultName()
	}
	path := s.options.path(name)
	if _, _, err := record.Load(path, s.options.findGame); errors.Is(err, record.ErrForeign) || errors.Is(err, record.ErrTooLarge) {
		return occupiedError{name}
	}
	if err := record.Save(path, s.record()); err != nil {
		return err
	}
	s.file, s.saved = name, s.match.Seq()
	s.log.text("file.saved", "file", name)
	return nil
}

// record returns the game as it is saved: with the clocks of this moment, and
// the levels of computer players for names.
func (s *session) record() record.Record {
	r := s.match.Record()
	for _, side := range game.Sides {
		r.Players[side] = cmp.Or(s.plan.seats[side].level, s.names[side])
		if s.match.Setup().Control.Kind == match.RealTime {
			r.Clock[side] = s.match.Clock().Remaining(side, s.options.Now()).Truncate(time.Millisecond)
		}
	}
	return r
}

// replaces reports whether saving under a name would replace another game.
func (s *session) replaces(name string) bool {
	name = cmp.Or(name, s.defaultName())
	_, err := os.Stat(s.options.path(name))
	return !errors.Is(err, fs.ErrNotExist) && name != s.file
}

// load continues the game of a file, which stays as it is until the game is
// saved. On an error the present game stays.
func (s *session) load(name string) error {
	path := s.options.path(name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if kept := s.keeper.find(name); kept != "" {
			return s.resume(kept)
		}
	}
	if err := s.loadFile(path); err != nil {
		return err
	}
	s.keeper.release()
	s.file, s.saved = name, s.match.Seq()
	s.log.text("file.loaded", "file", name)
	return nil
}

// loadFile continues the game of a file.
func (s *session) loadFile(path string) error {
	r, _, err := record.Load(path, s.options.findGame)
	if err != nil {
		return err
	}
	e, err := s.options.find(r.Game)
	if err != nil {
		return err
	}
	if err := s.goOn(e, r); err != nil {
		return fmt.Errorf("load record %s: %w", path, err)
	}
	return nil
}

// goOn continues the game of a record, by its clocks unless others were named at
// the start.
func (s *session) goOn(e *Entry, r record.Record) error {
	control, err := match.ParseControl(cmp.Or(s.options.Control, r.Control))
	if err != nil {
		return err
	}
	p := plan{entry: e, seats: s.options.recordSeats(e, r), control: control}
	m, _, err := match.FromRecord(e.Game, r, match.Setup{Control: control, Takeback: p.takeback()}, s.options.Now())
	if err != nil {
		return err
	}
	s.plan, s.choice, s.traits, s.match = p, nil, traitsOf(e.Game), m
	s.log, s.names = messageLog{}, r.Players
	s.log.turns(m)
	return nil
}

// decided reports whether the game has ended, but not by its rules: play could
// go on from its last position.
func (s *session) decided() bool { return s.over() && !s.match.Walk().Result().Over() }

// reopen goes on from the last position of a game that was decided. Clocks of a
// game lost on time start again.
func (s *session) reopen() error {
	r := s.record()
	if r.Reason == record.Time {
		full := match.NewClock(s.match.Setup().Control)
		r.Clock = record.TimesLeft{full.Remaining(game.White, time.Time{}), full.Remaining(game.Black, time.Time{})}
	}
	r.Verdict, r.Reason = game.Playing, ""
	seats, names := s.plan.seats, s.names
	if err := s.goOn(s.plan.entry, r); err != nil {
		return err
	}
	s.plan.seats, s.names = seats, names
	s.saved = s.match.Seq()
	s.log.text("load.reopened")
	return nil
}

// recordSeats returns who goes on with a saved game: the computer players it
// names, people on the other seats. Players named at the start of the program
// come first.
func (o *Options) recordSeats(e *Entry, r record.Record) [2]seat {
	if e.check(o.Players) == nil && slices.ContainsFunc(o.Players[:], func(p string) bool { return p != "" }) {
		return seatsOf(o.Players)
	}
	var seats [2]seat
	for i, name := range r.Players {
		if e.plays(name) {
			seats[i].level = name
		}
	}
	return seats
}

// maxSaves is how many files are looked into when saves are listed; a folder
// may hold anything.
const maxSaves = 64

// saves lists the saved games, the latest first, and after them those that were
// kept.
func (s *session) saves(words *lang.Catalogue) []offer {
	out := s.options.saves(words)
	for _, path := range s.keeper.files() {
		if about, ok := s.options.about(words, path); ok && path != s.keeper.path {
			out = append(out, offer{filepath.Base(path), about})
		}
	}
	return out
}

// saves lists the saved games of the folder, the latest first.
func (o *Options) saves(words *lang.Catalogue) []offer {
	dir := cmp.Or(o.Dir, ".")
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	type file struct {
		name string
		at   time.Time
	}
	var files []file
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && maybeSave(e.Name()) {
			files = append(files, file{e.Name(), info.ModTime()})
		}
	}
	slices.SortStableFunc(files, func(a, b file) int { return b.at.Compare(a.at) })
	var out []offer
	for _, f := range files[:min(len(files), maxSaves)] {
		if about, ok := o.about(words, filepath.Join(dir, f.name)); ok {
			out = append(out, offer{f.name, about})
		}
	}
	return out
}

// maybeSave reports whether a file name looks like a save: with the extension
// of a format, or with none.
func maybeSave(name string) bool {
	_, known := record.FormatFor(name)
	return !strings.HasPrefix(name, ".") && (known || filepath.Ext(name) == "")
}

// about describes a saved game; it reports false for a file of another kind.
func (o *Options) about(words *lang.Catalogue, path string) (string, bool) {
	file, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, record.MaxSize+1))
	if err != nil {
		return "", false
	}
	format, known := record.FormatFor(path)
	if !known {
		format = record.Detect(data)
	}
	r, _, err := format.Decode(bytes.NewReader(data))
	if err != nil {
		return "", false
	}
	e, err := o.find(r.Game)
	if err != nil {
		return "", false
	}
	return words.Count("load.about", len(r.Turns), "game", words.Game(e.Game.Info())), true
}
