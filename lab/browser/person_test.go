// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// patience is the limit of every wait. Only a hang reaches it: a wait ends as soon as
// its condition holds.
const patience = 3 * time.Minute

// person uses an isolated browser context, and looks at one of its tabs.
type person struct {
	t       *testing.T
	name    string
	site    *site
	browser cdp.BrowserContextID
	ctx     context.Context // the tab
	faults  *faults
	worker  bool // pages may register the service worker
	finger  bool // touches the screen instead of using a mouse
}

// person opens an isolated browser context with a tab. Both are closed when the test
// ends, so that no processes of finished tests are left.
func (s *site) person(name string) *person {
	s.t.Helper()
	return s.arrive(name, false)
}

// visitor is a person whose browser registers the service worker. Others do without
// it: it would fetch what it keeps in the background of every test.
func (s *site) visitor(name string) *person {
	s.t.Helper()
	return s.arrive(name, true)
}

func (s *site) arrive(name string, worker bool) *person {
	s.t.Helper()
	ctx := browser(s.t)
	created, err := chromedp.CallBrowser(ctx, target.CreateBrowserContext, target.CreateBrowserContextParams{})
	if err != nil {
		s.t.Fatalf("%s: open a browser context: %v", name, err)
	}
	id := created.BrowserContextID
	s.t.Cleanup(func() {
		if _, err := chromedp.CallBrowser(ctx, target.DisposeBrowserContext, target.DisposeBrowserContextParams{BrowserContextID: id}); err != nil {
			s.t.Errorf("%s: close the browser context: %v", name, err)
		}
	})
	return openTab(&person{t: s.t, name: name, site: s, browser: id, worker: worker})
}

// tab opens another tab of the same browser context.
func (p *person) tab() *person {
	p.t.Helper()
	return openTab(&person{t: p.t, name: p.name + " in another tab", site: p.site, browser: p.browser, worker: p.worker})
}

func openTab(p *person) *person {
	p.t.Helper()
	ctx, cancel := chromedp.NewContext(browser(p.t), chromedp.WithExistingBrowserContext(p.browser))
	p.ctx = ctx
	p.t.Cleanup(cancel)
	if err := chromedp.Do(p.ctx); err != nil {
		p.t.Fatalf("%s: open a tab: %v", p.name, err)
	}
	p.faults = watchFaults(p.ctx)
	call(p, audits.Enable, cdp.Empty{})
	if !p.worker {
		call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{
			Source: `Object.defineProperty(Navigator.prototype, "serviceWorker", {value: undefined})`,
		})
	}
	p.on(screen{1280, "light"})
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}) // as if each had the focus
	p.t.Cleanup(func() {
		if p.t.Failed() && p.ctx.Err() == nil {
			p.t.Logf("%s: at %s", p.name, p.page())
		}
		for _, fault := range p.faults.unexpected() {
			p.t.Errorf("%s: the browser reports: %s", p.name, fault)
		}
	})
	return p
}

// close closes the tab.
func (p *person) close() { _ = chromedp.Cancel(p.ctx) } // an error is a limit of 5 s; the tab closes later then

// withoutScript turns JavaScript off in the pages opened from now on.
func (p *person) withoutScript() *person {
	p.t.Helper()
	p.runsScript(false)
	return p
}

func (p *person) runsScript(on bool) {
	p.t.Helper()
	call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: !on})
}

// call sends a command of the protocol to the tab.
func call[P, R any](p *person, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		p.t.Fatalf("%s: %s: %v", p.name, command.Method, err)
	}
	return result
}

// do runs actions that must succeed.
func (p *person) do(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		p.t.Fatalf("%s: %v", p.name, err)
	}
}

// ask evaluates an expression in the page. It returns an error while another page is
// being loaded.
func ask[T any](p *person, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}

// settle evaluates a promise and waits for its value.
func settle[T any](p *person, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: wait for %.200s: %v", p.name, expression, err)
	}
	return value
}

// read evaluates an expression in the page, again if another page replaced the one
// that was asked.
func read[T any](p *person, expression string) T {
	p.t.Helper()
	value, err := ask[T](p, expression)
	for err != nil && strings.Contains(err.Error(), "navigated or closed") && p.ctx.Err() == nil {
		value, err = ask[T](p, expression)
	}
	if err != nil {
		p.t.Fatalf("%s: read %s: %v", p.name, expression, err)
	}
	return value
}

// await waits until an expression is true in the page, also if another page is loaded
// meanwhile. what describes the condition.
func (p *person) await(what, expression string) {
	p.t.Helper()
	var err error
	holds := func() (holds bool) {
		holds, err = ask[bool](p, expression)
		return err == nil && holds
	}
	if !within(patience, holds) {
		p.t.Fatalf("%s: waited in vain: %s (%v)\nat %s", p.name, what, err, p.page())
	}
}

// until waits until a condition holds that is not a single expression.
func (p *person) until(what string, holds func() bool) {
	p.t.Helper()
	if !within(patience, holds) {
		p.t.Fatalf("%s: waited in vain: %s\nat %s", p.name, what, p.page())
	}
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	if !within(patience, holds) {
		t.Fatalf("waited in vain: %s", what)
	}
}

// within checks a condition until it holds, at most for a time. The pauses grow, so
// that long waits do not keep the processor busy.
func within(limit time.Duration, holds func() bool) bool {
	pause := 5 * time.Millisecond
	for deadline := time.Now().Add(limit); !holds(); pause = min(pause*3/2, 250*time.Millisecond) {
		if time.Now().After(deadline) {
			return false
		}
		time.Sleep(pause)
	}
	return true
}

// page returns the address and the text of the page, for messages.
func (p *person) page() string {
	text, err := ask[string](p, `location.href + "\n" + (document.querySelector("main") ?? document.body).innerText.slice(0, 1500)`)
	if err != nil {
		return err.Error()
	}
	return text
}

// js writes a value as JavaScript.
func js(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("%v cannot be written as JavaScript: %v", value, err))
	}
	return string(text)
}

// faults are the problems that a browser reports: errors of scripts, missing files,
// violations of the content security policy.
type faults struct {
	mu       sync.Mutex
	seen     []string
	expected []string
}

// watchFaults collects them until the tab is closed.
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

// expect allows faults that contain one of the texts, because the test causes them.
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

// Violations of the policy, exceptions and missing files are noticed.
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
