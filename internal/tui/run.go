// SPDX-License-Identifier: Apache-2.0

// Package tui plays any stone game in the terminal: [Run] on a full screen,
// [Plain] line by line.
//
// A session holds the match and takes actions: move, undo, save and so on. Moves
// are entered through [game.Input]; sentences are made from typed facts by
// package lang. The package knows no rule, no notation and no concrete game, and
// has no engine: games and computer players come in [Options].
package tui

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"cairn/match"
)

// Run plays on the full screen. It returns nil when the player leaves or the
// context ends, and an error when the game could not be begun or the terminal
// does not answer.
func Run(ctx context.Context, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m, err := New(ctx, o)
	if err != nil {
		return err
	}
	options := m.session.options
	// Bubble Tea's own signal handler is off: it sends its message without
	// looking at the end of the program, and waits for ever when our context,
	// which the same signal ends, has stopped the event loop first.
	in := options.In
	if file, ok := in.(*os.File); ok {
		in = &terminalInput{file, cancel}
	}
	program := tea.NewProgram(m, append(options.Far.settings(), tea.WithoutSignalHandler(), tea.WithInput(in), tea.WithOutput(options.Out))...)
	defer context.AfterFunc(ctx, program.Quit)()
	if far := options.Far; far != nil {
		go far.follow(ctx, program)
	}
	ended := make(chan error, 1)
	go func() {
		_, err := program.Run()
		ended <- err
	}()
	select {
	case err = <-ended:
	case <-ctx.Done():
		select {
		case <-ended:
			m.session.close()
		case <-time.After(stuckTerminal):
		}
		return nil // the terminal may be gone as well
	}
	if m.session.close(); m.session.resumable {
		fmt.Fprintln(options.Out, m.words.Text("keep.kept"))
	}
	return err
}

// settings are the options of Bubble Tea for a terminal elsewhere.
func (f *Far) settings() []tea.ProgramOption {
	if f == nil {
		return nil
	}
	return []tea.ProgramOption{
		tea.WithEnvironment(f.Env), tea.WithWindowSize(f.Width, f.Height), tea.WithColorProfile(colorprofile.Env(f.Env)),
	}
}

// follow sends changes of the size to the program.
func (f *Far) follow(ctx context.Context, program *tea.Program) {
	for {
		select {
		case size := <-f.Sizes:
			program.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		case <-ctx.Done():
			return
		}
	}
}

// terminalInput is the input of a terminal. It ends only with the terminal, which
// Bubble Tea does not notice where hang-up signals are ignored.
type terminalInput struct {
	*os.File
	gone func()
}

// Read implements io.Reader.
func (i *terminalInput) Read(p []byte) (int, error) {
	n, err := i.File.Read(p)
	if err != nil {
		i.gone()
	}
	return n, err
}

// stuckTerminal is how long the end waits for a terminal that takes no output.
const stuckTerminal = 3 * time.Second

// open loads the file named at the start: a path, or else the name of a save.
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

// startPuzzles begins the first puzzle.
func (s *session) startPuzzles() error {
	p, err := s.options.puzzlePlan(0)
	if err != nil {
		return err
	}
	return s.submit(action{kind: actNew, plan: p})
}

// resumeLatest goes on with the latest game that was kept.
func (s *session) resumeLatest() error {
	latest, ok := s.keeper.latest(&s.options, true)
	if !ok {
		return errors.New("there is no unfinished game to continue")
	}
	return s.submit(action{kind: actResume, text: latest.path})
}

// named returns the plan for the game and players named at the start. Without
// names two people play, and chance decides who has White.
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
		return s.choice.draw(s.random), nil
	}
	s.choice = nil
	return plan{entry: e, seats: seatsOf(o.Players), control: control}, nil
}
