// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// The groups of commands in the overview.
const (
	groupPlay    = "play"
	groupOnline  = "online"
	groupStudy   = "study"
	groupRecords = "records"
	groupServe   = "serve"
	groupMore    = "more"
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
		Version:                    version(),
		Args:                       cobra.ArbitraryArgs,
		RunE:                       unknownCommand,
		SilenceErrors:              true,
		SilenceUsage:               true,
		DisableFlagsInUseLine:      true,
		SuggestionsMinimumDistance: 2,
	}
	root.SetIn(p.in)
	root.SetOut(p.out)
	root.SetErr(p.err)
	root.SetFlagErrorFunc(flagFailure)
	root.SetUsageTemplate(usageTemplate)
	root.SetVersionTemplate("cairn {{.Version}}\n")
	root.AddGroup(
		&cobra.Group{ID: groupPlay, Title: "Play:"},
		&cobra.Group{ID: groupOnline, Title: "Play on a server:"},
		&cobra.Group{ID: groupStudy, Title: "Rules and computer:"},
		&cobra.Group{ID: groupRecords, Title: "Saved games:"},
		&cobra.Group{ID: groupServe, Title: "Server:"},
		&cobra.Group{ID: groupMore, Title: "More:"},
	)
	root.SetHelpCommand(helpCommand())
	root.AddCommand(
		gamesCommand(p), playCommand(p), desktopCommand(p),
		loginCommand(p), logoutCommand(p), lobbyCommand(p), seekCommand(p), challengeCommand(p), joinCommand(p), watchCommand(p), resumeCommand(p), botCommand(p),
		movesCommand(p), perftCommand(p), bestmoveCommand(p), engineCommand(p), benchCommand(p),
		solveCommand(p), probeCommand(p), puzzlesCommand(p), tablesCommand(p),
		reviewCommand(p), convertCommand(p), verifyCommand(p),
		serveCommand(p), configCommand(p), doctorCommand(p), healthCommand(p), userCommand(p), backupCommand(p), restoreCommand(p), exportGamesCommand(p), migrateCommand(p), moveDatabaseCommand(p),
		completionCommand(p), versionCommand(p),
	)
	return root
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
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "help [COMMAND…]",
		GroupID: groupMore,
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
