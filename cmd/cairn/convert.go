// SPDX-License-Identifier: Apache-2.0

package main

import (
	"strings"

	"github.com/spf13/cobra"

	"cairn/record"
)

func convertCommand(p *program) *cobra.Command {
	var from, to string
	command := &cobra.Command{
		Use:   "convert IN OUT",
		Short: "Convert a saved game to another format",
		Long: `Read a record, replay it by the rules, and write it in another format: text,
json or yaml. The format is that of --from or --to, else of the extension; an
input with another extension is recognised by its content. "-" is standard input
or output.

A file of several records becomes one of several. A record that breaks the rules
is an error with its file and line: status 1, and nothing is written. An existing
file is replaced atomically.`,
		Example: example(
			"cairn convert game.txt game.json",
			"cairn convert game.yaml - --to text"),
		RunE: func(_ *cobra.Command, args []string) error {
			format, err := formatOf(args[1], to)
			if err != nil {
				return err
			}
			input, _ := record.FindFormat(from)
			var records []record.Record
			err = p.eachRecord(args[0], input, func(_ int, r record.Record, _ *record.Walk) error {
				records = append(records, r)
				return nil
			})
			switch {
			case err != nil:
				return err
			case args[1] == stdio:
				return record.EncodeAll(p.out, format, records)
			}
			return record.SaveAll(args[1], format, records)
		},
	}
	wordFlag(command, &from, "from", "format", formatNames(), "FORMAT", "format of IN: ")
	wordFlag(command, &to, "to", "format", formatNames(), "FORMAT", "format of OUT: ")
	return command
}

// formatOf returns the format to write: as given, else by the extension.
func formatOf(path, name string) (record.Format, error) {
	if format, ok := record.FindFormat(name); ok {
		return format, nil
	}
	if format, ok := record.FormatFor(path); ok {
		return format, nil
	}
	var extensions []string
	for _, format := range record.Formats() {
		extensions = append(extensions, format.Extensions()...)
	}
	return nil, usagef("%q has no known extension: want %s, or --to %s",
		path, joined(extensions), strings.Join(formatNames(), "|"))
}
