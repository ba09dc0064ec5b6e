// SPDX-License-Identifier: Apache-2.0

// Package doctor checks whether a machine is fit for a server and whether a server
// runs.
//
// It changes nothing but a temporary file to measure the disk, and it prints
// nothing: every check returns a finding with advice.
package doctor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"cairn/internal/config"
)

// Verdict is the result of a check.
type Verdict string

// The verdicts.
const (
	OK   Verdict = "ok"
	Warn Verdict = "warn" // it works, but not as well as it should
	Fail Verdict = "fail" // it does not work, or may lose data
)

// Finding is the outcome of a check.
type Finding struct {
	Check   string  `json:"check"`
	Verdict Verdict `json:"verdict"`
	Found   string  `json:"found"`
	Advice  string  `json:"advice"` // empty if nothing is wrong
}

// ok returns a Finding of nothing wrong.
func ok(format string, args ...any) Finding {
	return Finding{Verdict: OK, Found: fmt.Sprintf(format, args...)}
}

// wrong returns a Finding with advice.
func wrong(v Verdict, advice, format string, args ...any) Finding {
	return Finding{Verdict: v, Found: fmt.Sprintf(format, args...), Advice: advice}
}

// Unconfigured is the only Finding where the configuration is wrong.
func Unconfigured(err error) Finding {
	return named("configuration", wrong(Fail, `see "cairn help config"`, "%v", err))
}

// Examine makes all checks for a configuration; it checks the public address, the mail
// server and the receiver of the webhook only if online is set.
func Examine(ctx context.Context, c *config.Config, online bool) []Finding {
	began := time.Now()
	findings := []Finding{
		named("configuration", checkConfig(c)),
		named("data folder", checkFolder(c.Data)),
		named("disk sync", checkSync(c.Data)),
		named("disk space", checkSpace(c.Data)),
		named("database", checkData(ctx, c)),
		named("clock", checkClock(ctx, c.Data, began, time.Now())),
		named("open files", checkFiles()),
		named("memory", checkMemory(c.Hashing)),
		named("addresses", checkAddresses(ctx, c)),
	}
	if c.Bus != "" {
		findings = append(findings, named("bus", checkBus(ctx, c.Bus)))
	}
	if c.Webhook.URL != "" {
		findings = append(findings, named("webhook", checkWebhook(ctx, c, online)))
	}
	if c.ProxyHidesClients() {
		findings = append(findings, named("visitors", checkVisitors(c)))
	}
	if c.TLS.Cert != "" {
		findings = append(findings, named("certificate", checkCertificate(c, time.Now())))
	}
	if online {
		findings = append(findings, named("proxy", checkProxy(ctx, c)), named("mail server", checkMail(ctx, c)))
	}
	return findings
}

func named(name string, f Finding) Finding {
	f.Check = name
	return f
}

// describe joins the findings of one check: the worst verdict, and all texts.
func describe(parts []Finding) Finding {
	all := Finding{Verdict: OK}
	rank := map[Verdict]int{OK: 0, Warn: 1, Fail: 2}
	var found, advice []string
	for _, part := range parts {
		if rank[part.Verdict] > rank[all.Verdict] {
			all.Verdict = part.Verdict
		}
		found = append(found, part.Found)
		if part.Advice != "" {
			advice = append(advice, part.Advice)
		}
	}
	all.Found, all.Advice = strings.Join(found, "; "), strings.Join(advice, "; ")
	return all
}
