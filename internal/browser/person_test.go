// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/chromedp/cdproto/audits"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// patience is how long anything in a page may take. Only a hang reaches it: every
// wait ends as soon as its condition holds, on a busy machine a little later.
const patience = 3 * time.Minute

// beat is how often a page is asked whether a condition holds.
const beat = 15 * time.Millisecond

// person is somebody at a browser of their own, looking at one of its tabs.
type person struct {
	t       *testing.T
	name    string
	site    *site
	browser context.Context // isolated from others; all tabs come from it
	ctx     context.Context // the tab
	faults  *faults
}

// person lets somebody come with a browser of their own.
func (s *site) person(name string) *person {
	s.t.Helper()
	ctx, cancel := chromedp.NewContext(browser(s.t), chromedp.WithNewBrowserContext())
	s.t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		s.t.Fatalf("%s: open a browser: %v", name, err)
	}
	return openTab(s.t, &person{t: s.t, name: name, site: s, browser: ctx})
}

// tab opens another tab of the same browser.
func (p *person) tab() *person {
	p.t.Helper()
	return openTab(p.t, &person{t: p.t, name: p.name + " in another tab", site: p.site, browser: p.browser})
}

func openTab(t *testing.T, p *person) *person {
	t.Helper()
	p.ctx, _ = chromedp.NewContext(p.browser)  // ended with the browser, or by close
	if err := chromedp.Do(p.ctx); err != nil { // the tab lives as long as the context that opens it
		t.Fatalf("%s: open a tab: %v", p.name, err)
	}
	p.faults = watchFaults(p.ctx)
	call(p, audits.Enable, cdp.Empty{})
	p.do(chromedp.EmulateViewport(1280, 900))
	call(p, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}) // several windows, all in use
	t.Cleanup(func() {
		if t.Failed() && p.ctx.Err() == nil {
			t.Logf("%s: at %s", p.name, p.page())
		}
		for _, fault := range p.faults.unexpected() {
			t.Errorf("%s: the browser complains: %s", p.name, fault)
		}
	})
	return p
}

// close closes the tab.
func (p *person) close() {
	p.t.Helper()
	if err := chromedp.Cancel(p.ctx); err != nil {
		p.t.Fatalf("%s: close: %v", p.name, err)
	}
}

// withoutScript turns JavaScript off in the pages this person opens from now on.
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

// ask evaluates an expression in the page. It fails while a page is left for
// another one.
func ask[T any](p *person, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression))
}

// settle evaluates an expression that is a promise, and waits for its value.
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

// read evaluates an expression in the page as it is.
func read[T any](p *person, expression string) T {
	p.t.Helper()
	value, err := ask[T](p, expression)
	if err != nil {
		p.t.Fatalf("%s: read %s: %v", p.name, expression, err)
	}
	return value
}

// await waits until an expression is true in the page, whichever page that is by
// then; what says what is waited for.
func (p *person) await(what, expression string) {
	p.t.Helper()
	tick := time.NewTicker(beat)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); ; <-tick.C {
		holds, err := ask[bool](p, expression)
		if err == nil && holds {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s: waited in vain: %s (%v)\nat %s", p.name, what, err, p.page())
		}
	}
}

// page describes what is on the screen, for messages.
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
