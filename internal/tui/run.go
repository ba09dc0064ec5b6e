// SPDX-License-Identifier: Apache-2.0

package tui

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
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
	_, err = tea.NewProgram(m, tea.WithContext(ctx), tea.WithInput(options.In), tea.WithOutput(options.Out)).Run()
	if errors.Is(err, tea.ErrInterrupted) || errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
