// SPDX-License-Identifier: Apache-2.0

package main

import (
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// shells returns the writers of completion scripts by shell.
func shells(root *cobra.Command) map[string]func(io.Writer) error {
	return map[string]func(io.Writer) error{
		"bash":       func(w io.Writer) error { return root.GenBashCompletionV2(w, true) },
		"zsh":        root.GenZshCompletion,
		"fish":       func(w io.Writer) error { return root.GenFishCompletion(w, true) },
		"powershell": root.GenPowerShellCompletionWithDesc,
	}
}

// completionCommand replaces cobra's, which succeeds for an unknown shell.
func completionCommand(p *program) *cobra.Command {
	return &cobra.Command{
		Use:   "completion SHELL",
		Short: "Print a completion script for a shell",
		Long: `Print a script by which a shell completes commands, flags, games, levels and
formats. SHELL is bash, zsh, fish or powershell.

  bash        source <(cairn completion bash)
  zsh         cairn completion zsh > "${fpath[1]}/_cairn"
  fish        cairn completion fish > ~/.config/fish/completions/cairn.fish
  powershell  cairn completion powershell | Out-String | Invoke-Expression

The script for bash needs the package bash-completion.`,
		Example: example("cairn completion bash"),
		ValidArgsFunction: cobra.FixedCompletions(
			[]cobra.Completion{"bash", "zsh", "fish", "powershell"}, cobra.ShellCompDirectiveNoFileComp),
		RunE: func(command *cobra.Command, args []string) error {
			known := shells(command.Root())
			write, ok := known[args[0]]
			if !ok {
				return usagef("shell %q: want one of %s", args[0], joined(slices.Sorted(maps.Keys(known))))
			}
			var script strings.Builder
			if err := write(&script); err != nil {
				return err
			}
			_, err := io.WriteString(p.out, script.String())
			return err
		},
	}
}
