// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"cairn/internal/totp"
)

// Two-factor authentication: a code of the app is valid once, and so is a recovery
// code.
func TestTwoFactor(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.expect("status of 40")
	p.signsUp("ann")
	p.sees("Account created")
	var secret string
	codes := p.turnsOnTwoFactor(func(p *person, at string) {
		if at == "second-secret" {
			secret = read[string](p, secretShown)
		}
	})
	var fromApp string
	for _, c := range []struct {
		code *string
		good bool
	}{{&fromApp, true}, {&fromApp, false}, {&codes[0], true}, {&codes[0], false}, {&codes[1], true}} {
		p.logsOut()
		p.open("/login")
		p.logsIn("ann", password)
		p.sees("Two-factor authentication")
		if fromApp == "" { // only now, as it is valid for a minute
			fromApp = p.code(secret, 30*time.Second) // the code of now was used; clocks may differ
		}
		p.fill("code", *c.code)
		p.press("Log in")
		if c.good {
			p.arrives("/home")
			continue
		}
		p.await("an error", `!!document.querySelector(".error")`)
		p.fill("code", codes[len(codes)-1])
		codes = codes[:len(codes)-1]
		p.press("Log in")
		p.arrives("/home")
	}
}

// turnsOnTwoFactor turns two-factor authentication on and returns the recovery codes.
// It calls look on the pages on the way.
func (p *person) turnsOnTwoFactor(look func(*person, string)) (codes []string) {
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

// secretShown is the key that a user types into an app.
const secretShown = `document.querySelector("code.secret").textContent`

// code returns what an app shows whose clock is ahead.
func (p *person) code(secret string, ahead time.Duration) string {
	p.t.Helper()
	code, err := totp.Code(strings.ReplaceAll(secret, " ", ""), time.Now().Add(ahead))
	if err != nil {
		p.t.Fatal(err)
	}
	return code
}

// logsOut logs out.
func (p *person) logsOut() {
	p.t.Helper()
	p.open("/logout")
	p.press("Log out")
	p.sees("You are logged out.")
}

// When a session is ended from another browser, its open pages show it without a
// reload.
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

// The link in a mail sets a new password, once, after another one has confirmed the
// address.
func TestForgottenPassword(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.regular("ann")
	p := s.person("ann")
	p.expect("status of 40")
	p.open(s.mail("ann@example.org"))
	p.sees("Is ann@example.org the email address of the account ann?")
	p.press("Confirm")
	p.sees("Email address confirmed.")
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
	link := s.mail("ann@example.org")
	p.open(link)
	p.fill("password", "four men in a boat")
	p.press("Set password")
	p.sees("New password set.")
	p.logsIn("ann", password)
	p.sees("Wrong email, username or password.")
	p.logsIn("ann", "four men in a boat")
	p.arrives("/home")
	p.open(link)
	p.sees("This link is no longer valid.")
}

// Deleting an account asks for name and password, resigns its running game and
// removes the name everywhere.
func TestDeleteAccount(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	ann.signsUp("ann")
	ann.sees("Account created")
	ann.open("/play?game=six")
	ann.click(`[type="checkbox"][name="starts"]`)
	ann.press("Create match") // casual by default; bob is a guest
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
	ann.sees("Wrong email, username or password.")
	ann.open("/player/ann")
	ann.sees("This player does not exist.")
}

// After logging out, the back button shows no private page.
func TestBackAfterLogOut(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.signsUp("ann")
	p.sees("Account created")
	p.open("/account")
	p.sees("ann@example.org")
	p.logsOut()
	p.do(chromedp.NavigateBack(), chromedp.NavigateBack()) // past the page that asks for confirmation
	p.arrives("/login")
	p.unseen("ann@example.org")
}

const password = "three men in a row"

// A guest's seat survives reloading and closing the tab and the browser. Signing up
// keeps the game, and the account still has it after logging out and in.
func TestGuestSignsUp(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	tb.play("a1")
	black.reload()
	tb.play("a4", "d1")
	for _, cookie := range call(black, network.GetCookies, network.GetCookiesParams{}).Cookies {
		month := float64(time.Now().Add(30 * 24 * time.Hour).Unix())
		if cookie.Session || cookie.Expires < month || !cookie.HTTPOnly {
			t.Errorf("cookie %s: got session %v, expires %v, http only %v; it must survive closing the browser, out of reach of scripts",
				cookie.Name, cookie.Session, cookie.Expires, cookie.HTTPOnly)
		}
	}
	again := black.tab()
	black.close()
	again.open("/match/" + tb.id)
	tb.players[1], tb.seen = again, []*person{white, again}
	tb.play("b4")

	again.signsUp("bob")
	again.sees("Account created")
	again.open("/match/" + tb.id)
	white.reload()
	white.sees("bob")
	tb.play("g1xa4", "c4")

	again.open("/logout")
	again.press("Log out")
	again.sees("You are logged out.")
	again.open("/home") // redirects to the log-in page, and from there back
	again.arrives("/login")
	again.expect("403", "401", "400")
	again.logsIn("bob", "three men in a rod")
	again.sees("Wrong email, username or password.")
	again.logsIn("bob", password)
	again.arrives("/home")
	again.sees("Your running games", "Nine Men's Morris")
}

// signsUp creates an account.
func (p *person) signsUp(name string) {
	p.t.Helper()
	p.open("/signup")
	p.fill("email", name+"@example.org")
	p.fill("name", name)
	p.fill("password", password)
	p.press("Create account")
}

// logsIn fills the form of the log-in page.
func (p *person) logsIn(name, password string) {
	p.t.Helper()
	p.fill("login", name)
	p.fill("password", password)
	p.press("Log in")
}

// A refused form shows the reason and keeps what was typed.
func TestSignUpIsRefused(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.expect("400")
	p.open("/signup")
	p.fill("email", "ann@example.org")
	p.fill("name", "ann")
	p.fill("password", "short")
	p.press("Show")
	p.await("the password to be shown", `document.querySelector("[name=password]").type === "text"`)
	p.press("Create account")
	p.sees("Use at least 8 characters")
	p.await("what was typed to stay, but no password",
		`["email", "name", "password"].map(name => document.querySelector("[name=" + name + "]").value).join() === "ann@example.org,ann,"`)
}
