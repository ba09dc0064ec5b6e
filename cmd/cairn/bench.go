// SPDX-License-Identifier: Apache-2.0

package main

import "github.com/spf13/cobra"

func (p *program) benchCommand() *cobra.Command {
	command := &cobra.Command{
		Use:                        "bench WHAT",
		GroupID:                    groupStudy,
		Short:                      "Measure how fast Cairn is here",
		Long:                       `Measure how fast parts of Cairn are on this machine.`,
		Example:                    example("cairn bench rules nine"),
		Args:                       cobra.ArbitraryArgs,
		RunE:                       unknownCommand,
		DisableFlagsInUseLine:      true,
		SuggestionsMinimumDistance: 2,
	}
	command.AddGroup(&cobra.Group{ID: groupStudy, Title: "What:"})
	command.AddCommand(p.benchRulesCommand(), p.benchEngineCommand(), p.benchProbeCommand(), p.benchServeCommand(), p.benchLoginCommand(), p.benchMatchCommand(), p.benchLevelsCommand())
	return command
}
