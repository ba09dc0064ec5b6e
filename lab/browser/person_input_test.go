// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// open goes to a page.
func (p *person) open(path string) {
	p.t.Helper()
	p.until("to open "+path, func() bool {
		ctx, cancel := context.WithTimeout(p.ctx, patience)
		defer cancel()
		err := chromedp.Do(ctx, chromedp.Navigate(p.site.url(path)))
		if err != nil && !strings.Contains(err.Error(), "ERR_ABORTED") { // the page was reloading itself
			p.t.Fatalf("%s: open %s: %v", p.name, path, err)
		}
		return err == nil
	})
}

// reload loads the page again.
func (p *person) reload() {
	p.t.Helper()
	p.do(chromedp.Reload())
}

// arrives waits until the path of the page starts with path, and returns the rest.
func (p *person) arrives(path string) string {
	p.t.Helper()
	p.await("to arrive at "+path, fmt.Sprintf(`document.readyState !== "loading" && location.pathname.startsWith(%s)`, js(path)))
	return strings.TrimPrefix(read[string](p, `location.pathname`), path)
}

// sees waits until the page shows all texts.
func (p *person) sees(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		p.await(fmt.Sprintf("to see %q", text), fmt.Sprintf(`document.body.innerText.includes(%s)`, js(text)))
	}
}

// unseen waits until the page does not show a text.
func (p *person) unseen(text string) {
	p.t.Helper()
	p.await(fmt.Sprintf("%q to be gone", text), fmt.Sprintf(`!document.body.innerText.includes(%s)`, js(text)))
}

// spot is a function that returns where to click an element: in its middle, if
// nothing covers it.
const spot = `(node => {
  if (!node) return null;
  node.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
  const box = node.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + box.height / 2;
  const top = document.elementFromPoint(x, y);
  return top && (node === top || node.contains(top)) ? [x, y] : null;
})`

// where waits until an element can be clicked, and returns the place. find is an
// expression for the element.
func (p *person) where(what, find string) (x, y float64) {
	p.t.Helper()
	var place []float64
	p.until("to be able to click "+what, func() bool {
		found, err := ask[[]float64](p, spot+"("+find+")")
		place = found
		return err == nil && len(found) == 2
	})
	return place[0], place[1]
}

// onPhone gives the person a phone: a small screen, and a finger instead of a mouse.
func (p *person) onPhone() {
	p.t.Helper()
	p.do(chromedp.EmulateViewport(390, 844))
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	p.finger = true
}

// clickOn clicks an element with the mouse, or taps it.
func (p *person) clickOn(what, find string) {
	p.t.Helper()
	x, y := p.where(what, find)
	if p.finger {
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: x, Y: y}}})
		call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd, TouchPoints: []*input.TouchPoint{}})
		return
	}
	p.do(chromedp.MouseEvent(chromedp.MouseMoved, x, y), chromedp.MouseClickXY(x, y))
}

// click clicks the first element of a CSS selector.
func (p *person) click(selector string) {
	p.t.Helper()
	p.clickOn(selector, `document.querySelector(`+js(selector)+`)`)
}

// labelled is an expression for the button or link of a label in the main part of the
// page.
func labelled(label string) string {
	return fmt.Sprintf(`[...document.querySelectorAll("main :is(button, a, summary)")].find(n => n.innerText?.trim() === %s && n.checkVisibility())`, js(label))
}

// press clicks the button or link with a label.
func (p *person) press(label string) {
	p.t.Helper()
	p.clickOn(fmt.Sprintf("%q", label), labelled(label))
}

// has waits until there is a button or link with a label.
func (p *person) has(label string) {
	p.t.Helper()
	p.await(fmt.Sprintf("a button %q", label), `!!`+labelled(label))
}

// lacks waits until there is no button or link with a label.
func (p *person) lacks(label string) {
	p.t.Helper()
	p.await(fmt.Sprintf("no button %q", label), `!`+labelled(label))
}

// fill replaces the text of a field.
func (p *person) fill(field, text string) {
	p.t.Helper()
	p.click(fmt.Sprintf(`[name="%s"]`, field))
	read[any](p, `document.activeElement.select()`)
	call(p, input.InsertText, input.InsertTextParams{Text: text})
}

// choose selects a value of a select box.
func (p *person) choose(field, value string) {
	p.t.Helper()
	choice := fmt.Sprintf(`(box => box && (box.value = %[2]s) === %[2]s && box.value === %[2]s)(document.querySelector('select[name="%[1]s"]'))`, field, js(value))
	p.await(fmt.Sprintf("%s to offer %s", field, value), choice)
}

// key presses keys, one after the other.
func (p *person) key(keys ...string) {
	p.t.Helper()
	for _, key := range keys {
		p.do(chromedp.KeyEvent(key))
	}
}
