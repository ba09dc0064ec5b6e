// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"cairn/internal/config"
)

func configCommand(p *program) *cobra.Command {
	command := p.configured(&cobra.Command{
		Use:   "config",
		Short: "Show the settings of a server and where they come from",
		Long: `Show every setting of a server: its value, and where it comes from. The file
overrides defaults, the environment overrides the file, and flags override all. The
file is the one of --config, else of CAIRN_CONFIG, else cairn.yaml in the data folder.

A setting has one name everywhere: smtp-addr in the file, or addr below smtp;
CAIRN_SMTP_ADDR in the environment; --smtp-addr. An unknown name is an error. The
value of a secret is not shown.

With --json: [{"key","value","from","where"}].`,
		Example: example("cairn config", "cairn config --config /etc/cairn.yaml --json"),
	}, func(_ context.Context, c *config.Config, _ []string) error { return printConfig(p, c) })
	p.jsonFlag(command)
	return command
}

func printConfig(p *program, c *config.Config) error {
	if p.asJSON {
		return p.out.json(c.Rows())
	}
	return table(p, c.Rows(), "KEY\tVALUE\tFROM", func(r *config.Row) string {
		from := string(r.From)
		if r.Where != "" {
			from += " " + r.Where
		}
		return fmt.Sprintf("%s\t%s\t%s", r.Key, cmp.Or(r.Value, "-"), from)
	})
}

// configured makes a command run with the configuration. It has --config and a flag for each
// of the settings, all if none is named.
func (p *program) configured(command *cobra.Command, run func(context.Context, *config.Config, []string) error, keys ...string) *cobra.Command {
	flags := p.configFlags(command, keys...)
	command.RunE = func(command *cobra.Command, args []string) error {
		c, err := p.configure(flags)
		if err != nil {
			return err
		}
		return run(command.Context(), c, args)
	}
	return command
}

// configFlags adds --config and a flag for each of the settings, all if none is
// named.
func (p *program) configFlags(command *cobra.Command, keys ...string) *config.Flags {
	flags := p.configFileFlag(command)
	flags.Add(command.Flags(), p.env.DataFolder(), keys...)
	for key, words := range config.Words() {
		if command.Flags().Lookup(key) != nil {
			completeFlag(command, key, words...)
		}
	}
	markFolder(command, "data")
	return flags
}

// configFileFlag adds --config alone.
func (p *program) configFileFlag(command *cobra.Command) *config.Flags {
	flags := &config.Flags{}
	flags.AddFile(command.Flags())
	if err := command.MarkFlagFilename("config", "yaml", "yml"); err != nil {
		panic(err) // the flag does not exist: a broken program
	}
	return flags
}

// passwordFlags adds the flags for the password of a database that is named by its URL. The
// function adds the password to a URL that has none.
func (p *program) passwordFlags(command *cobra.Command) func(url string) (string, error) {
	flags := p.configFileFlag(command)
	flags.Add(command.Flags(), p.env.DataFolder(), "database-password")
	return func(url string) (string, error) {
		c, err := config.Read(p.env, flags)
		if err == nil {
			url, err = c.WithPassword(url)
		}
		if err != nil {
			return "", usageError{err}
		}
		return url, nil
	}
}

// configure returns the configuration.
func (p *program) configure(flags *config.Flags) (*config.Config, error) {
	c, err := config.Load(p.env, flags)
	if err != nil {
		return nil, usageError{err}
	}
	return c, nil
}

// dataFlag adds --data, by default the data folder of the configuration.
func (p *program) dataFlag(command *cobra.Command, dir *string) {
	*dir = p.env.DataFolder()
	command.Flags().Var(config.FolderValue(dir), "data", "data folder of the server")
	markFolder(command, "data")
	checkFlags(command, func([]string) error {
		if command.Flags().Changed("data") {
			return nil
		}
		c, err := config.Read(p.env, &config.Flags{})
		if err != nil {
			return usageError{err}
		}
		if c.Database != "" {
			return errors.New("the data is in PostgreSQL: use pg_dump and pg_restore, as docs/nodes.md says; --data names a folder with SQLite")
		}
		*dir = c.Data
		return nil
	})
}

// tablesFlag adds --tables, by default the folder in the data folder.
func (p *program) tablesFlag(command *cobra.Command) {
	p.lazyTablesFlag(command)
	checkFlags(command, func([]string) (err error) {
		p.tables, err = p.tablesFolder()
		return err
	})
}

// lazyTablesFlag adds --tables, whose default is left to tablesFolder.
func (p *program) lazyTablesFlag(command *cobra.Command) {
	command.Flags().Var(config.FolderValue(&p.tables), "tables", "folder of solved tables (default: tables in the data folder)")
	markFolder(command, "tables")
}

// tablesFolder returns the folder of --tables, else the one in the data folder.
func (p *program) tablesFolder() (string, error) {
	if p.tables != "" {
		return p.tables, nil
	}
	c, err := config.Read(p.env, &config.Flags{})
	if err != nil {
		return "", usageError{err}
	}
	return c.Tables(), nil
}

// stateFolder returns the folder of unfinished games and preferences, empty if there is
// none.
func stateFolder(env config.Environment) string {
	return env.UserFolder("XDG_STATE_HOME", "LOCALAPPDATA", ".local/state")
}
