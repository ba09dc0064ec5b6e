// SPDX-License-Identifier: Apache-2.0

package main

import (
	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/game"
)

// positionFlag adds the flag that sets a position up.
func positionFlag(command *cobra.Command, position *string) {
	command.Flags().StringVar(position, "position", "", "begin from this position `TEXT` (default: the start of the game)")
	completeFlag(command, "position")
	command.PreRunE = func(*cobra.Command, []string) error {
		if command.Flags().Changed("position") && *position == "" {
			return usagef("--position is empty: want a position text, or leave it out for the start of the game")
		}
		return nil
	}
}

// jsonFlag adds the flag for output that programs read.
func jsonFlag(command *cobra.Command, json *bool) {
	command.Flags().BoolVar(json, "json", false, "print one JSON document")
}

// find returns the game of that name.
func (p *program) find(name string) (*catalog.Entry, error) {
	entry, err := p.catalog.Find(name)
	if err != nil {
		return nil, usageError{err}
	}
	return entry, nil
}

// state returns the game of that name at a position; empty stands for its start.
func (p *program) state(name, position string) (*catalog.Entry, game.State, error) {
	entry, err := p.find(name)
	if err != nil {
		return nil, nil, err
	}
	if position == "" {
		return entry, entry.Start(), nil
	}
	state, err := entry.Parse(position)
	if err != nil {
		return nil, nil, usagef("--position: %w", err)
	}
	return entry, state, nil
}

// outcome writes how a game stands: "playing", "white-wins (no-moves)".
func outcome(verdict game.Verdict, reason string) string {
	if reason == "" {
		return verdict.String()
	}
	return verdict.String() + " (" + reason + ")"
}
