// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"
)

func (p *program) configCommand() *cobra.Command {
	asJSON := false
	command := &cobra.Command{
		Use:     "config",
		GroupID: groupServe,
		Short:   "Show what a server is told, and by whom",
		Long: `Show every setting of a server: its value, and where that comes from. Defaults give
way to a file, the file to variables of the environment, and those to flags. The file
is the one of --config, else of CAIRN_CONFIG, else cairn.yaml in the data folder.

A setting has one name everywhere: smtp-addr in the file, or addr below smtp;
CAIRN_SMTP_ADDR in the environment; --smtp-addr. A name nobody knows is an error. Of
a secret only that it is set is shown.

With --json: [{"key","value","from","where"}].`,
		Example: example("cairn config", "cairn config --config /etc/cairn.yaml --json"),
		Args:    operands,
	}
	flags := p.configFlags(command)
	jsonFlag(command, &asJSON)
	command.RunE = func(*cobra.Command, []string) error {
		c, err := p.configure(flags)
		if err != nil {
			return err
		}
		if asJSON {
			return p.printJSON(c.rows())
		}
		return p.printConfig(c)
	}
	return command
}

// configRow is a setting as it is shown.
type configRow struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  layer  `json:"from"`
	Where string `json:"where"` // empty for a default
}

// rows returns every setting without its secrets.
func (c *config) rows() []configRow {
	var rows []configRow
	for _, s := range c.settings() {
		e := c.from[s.key]
		row := configRow{Key: s.key, Value: s.value.String(), From: cmp.Or(e.layer, byDefault), Where: e.place}
		if s.secret && row.Value != "" {
			row.Value = "(set)"
		}
		rows = append(rows, row)
	}
	return rows
}

func (p *program) printConfig(c *config) error {
	table := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "KEY\tVALUE\tFROM")
	for _, r := range c.rows() {
		from := string(r.From)
		if r.Where != "" {
			from += " " + r.Where
		}
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.Key, cmp.Or(r.Value, "-"), from)
	}
	return table.Flush()
}
