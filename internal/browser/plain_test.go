// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"
)

// What is not a game works without JavaScript as well: the account with its second
// step, a replay, a lesson, the archive.
func TestWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.history()
	p := s.person("ann").withoutScript()
	p.expect("status of 40")
	p.signsUp("eve")
	p.sees("Account created")
	p.open("/account")
	p.press("Change username")
	p.fill("name", "Evelyn")
	p.click(`form[action="/account/name"] [name=current]`)
	p.fill("current", password)
	p.click(`form[action="/account/name"] button`)
	p.sees("Username changed.", "Evelyn")
	codes := p.secondStep(func(*person, string) {})
	p.logsOut()
	p.open("/login")
	p.logsIn("Evelyn", password)
	p.fill("code", codes[0])
	p.press("Log in")
	p.arrives("/home")
	p.open("/account/sessions")
	p.sees("This browser")

	p.open("/games?game=yote")
	p.click(".games a")
	p.press("Replay")
	turns := len(strings.Fields(yoteGame))
	lastTurn := fmt.Sprintf("Move %d of %d", turns, turns)
	for _, step := range []struct{ label, at string }{{"Next", "Move 1 of"}, {"Next", "Move 2 of"}, {"Previous", "Move 1 of"}, {"Last", lastTurn}} {
		p.press(step.label)
		p.sees(step.at)
	}

	p.open("/learn/nine-mens-morris")
	p.click(`a.point.next`)
	p.await("the lesson to go on", `!!document.querySelector("a.primary[data-next], [data-over]:not([hidden])") || location.search.includes("path=")`)
}
