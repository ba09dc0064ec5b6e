// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"cairn/internal/doctor"
)

func doctorCommand(p *program) *cobra.Command {
	online := false
	command := &cobra.Command{
		Use:   "doctor",
		Short: "Check whether this machine is fit for a server",
		Long: `Check whether this machine is fit for a server: configuration, data folder, real
syncs to disk, free space, database, bus, clock, open files, memory, addresses,
certificate. Each check is ok, warn or fail, with advice. If any fails the status
is 1. It may run beside the server.

With --online the public address of --url and the mail server are checked too. If no
server runs, doctor listens in its place for a moment and checks the headers that the
proxy passes on; run it once like that after changing the proxy.

With --json: [{"check","verdict","found","advice"}].`,
		Example: example("cairn doctor", "cairn doctor --config /etc/cairn.yaml --online"),
	}
	flags := p.configFlags(command)
	command.Flags().BoolVar(&online, "online", false, "check the public address and the mail server too")
	p.jsonFlag(command)
	command.RunE = func(command *cobra.Command, _ []string) error {
		var findings []doctor.Finding
		if c, err := p.configure(flags); err != nil {
			findings = append(findings, doctor.Unconfigured(err))
		} else {
			findings = doctor.Examine(command.Context(), c, online)
		}
		return printFindings(p, findings)
	}
	return command
}

func printFindings(p *program, findings []doctor.Finding) error {
	if p.asJSON {
		if err := p.out.json(findings); err != nil {
			return err
		}
	}
	failed := false
	for _, f := range findings {
		failed = failed || f.Verdict == doctor.Fail
		if p.asJSON {
			continue
		}
		fmt.Fprintf(p.out, "%-4s  %-13s  %s\n", f.Verdict, f.Check, f.Found)
		if f.Advice != "" {
			fmt.Fprintf(p.out, "%21s→ %s\n", "", f.Advice)
		}
	}
	if failed {
		return errReported
	}
	return nil
}
