// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"cairn/internal/totp"
)

// The second step of logging in: a code of the app, and once a recovery code.
func TestSecondStep(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.expect("status of 40")
	p.signsUp("ann")
	p.sees("Account created")
	var secret string
	codes := p.secondStep(func(p *person, at string) {
		if at == "second-secret" {
			secret = read[string](p, secretShown)
		}
	})
	next := p.code(secret, 30*time.Second) // a code is good once, and clocks may differ
	for _, c := range []struct {
		code string
		good bool
	}{{next, true}, {next, false}, {codes[0], true}, {codes[0], false}, {codes[1], true}} {
		p.logsOut()
		p.open("/login")
		p.logsIn("ann", password)
		p.sees("Two-factor authentication")
		p.fill("code", c.code)
		p.press("Log in")
		if c.good {
			p.arrives("/home")
			continue
		}
		p.await("to be told", `!!document.querySelector(".error")`)
		p.fill("code", codes[len(codes)-1])
		codes = codes[:len(codes)-1]
		p.press("Log in")
		p.arrives("/home")
	}
}

// secondStep turns the second step of logging in on and returns the recovery
// codes; look is shown the pages on the way.
func (p *person) secondStep(look func(*person, string)) (codes []string) {
	p.t.Helper()
	p.open("/account/two-factor")
	p.press("Set up")
	p.sees("Key:")
	look(p, "second-secret")
	p.fill("code", p.code(read[string](p, secretShown), 0))
	p.fill("current", password)
	p.press("Turn on")
	p.sees("Your recovery codes")
	look(p, "second-codes")
	return read[[]string](p, `[...document.querySelectorAll(".codes code")].map((code) => code.textContent)`)
}

// secretShown is what one types into an app for codes.
const secretShown = `document.querySelector("code.secret").textContent`

// code is what an app for codes shows, whose clock is ahead.
func (p *person) code(secret string, ahead time.Duration) string {
	p.t.Helper()
	code, err := totp.Code(strings.ReplaceAll(secret, " ", ""), time.Now().Add(ahead))
	if err != nil {
		p.t.Fatal(err)
	}
	return code
}

// logsOut ends the session.
func (p *person) logsOut() {
	p.t.Helper()
	p.open("/logout")
	p.press("Log out")
	p.sees("You are logged out.")
}

// Ending a session in another browser closes its pages' streams: they say so by
// themselves.
func TestSessionEnds(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, other := s.person("ann"), s.person("ann elsewhere")
	ann.signsUp("ann")
	ann.sees("Account created")
	other.open("/login")
	other.logsIn("ann", password)
	other.arrives("/home")
	id := other.creates("nine")
	other.open("/play?game=six")
	other.press("Play here")
	other.await("the board", `document.querySelector(".point.next") && !document.querySelector("[data-link].shown")`)
	here := read[string](other, `location.pathname`)
	ann.open("/account/sessions")
	ann.press("End session")
	ann.sees("Session ended.")
	ended := time.Now()
	other.sees("Your session has expired.")
	t.Logf("the other browser knew it %v after the page", time.Since(ended).Round(time.Millisecond))
	other.await("the board to take no touch", `!document.querySelector(".point.next") && document.querySelector("[data-can=resign]").hidden`)
	other.click(`[data-login]`)
	other.arrives("/login")
	other.expect("status of 404")
	other.open("/match/" + id) // a private one
	other.sees("Log in")
	other.open(here)
	other.sees("Log in")
	other.open("/account")
	other.arrives("/login")
}

// A forgotten password is set anew by the link of a letter, once; all sessions end.
func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.regular("ann")
	p := s.person("ann")
	p.expect("status of 40")
	p.open("/login")
	p.press("Forgot your password?")
	p.arrives("/reset")
	p.fill("login", "nobody@example.org")
	p.press("Send link")
	p.sees("If this account exists")
	p.open("/reset")
	p.fill("login", "ann")
	p.press("Send link")
	p.sees("If this account exists")
	link := s.letter("ann@example.org")
	p.open(link)
	p.fill("password", "four men in a boat")
	p.fill("again", "four men in a boat")
	p.press("Set password")
	p.sees("New password set.")
	p.logsIn("ann", password)
	p.sees("Wrong email, username or password.")
	p.logsIn("ann", "four men in a boat")
	p.arrives("/home")
	p.open(link)
	p.sees("This link is no longer valid.")
}

// Deleting an account asks for name and password; its running game is lost, and
// nobody finds the person any more.
func TestDeleteAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	ann.signsUp("ann")
	ann.sees("Account created")
	ann.open("/play?game=six")
	ann.click(`label:has([name=rated])`) // bob is a guest
	ann.press("Create match")
	ann.sees("Invite a friend", "Casual")
	id := read[string](ann, `document.querySelector("#invite-id").textContent.trim()`)
	bob.joins(id)
	ann.press("Start game")
	newTable(t, id, "six", ann, bob).play("a1", "b4")
	bob.sees("ann")
	ann.open("/account")
	ann.press("Delete…")
	ann.fill("name", "ann")
	ann.fill("current", password)
	ann.press("Delete permanently")
	ann.sees("Your personal data has been deleted.")
	bob.sees("You win")
	bob.reload()
	bob.await("the name to be gone", `!/\bann\b/.test(document.body.innerText)`)
	ann.expect("status of 40")
	ann.open("/login")
	ann.logsIn("ann", password)
	ann.sees("Wrong password.")
	ann.open("/player/ann")
	ann.sees("This player does not exist.")
}

// Who has logged out cannot be looked at by going back.
func TestBackAfterLogOut(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.signsUp("ann")
	p.sees("Account created")
	p.open("/account")
	p.sees("ann@example.org")
	p.logsOut()
	p.do(chromedp.NavigateBack(), chromedp.NavigateBack()) // past the page that asks
	p.arrives("/login")
	p.unseen("ann@example.org")
}
