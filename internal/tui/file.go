// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"cairn/game"
	"cairn/match"
	"cairn/record"
)

// path returns where a save of that name lives.
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

// occupiedError refuses to save over a file that is something else than a game.
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
	r := s.match.Record()
	for _, side := range game.Sides {
		r.Players[side] = s.plan.seats[side].level
	}
	if err := record.Save(path, r); err != nil {
		return err
	}
	s.file, s.saved = name, s.match.Seq()
	s.remark("file.saved", "file", name)
	return nil
}

// load goes on from the file of that name. On any fault the present game stays.
func (s *session) load(name string) error {
	path := s.options.path(name)
	r, _, err := record.Load(path, s.options.findGame)
	if err != nil {
		return err
	}
	e, err := s.options.find(r.Game)
	if err != nil {
		return err
	}
	p := plan{entry: e, seats: s.seatsOfRecord(e, r)}
	m, _, err := match.FromRecord(e.Game, r, match.Setup{Takeback: p.takeback()}, s.options.Now())
	if err != nil {
		return fmt.Errorf("load record %s: %w", path, err)
	}
	s.plan, s.choice, s.traits, s.match = p, nil, traitsOf(e.Game), m
	s.remarks, s.file, s.saved = nil, name, m.Seq()
	s.retell()
	s.remark("file.loaded", "file", name)
	return nil
}

// seatsOfRecord returns who goes on with a saved game: the computer players it
// names, people on the other seats. Players named at the start of the program
// come first.
func (s *session) seatsOfRecord(e *Entry, r record.Record) [2]seat {
	if e.check(s.options.Players) == nil && slices.ContainsFunc(s.options.Players[:], func(p string) bool { return p != "" }) {
		return seatsOf(s.options.Players)
	}
	var seats [2]seat
	for i, name := range r.Players {
		if e.plays(name) {
			seats[i].level = name
		}
	}
	return seats
}

// retell remarks on all turns of a game that was loaded.
func (s *session) retell() {
	for ply := 1; ply <= s.match.Ply(); ply++ {
		s.remarks = append(s.remarks, s.turnRemark(ply))
	}
	if s.over() {
		s.remarks = append(s.remarks, remark{end: s.match.Result()})
	}
}
