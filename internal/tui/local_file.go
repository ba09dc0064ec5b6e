// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
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

// path returns the path of a saved game.
func (o *Options) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(o.Dir, name)
}

// gameBase is the part that Local and Remote share: the displayed match, its log and its
// file.
type gameBase struct {
	options *Options
	match   match.Match
	log     Log
	names   [2]string // of people, from a saved game or a server; may be empty
	file    string    // name under which the game was last saved or loaded; empty for none
}

// Match implements Game.
func (s *gameBase) Match() match.Match { return s.match }

// Log implements Game.
func (s *gameBase) Log() *Log { return &s.log }

// SaveName implements Game.
func (s *gameBase) SaveName(name string) (file string, replaces bool) {
	file = cmp.Or(name, s.file, record.DefaultName(s.match.Game().Info().ID))
	_, err := os.Stat(s.options.path(file))
	return file, !errors.Is(err, fs.ErrNotExist) && file != s.file
}

// write saves a record under a name. It replaces a saved game, but no other file and none of
// several games.
func (s *gameBase) write(name string, r record.Record) error {
	name, _ = s.SaveName(name)
	path := s.options.path(name)
	_, _, err := record.Load(path, s.options.findGame)
	for _, other := range []error{record.ErrForeign, record.ErrTooLarge, record.ErrSeveral} {
		if errors.Is(err, other) {
			return refuse("file.occupied", "file", name)
		}
	}
	if err := record.Save(path, r); err != nil {
		return refuse("file.unsaved", "file", name, "error", bare(err))
	}
	s.file = name
	s.log.text("file.saved", "file", name)
	return nil
}

func (l *Local) save(name string) error {
	if err := l.write(name, l.record()); err != nil {
		return err
	}
	l.saved = l.match.Seq()
	return nil
}

// numbered returns the name in records of player 1 or 2; empty for others.
func numbered(number int) string {
	if number == 0 {
		return ""
	}
	return fmt.Sprintf("player %d", number)
}

// record returns the record to save, with the present clocks and with levels as the names of
// computer players.
func (l *Local) record() record.Record {
	r := l.match.Record()
	for _, side := range game.Sides {
		r.Players[side] = cmp.Or(l.plan.seats[side].level, l.names[side], numbered(l.plan.seats[side].number))
		if l.match.Setup().Control.Kind == match.RealTime {
			r.Clock[side] = l.match.Clock().Remaining(side, l.options.Now()).Truncate(time.Millisecond)
		}
	}
	return r
}

// openFile loads the file of the options: a path, or else the name of a saved game. The file
// must be of the game that the options name.
func (l *Local) openFile() error {
	o := l.options
	name := o.File
	if absolute, err := filepath.Abs(name); err == nil && filepath.Clean(o.Dir) != "." {
		if _, err := os.Stat(absolute); err == nil {
			name = absolute
		}
	}
	_, err := l.Do(Action{Kind: Load, Text: name})
	if err != nil || o.Game == "" {
		return err
	}
	wanted, err := o.Find(o.Game)
	if err == nil && wanted != l.plan.Entry {
		err = fmt.Errorf("load record %s: it is a game of %s, not of %s",
			o.File, l.plan.Entry.Game.Info().Name, wanted.Game.Info().Name)
	}
	return err
}

// load continues a saved or a kept game. A saved file is not changed until the next save.
func (l *Local) load(name string) error {
	path := l.options.path(name)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		if kept := filepath.Join(l.keeper.dir, name); slices.Contains(l.keeper.files(), kept) {
			return l.resume(kept)
		}
	}
	if err := l.loadFile(path); err != nil {
		return unopened(name, err)
	}
	l.keeper.release()
	l.file, l.saved = name, l.match.Seq()
	l.log.text("file.loaded", "file", name)
	return nil
}

// unopened returns the refusal of a file that cannot be opened.
func unopened(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return refuse("file.missing", "file", Quote(name))
	}
	return refuse("file.unopened", "file", Quote(name), "error", bare(err))
}

// bare returns the text of an error without its first words, which name the file.
func bare(err error) string {
	if inner := errors.Unwrap(err); inner != nil {
		err = inner
	}
	return err.Error()
}

