// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"fmt"
	"os"
	"path/filepath"

	"cairn/match"
)

// open goes on from the file named at the start. The name is taken as it
// stands; where no such file is, it is looked for among the saves.
func (s *session) open() error {
	o := &s.options
	name := o.File
	if absolute, err := filepath.Abs(name); err == nil && filepath.Clean(o.Dir) != "." {
		if _, err := os.Stat(absolute); err == nil {
			name = absolute
		}
	}
	err := s.submit(action{kind: actLoad, text: name})
	if err != nil || o.Game == "" {
		return err
	}
	wanted, err := o.find(o.Game)
	if err == nil && wanted != s.plan.entry {
		err = fmt.Errorf("load record %s: it is a game of %s, not of %s",
			o.File, s.plan.entry.Game.Info().Name, wanted.Game.Info().Name)
	}
	return err
}

// named returns the plan for the game and players named at the start. People
// who are not named draw for White.
func (s *session) named() (plan, error) {
	o := &s.options
	e, err := o.find(o.Game)
	if err != nil {
		return plan{}, err
	}
	control, err := match.ParseControl(o.Control)
	if err != nil {
		return plan{}, err
	}
	if o.Players == [2]string{} {
		s.choice = &choice{entry: e, control: control}
		return s.choice.settle(s.random), nil
	}
	s.choice = nil
	return plan{entry: e, seats: seatsOf(o.Players), control: control}, nil
}
