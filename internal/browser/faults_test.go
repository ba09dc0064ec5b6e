// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// faults are what a browser complains about: errors of scripts, files that do not
// come, breaches of the content security policy.
type faults struct {
	mu       sync.Mutex
	seen     []string
	expected []string
}

// watchFaults collects them as long as the context lasts.
func watchFaults(ctx context.Context) *faults {
	f := &faults{}
	go collect(chromedp.Events(ctx, log.EntryAdded), func(e log.EventEntryAdded) {
		if e.Entry.Level == log.EntryLevelError || e.Entry.Source == log.EntrySourceSecurity {
			f.add(fmt.Sprintf("%s: %s %s", e.Entry.Source, e.Entry.Text, e.Entry.URL))
		}
	})
	go collect(chromedp.Events(ctx, audits.IssueAdded), func(e audits.EventIssueAdded) {
		if d := e.Issue.Details.ContentSecurityPolicyIssueDetails; d != nil {
			f.add(fmt.Sprintf("Content Security Policy issue: %s %s", d.ViolatedDirective, d.BlockedURL))
		}
	})
	go collect(chromedp.Events(ctx, runtime.ExceptionThrown), func(e runtime.EventExceptionThrown) {
		f.add(fmt.Sprintf("exception: %s %s", e.ExceptionDetails.Text, e.ExceptionDetails.URL))
	})
	go collect(chromedp.Events(ctx, runtime.ConsoleAPICalled), func(e runtime.EventConsoleAPICalled) {
		if e.Type == runtime.ConsoleAPICalledTypeError {
			f.add(fmt.Sprintf("console: %v", e.Args))
		}
	})
	return f
}

func collect[E any](events iter.Seq2[E, error], take func(E)) {
	for event, err := range events {
		if err != nil {
			return // the tab is closed
		}
		take(event)
	}
}

func (f *faults) add(fault string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.seen = append(f.seen, fault)
}

// expect lets faults pass that contain a text, because the test provokes them.
func (p *person) expect(texts ...string) {
	p.faults.mu.Lock()
	defer p.faults.mu.Unlock()
	p.faults.expected = append(p.faults.expected, texts...)
}

func (f *faults) unexpected() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(f.seen), func(fault string) bool {
		return slices.ContainsFunc(f.expected, func(text string) bool { return strings.Contains(fault, text) })
	})
}

// The tests would see a breach of the policy, an exception and a missing file.
func TestFaultsAreSeen(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.open("/")
	for what, expression := range map[string]string{
		"Content Security Policy issue": `document.body.setAttribute("style", "color: red")`,
		"security:":                     `document.body.setAttribute("style", "color: blue")`,
		"Uncaught":                      `setTimeout(() => { throw new Error("broken") })`,
		"404":                           `void fetch("/nothing-here")`,
		"console:":                      `console.error("broken")`,
	} {
		p.expect(what)
		read[any](p, expression)
		eventually(t, what, func() bool {
			return slices.ContainsFunc(p.faults.all(), func(fault string) bool { return strings.Contains(fault, what) })
		})
	}
}

func (f *faults) all() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.seen)
}
