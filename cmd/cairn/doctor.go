// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

func (p *program) doctorCommand() *cobra.Command {
	online, asJSON := false, false
	command := &cobra.Command{
		Use:     "doctor",
		GroupID: groupServe,
		Short:   "Check whether this machine is fit for a server",
		Long: `Check what a server on this machine would live with: configuration, clock, data
folder, whether the disk really keeps what is synced to it, free space, database,
files and memory that the system allows, addresses, certificate. Each check says ok,
warn or fail, and what to do. A fail ends with status 1. It may run beside the server.

With --online the public address of --url is asked too, and the mail server. When no
server runs, doctor listens in its place for a moment and sees what the proxy passes
on; run it once like that when a proxy was changed.

With --json: [{"check","verdict","found","advice"}].`,
		Example: example("cairn doctor", "cairn doctor --config /etc/cairn.yaml --online"),
		Args:    operands,
	}
	flags := p.configFlags(command)
	command.Flags().BoolVar(&online, "online", false, "ask the public address and the mail server too")
	jsonFlag(command, &asJSON)
	command.RunE = func(command *cobra.Command, _ []string) error {
		findings := p.examine(command.Context(), flags, online)
		if asJSON {
			if err := p.printJSON(findings); err != nil {
				return err
			}
		} else {
			p.printFindings(findings)
		}
		for _, f := range findings {
			if f.Verdict == fail {
				return errTold
			}
		}
		return nil
	}
	return command
}

// verdict is how a check ends.
type verdict string

// The verdicts.
const (
	fine verdict = "ok"
	warn verdict = "warn" // it works, but not as well as it should
	fail verdict = "fail" // it does not work, or loses what it promised to keep
)

// finding is what a check found.
type finding struct {
	Check   string  `json:"check"`
	Verdict verdict `json:"verdict"`
	Found   string  `json:"found"`
	Advice  string  `json:"advice"` // empty when all is well
}

// ok is a finding of nothing wrong.
func ok(format string, args ...any) finding {
	return finding{Verdict: fine, Found: fmt.Sprintf(format, args...)}
}

// wrong is a finding with what to do about it.
func wrong(v verdict, advice, format string, args ...any) finding {
	return finding{Verdict: v, Found: fmt.Sprintf(format, args...), Advice: advice}
}

// examine makes all checks. Without a configuration there is nothing to compare
// with, and that is all it finds.
func (p *program) examine(ctx context.Context, flags *configFlags, online bool) []finding {
	began := time.Now()
	c, err := p.configure(flags)
	if err != nil {
		return []finding{named("configuration", wrong(fail, `"cairn help config" tells how it is written`, "%v", err))}
	}
	findings := []finding{
		named("configuration", checkConfig(c)),
		named("data folder", checkFolder(c.data)),
		named("disk sync", checkSync(c.data)),
		named("disk space", checkSpace(c.data)),
		named("database", checkDatabase(ctx, c.data)),
		named("clock", checkClock(ctx, c.data, began, time.Now())),
		named("open files", checkFiles()),
		named("memory", checkMemory(c.hashing)),
		named("addresses", checkAddresses(ctx, c)),
	}
	if c.blind() {
		findings = append(findings, named("visitors", checkVisitors(c)))
	}
	if c.tls.cert != "" {
		findings = append(findings, named("certificate", checkCertificate(c, time.Now())))
	}
	if online {
		findings = append(findings, named("proxy", checkProxy(ctx, c)), named("mail server", checkMail(ctx, c)))
	}
	return findings
}

func named(name string, f finding) finding {
	f.Check = name
	return f
}

func (p *program) printFindings(findings []finding) {
	for _, f := range findings {
		fmt.Fprintf(p.out, "%-4s  %-13s  %s\n", f.Verdict, f.Check, f.Found)
		if f.Advice != "" {
			fmt.Fprintf(p.out, "%21s→ %s\n", "", f.Advice)
		}
	}
}
