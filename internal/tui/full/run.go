// SPDX-License-Identifier: Apache-2.0

// Package full plays games on a full screen of a terminal, with Bubble Tea. It decides
// nothing about a game, which is behind [tui.Game], and draws with package canvas.
package full

import (
	"context"
	"fmt"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"cairn/internal/tui"
)

// Run plays on the full screen. It returns nil when the player leaves, the error of the context
// when that ends or the terminal is gone, and an error if the game could not be begun or the
// terminal does not answer.
func Run(ctx context.Context, o tui.Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	m, err := New(ctx, o)
	if err != nil {
		return err
	}
	// Bubble Tea's signal handler is off, since it may block for ever: it sends a message
	// to the event loop, which our context may already have stopped on that signal.
	in := m.options.In
	screen := &guard{Model: m}
	if file, ok := in.(*os.File); ok {
		in = &terminalInput{file, cancel}
	}
	far := m.options.Far
	program := tea.NewProgram(screen, append(settings(far), tea.WithoutSignalHandler(), tea.WithInput(in), tea.WithOutput(m.options.Out))...)
	screen.quit = program.Quit
	defer context.AfterFunc(ctx, program.Quit)()
	if far != nil {
		go resize(ctx, far, program)
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
		case err = <-ended:
		case <-time.After(stuckTerminal):
			return ctx.Err()
		}
	}
	if m.end(); m.home != nil && m.home.Resumable {
		fmt.Fprintln(m.options.Out, m.words.Text("keep.kept"))
	}
	if screen.broken != nil {
		return screen.broken
	}
	if ctx.Err() != nil {
		return ctx.Err() // errors of the terminal are expected: it may be gone
	}
	return err
}

// settings are the options of Bubble Tea for the terminal of another machine.
func settings(f *tui.Far) []tea.ProgramOption {
	if f == nil {
		return nil
	}
	return []tea.ProgramOption{
		tea.WithEnvironment(f.Env), tea.WithWindowSize(f.Width, f.Height), tea.WithColorProfile(colorprofile.Env(f.Env)),
	}
}

// resize sends changes of the size to the program.
func resize(ctx context.Context, f *tui.Far, program *tea.Program) {
	for {
		select {
		case size := <-f.Sizes:
			program.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		case <-ctx.Done():
			return
		}
	}
}

// terminalInput is the input of a terminal. It ends only with the terminal, which Bubble
// Tea does not notice if hang-up signals are ignored.
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

// stuckTerminal bounds the wait for a terminal that accepts no output when the program ends.
const stuckTerminal = 3 * time.Second
