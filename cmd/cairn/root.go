// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// usageTemplate is cobra's, without unused parts.
const usageTemplate = `Usage:
  {{.UseLine}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{$commands := .Commands}}{{range $group := .Groups}}

{{$group.Title}}{{range $commands}}{{if eq .GroupID $group.ID}}
  {{rpad .Name .NamePadding}}  {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

Run "cairn help COMMAND" for help on a command.{{end}}
`

// root returns the program with all its commands.
func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "cairn COMMAND",
		Short: "Traditional stone games",
		Long: `Play, study and solve traditional stone games, in the terminal or on a web server
of your own. "cairn games" lists them.`,
		Example: example(
			"cairn play nine",
			"cairn play yote --white human --black medium",
			"cairn games"),
		Version:               version(),
		Args:                  cobra.ArbitraryArgs,
		RunE:                  unknownCommand,
		SilenceErrors:         true,
		SilenceUsage:          true,
		DisableFlagsInUseLine: true,
	}
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetFlagErrorFunc(flagFailure)
	root.SetUsageTemplate(usageTemplate)
	root.SetVersionTemplate("cairn {{.Version}}\n")
	addGroup(root, "Play:", gamesCommand(p), playCommand(p), desktopCommand(p))
	addGroup(root, "Play on a server:",
		loginCommand(p), logoutCommand(p), lobbyCommand(p), seekCommand(p), challengeCommand(p), joinCommand(p), watchCommand(p), resumeCommand(p), botCommand(p))
	addGroup(root, "Rules and computer:",
		movesCommand(p), perftCommand(p), bestmoveCommand(p), engineCommand(p), benchCommand(p),
		solveCommand(p), probeCommand(p), puzzlesCommand(p), tablesCommand(p))
	addGroup(root, "Saved games:", reviewCommand(p), convertCommand(p), verifyCommand(p))
	addGroup(root, "Server:",
		serveCommand(p), configCommand(p), doctorCommand(p), healthCommand(p), userCommand(p), backupCommand(p), restoreCommand(p),
		exportGamesCommand(p), migrateCommand(p), moveDatabaseCommand(p))
	addGroup(root, "More:", completionCommand(p), versionCommand(p))
	root.SetHelpCommand(helpCommand("More:"))
	p.setDefaults(root)
	return root
}

// addGroup adds commands under a title of the overview.
func addGroup(parent *cobra.Command, title string, commands ...*cobra.Command) {
	parent.AddGroup(&cobra.Group{ID: title, Title: title})
	for _, command := range commands {
		command.GroupID = title
		parent.AddCommand(command)
	}
}

// setDefaults derives from the usage lines of a command and its subcommands how arguments
// are checked and games are completed.
func (p *program) setDefaults(command *cobra.Command) {
	command.SuggestionsMinimumDistance = 2
	if command.Args == nil {
		command.Args = operands
	}
	words := strings.Fields(command.Use)
	if command.ValidArgsFunction == nil && len(words) > 1 && strings.Contains(words[1], "GAME") {
		command.ValidArgsFunction = p.completeGames
	}
	for _, below := range command.Commands() {
		p.setDefaults(below)
	}
}

// unknownCommand handles a missing or unknown subcommand.
func unknownCommand(command *cobra.Command, args []string) error {
	if len(args) == 0 {
		command.SetOut(command.ErrOrStderr())
		if err := command.Help(); err != nil {
			return err
		}
		return operands(command, args)
	}
	if near := command.SuggestionsFor(args[0]); len(near) > 0 {
		return usagef("unknown command %q; did you mean %s?", args[0], strings.Join(near, " or "))
	}
	return usagef("unknown command %q", args[0])
}

// example indents lines for help.
func example(lines ...string) string { return "  " + strings.Join(lines, "\n  ") }

// helpCommand replaces cobra's, which succeeds for an unknown topic.
func helpCommand(group string) *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND…]",
		GroupID: group,
		Short:   "Show help for a command",
		Long:    `Show help for a command, or list the commands. "cairn COMMAND --help" does the same.`,
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

// completeTopics completes the subcommands of the command typed so far.
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
