// SPDX-License-Identifier: Apache-2.0

package main

import (
	"path/filepath"

	"github.com/spf13/cobra"
)

// dataFlag adds --data, by default the folder where a server keeps everything
// when it is told nothing else by file or environment.
func (p *program) dataFlag(command *cobra.Command, dir *string) {
	*dir = p.dataFolder()
	command.Flags().Var(folderValue(dir), "data", "folder that holds everything the server keeps")
	markFolder(command, "data")
	command.PreRunE = func(*cobra.Command, []string) error {
		if command.Flags().Changed("data") {
			return nil
		}
		c, err := p.collect(&configFlags{})
		if err != nil {
			return usageError{err}
		}
		*dir = c.data
		return nil
	}
}

// markFolder lets shells complete a flag with folders.
func markFolder(command *cobra.Command, flag string) {
	if err := command.MarkFlagDirname(flag); err != nil {
		panic(err) // the flag was not added before: a broken program
	}
}

// dataFolder is the one that the XDG base directory specification has for the
// data of a user, else one here.
func (p *program) dataFolder() string {
	if base := p.env("XDG_DATA_HOME"); filepath.IsAbs(base) {
		return filepath.Join(base, "cairn")
	}
	if home := p.env("HOME"); filepath.IsAbs(home) {
		return filepath.Join(home, ".local", "share", "cairn")
	}
	return "cairn-data"
}