func (l *Local) loadFile(path string) error {
	r, _, err := record.Load(path, l.options.findGame)
	if err != nil {
		return err
	}
	e, err := l.options.Find(r.Game)
	if err != nil {
		return err
	}
	if err := l.continueRecord(e, r); err != nil {
		return fmt.Errorf("load record %s: %w", path, err)
	}
	return nil
}

// continueRecord continues the game of a record, with the clocks of the options or else of
// the record.
func (l *Local) continueRecord(e *Entry, r record.Record) error {
	control, err := match.ParseControl(cmp.Or(l.options.Control, r.Control))
	if err != nil {
		return err
	}
	p := Plan{Entry: e, seats: l.options.recordSeats(e, r), control: control}
	m, _, err := match.FromRecord(e.Game, r, match.Setup{Control: control, Takeback: p.takeback()}, l.options.Now())
	if err != nil {
		return err
	}
	l.stopThinking()
	for side, at := range p.seats {
		if at.number > 0 {
			r.Players[side] = "" // named in the language of the display
		}
	}
	l.plan, l.gameBase = p, gameBase{options: l.options, match: m, names: r.Players, file: l.file}
	l.log.turns(m)
	return nil
}

// reopen continues a resigned, drawn or lost game from its last position. The clocks of a
// game that was lost on time start anew.
func (l *Local) reopen() error {
	r := l.record()
	if r.Reason == record.Time {
		full := match.NewClock(l.match.Setup().Control)
		r.Clock = record.TimesLeft{full.Remaining(game.White, time.Time{}), full.Remaining(game.Black, time.Time{})}
	}
	r.Verdict, r.Reason = game.Playing, ""
	seats, names := l.plan.seats, l.names
	if err := l.continueRecord(l.plan.Entry, r); err != nil {
		return err
	}
	l.plan.seats, l.names = seats, names
	l.saved = l.match.Seq()
	l.log.text("load.reopened")
	return nil
}

// recordSeats returns the seats of a saved game: from the options, or else from the record,
// where the name of a player may be a level.
func (o *Options) recordSeats(e *Entry, r record.Record) [2]seat {
	if e.Check(o.Players) == nil && o.Players != [2]string{} {
		return seatsOf(o.Players)
	}
	var seats [2]seat
	for i, name := range r.Players {
		if e.plays(name) {
			seats[i].level = name
		}
	}
	if one, two := numbered(1), numbered(2); r.Players == [2]string{one, two} {
		seats = [2]seat{{number: 1}, {number: 2}}
	} else if r.Players == [2]string{two, one} {
		seats = [2]seat{{number: 2}, {number: 1}}
	}
	return seats
}

// maxSaves bounds the files that are read to list saved games; a folder may hold anything.
const maxSaves = 64

// SavedGame is a saved or kept game in a list.
type SavedGame struct{ Name, About string }

// Saves lists the saved games, then the kept ones, the latest first.
func (l *Local) Saves(words *lang.Catalogue) []SavedGame {
	var out []SavedGame
	files := latestFiles(cmp.Or(l.options.Dir, "."), maybeSave)
	for _, path := range append(files[:min(len(files), maxSaves)], l.keeper.files()...) {
		if about, ok := l.options.about(words, path); ok && path != l.keeper.path {
			out = append(out, SavedGame{filepath.Base(path), about})
		}
	}
	return out
}

// latestFiles returns the paths of the files of a folder that may hold a record, the latest
// first.
func latestFiles(dir string, wanted func(name string) bool) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var paths []string
	at := map[string]time.Time{}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() && info.Size() <= record.MaxSize && wanted(e.Name()) {
			path := filepath.Join(dir, e.Name())
			paths, at[path] = append(paths, path), info.ModTime()
		}
	}
	slices.SortStableFunc(paths, func(a, b string) int { return at[b].Compare(at[a]) })
	return paths
}

// maybeSave reports whether a file may be a saved game: its name has the extension of a
// format, or none.
func maybeSave(name string) bool {
	_, known := record.FormatFor(name)
	return !strings.HasPrefix(name, ".") && (known || filepath.Ext(name) == "")
}

// about describes a saved game; false if the file is not a saved game.
func (o *Options) about(words *lang.Catalogue, path string) (string, bool) {
	data, err := os.ReadFile(path)
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
	e, err := o.Find(r.Game)
	if err != nil {
		return "", false
	}
	return words.Count("load.about", len(r.Turns), "game", words.Game(e.Game.Info())), true
}
