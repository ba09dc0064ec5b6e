// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"testing"
)

// look reads the language, board, pieces and colour scheme of a page.
const look = `(({ lang, dataset: { board, men, scheme } }) => [lang, board, men, scheme].join(" "))(document.documentElement)`

// The settings of an account apply at once, on every page and in every browser where it
// logs in. With the setting "confirm", a move is sent only after its confirmation.
func TestSettings(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	p := s.person("ann")
	p.signsUp("ann")
	p.sees("Account created")
	p.sets("slate", "red-blue", "dark", "de")
	p.await("the look chosen", look+` === "de slate red-blue dark"`)
	p.sees("Einstellungen gespeichert.")

	p.open("/play?game=nine")
	p.click(`button[value="screen"]`)
	p.arrives("/match/")
	p.touch("a7")
	p.sees("Diesen Zug machen?")
	if turns := read[int](p, `document.querySelectorAll("[data-man]:not(.unconfirmed)").length`); turns != 0 {
		t.Error("the move is made before it is confirmed")
	}
	p.click("[data-back]")
	p.await("the piece to be taken back", `!document.querySelector("[data-man]")`)
	tb := newTable(t, read[string](p, `document.querySelector("[data-match]").dataset.match`), "nine", p, p)
	for _, move := range []string{"a7", "d7"} { // with sounds
		p.touch(move)
		p.click("[data-end-turn]:enabled")
		tb.advance(move)
		tb.shown()
	}

	other := s.person("ann elsewhere")
	other.open("/login")
	other.logsIn("ann", password)
	other.await("the look chosen", look+` === "de slate red-blue dark"`)
}

// sets changes the settings, and turns confirmation and sounds on.
func (p *person) sets(board, men, scheme, lang string) {
	p.t.Helper()
	p.open("/settings")
	for name, value := range map[string]string{"board": board, "men": men} {
		p.click(fmt.Sprintf(`label:has([name=%s][value="%s"])`, name, value))
	}
	for _, name := range []string{"confirm", "sound"} {
		p.click(fmt.Sprintf(`label:has([name=%s])`, name))
	}
	p.choose("scheme", scheme)
	p.choose("lang", lang)
	p.click("main form button.primary")
	p.await("the settings to be saved", `location.search.includes("settings-saved") || !!document.querySelector(".notice.good")`)
}

// A visitor without an account has settings too, with or without JavaScript, and keeps
// them as a guest. The footer changes the language.
func TestSettingsOfVisitor(t *testing.T) {
	t.Parallel()
	for name, script := range map[string]bool{"with script": true, "without script": false} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSite(t).person("visitor")
			if !script {
				p.withoutScript()
			}
			p.sets("paper", "amber-teal", "light", "fr")
			p.await("the look chosen", look+` === "fr paper amber-teal light"`)
			p.open("/rules/yote")
			p.click(`footer button[value="en"]`)
			p.await("English", `location.pathname === "/rules/yote" && `+look+` === "en paper amber-teal light"`)
			p.creates("six")
			p.await("the look to stay", look+` === "en paper amber-teal light"`)
		})
	}
}
