// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"path/filepath"

	"github.com/spf13/cobra"

	"cairn/internal/desktop"
)

func desktopCommand(p *program) *cobra.Command {
	o := desktop.Options{Games: p.catalog, Out: p.out, Log: p.err}
	command := &cobra.Command{
		Use:   "desktop",
		Short: "Play in a window",
		Long: `Play in a window of your own: two players on this device, or against the computer.
There is no account, and nothing is sent to other machines. The window belongs to a
browser that has an app mode (Chromium, Chrome, Edge, Brave); without one, the default
browser shows the games in a tab. The program ends with its window.

Every move is kept in the state folder ($XDG_STATE_HOME/cairn/desktop, by default
~/.local/state/cairn/desktop), one game of each rule set. Games can be saved to files
and opened from files.

The program serves its pages on this machine only, at an address with a key that works
once: other programs and other users of the machine are refused.`,
		Example: example("cairn desktop", "cairn desktop --browser /opt/browser/chromium", "cairn desktop --browser none"),
	}
	command.Flags().StringVar(&o.Browser, "browser", "", "open the window with this `PROGRAM`; none opens no window")
	command.RunE = func(command *cobra.Command, _ []string) error {
		state := stateFolder(p.env)
		if state == "" {
			return errors.New("there is no state folder: set HOME")
		}
		o.Folder = filepath.Join(state, "desktop")
		return desktop.Run(command.Context(), o)
	}
	return command
}
