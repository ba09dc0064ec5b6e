// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

const password = "three men in a row"

// A guest's seat survives reloading, closing the tab and the browser; signing up
// keeps the game, and the account is there after logging out.
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
	again.open("/home") // sends to the log-in page, and from there back
	again.arrives("/login")
	again.expect("403", "401", "400")
	again.logsIn("bob", "three men in a rod")
	again.sees("Wrong email, username or password.")
	again.logsIn("bob", password)
	again.arrives("/home")
	again.sees("Your running games", "Nine Men's Morris")
}

// signsUp makes an account.
func (p *person) signsUp(name string) {
	p.t.Helper()
	p.open("/signup")
	p.fill("email", name+"@example.org")
	p.fill("name", name)
	p.fill("password", password)
	p.fill("again", password)
	p.press("Create account")
}

// logsIn fills the form of the log-in page.
func (p *person) logsIn(name, password string) {
	p.t.Helper()
	p.fill("login", name)
	p.fill("password", password)
	p.press("Log in")
}

// What a page tells about a form that cannot be taken, with what was typed kept.
func TestSignUpIsRefused(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.expect("400")
	p.open("/signup")
	p.fill("email", "ann@example.org")
	p.fill("name", "ann")
	p.fill("password", "short")
	p.fill("again", "shorter")
	p.press("Create account")
	p.sees("Use at least 8 characters")
	p.await("what was typed to stay, but no password",
		`["email", "name", "password", "again"].map(name => document.querySelector("[name=" + name + "]").value).join() === "ann@example.org,ann,,"`)
}

// A double click makes one move.
func TestDoubleClick(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	x, y := white.where("d6", `document.querySelector(`+js(lit("d6"))+`)`)
	white.do(chromedp.MouseClickXY(x, y), chromedp.MouseClickXY(x, y, chromedp.ClickCount(2)), chromedp.MouseClickXY(x, y))
	tb.advance("d6")
	tb.shown()
	tb.play("d7", "b4")
	if got := black.turns(); got != 3 {
		t.Errorf("the log tells of %d turns, want 3", got)
	}
}

// Two tabs of one player show the same, and either may move.
func TestTwoTabs(t *testing.T) {
	t.Parallel()
	tb, white, _ := meet(t, "six")
	other := white.tab()
	other.open("/match/" + tb.id)
	tb.seen = append(tb.seen, other)
	tb.play("a1", "b4")
	tb.players[0] = other
	tb.play("c1", "d4")
	tb.players[0] = white
	tb.play("e1xb4")
}

// Going back to a match shows what has happened meanwhile.
func TestBackButton(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "six")
	tb.play("a1")
	white.click(`header a[href="/rules"]`)
	white.arrives("/rules")
	tb.seen = []*person{black}
	tb.play("b4")
	white.do(chromedp.Evaluate[chromedp.Void](`history.back()`))
	white.arrives("/match/")
	tb.seen = append(tb.seen, white)
	tb.shown()
	tb.play("c1", "d4")
}
