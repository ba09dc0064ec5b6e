// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// helpCommand replaces cobra's, which takes an unknown topic for success.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND…]",
		GroupID: groupMore,
		Short:   "Tell how a command is used",
		Long:    `Tell how a command is used, or list the commands. "cairn COMMAND --help" does the same.`,
		Example: example("cairn help", "cairn help perft", "cairn help bench rules"),
		Args:    operands,
		RunE: func(command *cobra.Command, args []string) error {
			topic, rest, err := command.Root().Find(args)
			if err != nil {
				return usageError{err}
			}
			if len(rest) > 0 {
				return unknownCommand(topic, rest)
			}
			topic.InitDefaultHelpFlag()
			topic.InitDefaultVersionFlag()
			return topic.Help()
		},
		ValidArgsFunction: completeTopics,
	}
}

// completeTopics offers the commands below those typed so far.
func completeTopics(command *cobra.Command, args []string, _ string) ([]cobra.Completion, cobra.ShellCompDirective) {
	topic, rest, err := command.Root().Find(args)
	if err != nil || len(rest) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	var topics []cobra.Completion
	for _, sub := range topic.Commands() {
		if sub.IsAvailableCommand() && !strings.HasPrefix(sub.Name(), "_") {
			topics = append(topics, cobra.CompletionWithDesc(sub.Name(), sub.Short))
		}
	}
	return topics, cobra.ShellCompDirectiveNoFileComp
}
