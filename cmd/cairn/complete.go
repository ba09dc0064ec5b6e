// SPDX-License-Identifier: Apache-2.0

package main

import (
	"slices"

	"github.com/spf13/cobra"
)

// completer is what cobra asks for words the shell may offer.
type completer = cobra.CompletionFunc

// completeGames offers the games for the first argument, or for every one when
// it may be repeated, and what directive says for the others.
func (p *program) completeGames(repeated bool, directive cobra.ShellCompDirective) completer {
	return func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
		if len(args) > 0 && !repeated {
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
}

// completeFlag offers fixed words for a flag.
func completeFlag(command *cobra.Command, flag string, words ...string) {
	offer := cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp)
	if err := command.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err) // the flag was not added before: a broken program
	}
}
