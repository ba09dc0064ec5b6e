// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// The groups of commands in the overview.
const (
	groupPlay    = "play"
	groupStudy   = "study"
	groupRecords = "records"
	groupServe   = "serve"
	groupMore    = "more"
)

// usageTemplate is cobra's, without the lines that say nothing here.
const usageTemplate = `Usage:
  {{.UseLine}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{$commands := .Commands}}{{range $group := .Groups}}

{{$group.Title}}{{range $commands}}{{if eq .GroupID $group.ID}}
  {{rpad .Name .NamePadding}}  {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableLocalFlags}}

Flags:
{{.LocalFlags.FlagUsages | trimTrailingWhitespaces}}{{end}}{{if .HasAvailableSubCommands}}

Run "cairn help COMMAND" for more about a command.{{end}}
`

// root returns the program with all its commands.
func (p *program) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "cairn COMMAND",
		Short: "Traditional stone games",
		Long: `Cairn plays the mill games (three, six, nine and twelve men's morris, Lasker
morris, morabaraba), Fanorona and Yoté: in the terminal, with a friend or
against the computer.`,
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
		&cobra.Group{ID: groupStudy, Title: "Rules and computer:"},
		&cobra.Group{ID: groupRecords, Title: "Saved games:"},
		&cobra.Group{ID: groupServe, Title: "Server:"},
		&cobra.Group{ID: groupMore, Title: "More:"},
	)
	root.SetHelpCommand(helpCommand())
	root.AddCommand(
		p.gamesCommand(), p.playCommand(),
		p.movesCommand(), p.perftCommand(), p.bestmoveCommand(), p.engineCommand(), p.benchCommand(),
		p.solveCommand(), p.probeCommand(), p.tablesCommand(),
		p.convertCommand(), p.verifyCommand(),
		p.serveCommand(), p.configCommand(), p.doctorCommand(), p.healthCommand(), p.userCommand(), p.backupCommand(), p.restoreCommand(),
		p.completionCommand(), p.versionCommand(),
	)
	return root
}

// unknownCommand runs when no subcommand was named, or none that there is.
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

// example indents lines as help shows them.
func example(lines ...string) string { return "  " + strings.Join(lines, "\n  ") }
