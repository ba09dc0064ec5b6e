// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var screens = flag.String("screens", "", "write pictures of all pages into this folder")

// TestScreens takes pictures of every page, on a phone and on a wide screen, light
// and dark, for people to look at:
// CAIRN_BROWSER=1 go test ./internal/browser -run Screens -screens DIR
func TestScreens(t *testing.T) {
	if *screens == "" {
		t.Skip("no folder given by -screens")
	}
	s := newSite(t)
	c := &camera{t: t, dir: *screens}
	ann, bob := s.person("ann"), s.person("bob")
	for _, p := range []*person{ann, bob} {
		p.expect("400", "403", "404")
		p.prefers("light")
	}
	c.strangers(ann)
	ann.signsUp("ann")
	ann.sees("Account created")
	bob.signsUp("bob")
	bob.sees("Account created")
	c.meeting(ann, bob)
	c.playing(ann, bob)
	c.reading(ann)
}

// camera takes pictures.
type camera struct {
	t   *testing.T
	dir string
}

// strangers shows the pages of somebody nobody knows yet.
func (c *camera) strangers(p *person) {
	p.open("/")
	c.take(p, "front-quiet")
	p.open("/login")
	p.logsIn("ann", "wrong password")
	p.sees("password is wrong")
	c.take(p, "login-refused")
	p.open("/signup")
	p.fill("email", "ann@example.org")
	p.fill("name", "ann")
	p.fill("password", "short")
	p.fill("again", "other")
	p.press("Create account")
	p.sees("The passwords differ.")
	c.take(p, "signup-refused")
	p.open("/match/2222222")
	c.take(p, "no-match")
	p.open("/nothing-here")
	c.take(p, "no-page")
}

// meeting shows how people find each other.
func (c *camera) meeting(ann, bob *person) {
	ann.open("/play")
	c.take(ann, "play")
	ann.seeks("fanorona")
	c.take(ann, "waiting")
	ann.press("Stop waiting")
	ann.arrives("/play")
	id := ann.creates("nine")
	c.take(ann, "invitation")
	bob.open("/join")
	bob.fill("id", "2222222")
	bob.press("Join")
	bob.sees("There is no match")
	c.take(bob, "join-refused")
	bob.joins(id)
	ann.sees("bob is here")
	c.take(ann, "ready")
}

// playing shows matches.
func (c *camera) playing(ann, bob *person) {
	for _, m := range []struct{ game, moves, begun string }{
		{"six", "a5 b4 c5 d4 e5xb4 b4 c4 b3 b2", ""},
		{"yote", "e2 a4 e2-e1 a1 a0 a1-b1 e1-e2 b5 a5 d4 d2 a3", "a5 c5"},
		{"fanorona", "", "d3 e3"},
		{"nine", strings.Join(strings.Fields(nineGame)[:30], " "), "a7"},
	} {
		id := ann.creates(m.game)
		bob.joins(id)
		ann.press("Start game")
		tb := newTable(c.t, id, m.game, ann, bob)
		tb.play(strings.Fields(m.moves)...)
		mover, other := ann, bob
		if len(tb.played)%2 == 1 {
			mover, other = bob, ann
		}
		for _, point := range strings.Fields(m.begun) {
			mover.touch(point)
		}
		c.take(mover, "match-"+m.game)
		c.take(other, "match-"+m.game+"-other")
		if m.game == "nine" {
			c.ending(tb, ann, bob)
		}
	}
}

// ending shows offers and the end of a match.
func (c *camera) ending(tb *table, ann, bob *person) {
	ann.reload()
	tb.shown()
	bob.press("Offer a draw")
	ann.sees("Do you accept?")
	c.take(ann, "offer")
	ann.press("No")
	ann.unseen("Do you accept?")
	ann.press("Forfeit")
	ann.has("Yes, forfeit")
	c.take(ann, "forfeit")
	ann.press("Yes, forfeit")
	bob.sees("You win")
	c.take(bob, "won")
	ann.sees("You lose")
	c.take(ann, "lost")
	ann.open("/match/" + tb.id + "?ply=12")
	c.take(ann, "replay")
}

// reading shows what there is to read.
func (c *camera) reading(p *person) {
	for name, path := range map[string]string{
		"front": "/", "home": "/home", "games": "/games", "rules": "/rules", "rules-nine": "/rules/nine-mens-morris",
		"about": "/about", "upload": "/upload", "logout": "/logout",
	} {
		p.open(path)
		c.take(p, name)
	}
}

// take pictures what a person sees, four times.
func (c *camera) take(p *person, name string) {
	c.t.Helper()
	call(p, page.BringToFront, cdp.Empty{}) // what is not in front is not drawn
	for _, width := range []int64{390, 1280} {
		for _, scheme := range []string{"light", "dark"} {
			p.prefers(scheme)
			p.do(chromedp.EmulateViewport(width, 860))
			p.await("everything to be loaded", `document.readyState === "complete"`)
			whole := true
			picture := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: &whole}).Data
			file := filepath.Join(c.dir, fmt.Sprintf("web-%s-%d-%s.png", name, width, scheme))
			if err := os.WriteFile(file, picture, 0o644); err != nil {
				c.t.Fatal(err)
			}
		}
	}
	p.do(chromedp.EmulateViewport(1280, 900))
}

// prefers sets what a person's system asks pages for: light or dark, and always
// that nothing moves.
func (p *person) prefers(scheme string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}
