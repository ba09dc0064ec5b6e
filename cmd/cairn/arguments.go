// SPDX-License-Identifier: Apache-2.0

package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/record"
)

// operands checks arguments by the command's usage line, so that help and program
// agree: NAME is required, [NAME] is optional, NAME… may be repeated.
func operands(command *cobra.Command, args []string) error {
	words := strings.Fields(command.Use)[1:]
	for i, word := range words {
		if i >= len(args) && !strings.HasPrefix(word, "[") {
			return usagef("missing %s", strings.TrimSuffix(word, "…"))
		}
	}
	if n := len(words); len(args) > n && (n == 0 || !strings.Contains(words[n-1], "…")) {
		return usagef("unexpected argument %q", args[n])
	}
	return nil
}

// completeGames completes games for the first argument, or for every one if it may be
// repeated. Files are completed for the arguments after it if one of them is a file.
func (p *program) completeGames(command *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	directive := cobra.ShellCompDirectiveNoFileComp
	if strings.Contains(command.Use, "FILE") {
		directive = cobra.ShellCompDirectiveDefault
	}
	if len(args) > 0 && !strings.Contains(command.Use, "…") {
		return nil, directive
	}
	var games []cobra.Completion
	for _, entry := range p.catalog.All() {
		info := entry.Info()
		for _, name := range append(slices.Clone(info.Aliases), info.ID) {
			if !slices.Contains(args, name) {
				games = append(games, cobra.CompletionWithDesc(name, info.Name))
			}
		}
	}
	return games, directive
}

// completeFlag completes fixed words for a flag.
func completeFlag(command *cobra.Command, flag string, words ...string) {
	offer := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := command.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err) // the flag does not exist: a broken program
	}
}

// positionFlag adds --position.
func positionFlag(command *cobra.Command, position *string) {
	command.Flags().StringVar(position, "position", "", "position to begin from, as `TEXT` (default: the start of the game)")
	completeFlag(command, "position")
	checkFlags(command, func([]string) error {
		if command.Flags().Changed("position") && *position == "" {
			return usagef("--position is empty: want a position, or leave it out for the start of the game")
		}
		return nil
	})
}

// checkFlags adds a check of the flags before a command runs, after the checks so far.
func checkFlags(command *cobra.Command, check func(args []string) error) {
	before := command.PreRunE
	command.PreRunE = func(command *cobra.Command, args []string) error {
		if before != nil {
			if err := before(command, args); err != nil {
				return err
			}
		}
		return check(args)
	}
}

// jsonFlag adds --json.
func (p *program) jsonFlag(command *cobra.Command) {
	command.Flags().BoolVar(&p.asJSON, "json", false, "print one JSON document")
}

// find returns the game with that name.
func (p *program) find(name string) (*catalog.Entry, error) {
	entry, err := p.catalog.Find(name)
	if err != nil {
		return nil, usageError{err}
	}
	return entry, nil
}

// entries returns the games with those names, or all games if there are none.
func (p *program) entries(names []string) ([]*catalog.Entry, error) {
	if len(names) == 0 {
		return p.catalog.All(), nil
	}
	var entries []*catalog.Entry
	for _, name := range names {
		entry, err := p.find(name)
		if err != nil {
			return nil, err
		}
		entries = append(entries, entry)
	}
	return entries, nil
}

// state returns a game and one of its positions; empty for the start.
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

// outcome writes a result: "playing", "white-wins (no-moves)".
func outcome(verdict game.Verdict, reason string) string {
	if reason == "" {
		return verdict.String()
	}
	return verdict.String() + " (" + reason + ")"
}

// levelNames returns the levels of the computer, the weakest first.
func levelNames() []string {
	var names []string
	for _, level := range engine.Levels() {
		names = append(names, string(level))
	}
	return names
}

// formatNames returns the formats of records.
func formatNames() []string {
	var names []string
	for _, format := range record.Formats() {
		names = append(names, format.Name())
	}
	return names
}

func joined(names []string) string { return strings.Join(names, ", ") }
