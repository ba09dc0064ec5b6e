// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"cairn/internal/openid/openidtest"
)

// Every page, for every kind of viewer and in every state, has no accessibility
// barriers and fits every screen.
func TestEveryPage(t *testing.T) {
	t.Parallel()
	provider := openidtest.New(t)
	s := newSiteWith(t, provider.URL).named()
	over, solved := s.history()
	tr := newTour(t)
	pages := []string{
		"/", "/about", "/rules", "/rules/fanorona", "/learn", "/learn/nine-mens-morris", "/learn/yote?step=2",
		"/play", "/join", "/join?id=2222222", "/upload", "/settings",
		"/games", "/games?player=Ann&result=white", "/games?game=yote-multi", "/games?from=never",
		"/player", "/player?name=nobody", "/player/Ann", "/leaderboard", "/leaderboard/nine-mens-morris", "/leaderboard/yote",
		"/match/" + over, "/match/" + over + "?ply=12", "/match/2222222", "/nothing-here",
		"/login", "/login/code", "/signup", "/reset", "/reset?sent", "/reset/wrong", "/setup/" + s.setup,
		"/following", "/reports", "/challenges", "/challenges/2222222", "/challenge/Ann", "/running", "/offline", "/local", "/local/fanorona", "/unsubscribe/wrong",
		"/home", "/logout", "/account", "/account/sessions", "/account/two-factor", "/account/passkeys", "/account/tokens", "/account/ssh-keys", "/account/delete",
	}
	study := []string{ // the same for all
		"/match/" + solved + "/review", "/analysis", "/analysis/six-mens-morris", "/analysis/fanorona?position=wrong", "/analysis/six-mens-morris/edit",
		"/puzzles", "/puzzles/storm", "/puzzles/six-mens-morris", "/puzzle/daily", "/puzzle/wrong", "/drills", "/drills/six-mens-morris/1",
		"/api", "/openings", "/openings/three-mens-morris", "/openings/fanorona", "/explorer/three-mens-morris", "/explorer/three-mens-morris?rating=many",
	}
	t.Run("by", func(t *testing.T) {
		t.Run("study", func(t *testing.T) {
			t.Parallel()
			p := s.with(t).person("visitor")
			p.expect("status of 40")
			p.fitsInAll(tr.with(t).visit(p, study)...)
		})
		for who, come := range map[string]func(*person){
			"visitor": func(*person) {},
			"guest":   func(p *person) { p.creates("six") },
			"member":  func(p *person) { p.signsUp("Moa"); p.sees("Account created") },
		} {
			t.Run(who, func(t *testing.T) {
				t.Parallel()
				p := s.with(t).person(who)
				p.expect("status of 40")
				come(p)
				p.fitsInAll(tr.with(t).visit(p, pages)...)
			})
		}
		for name, room := range map[string]func(*tour, *site){
			"match": (*tour).match, "yote": (*tour).chain, "forms": (*tour).forms, "account": (*tour).account, "admin": (*tour).admin,
			"passkeys": (*tour).passkeys, "provider": (*tour).provider,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				room(tr.with(t), s.with(t))
			})
		}
	})
	tr.seen.complete(t)
}

// history creates users and games, and returns a finished match and one of a solved game.
func (s *site) history() (over, solved string) {
	s.t.Helper()
	ann, bob, cleo := s.regular("Ann"), s.regular("Bob"), s.regular("Cleo")
	over = ann.plays(bob, "nine", nineGame)
	cleo.plays(ann, "yote", yoteGame)
	for i := range 16 { // each wins in turn: the leaderboard has both
		ann.plays(bob, "nine", []string{"d6 d7", "d6 d7 a1"}[i%2], "resign")
	}
	cleo.plays(bob, "nine", "d6 d7 a1", "resign")
	bob.plays(ann, "six", "a1 b4")
	return over, cleo.plays(bob, "three", "a1 b1 a2 b2 a3")
}

// match checks the states of a match.
func (tr *tour) match(s *site) {
	ann, bob, eve := s.person("ann"), s.person("bob"), s.person("eve")
	bob.expect("status of 40")
	eve.expect("status of 403")
	ann.seeks("fanorona")
	tr.stop(ann, "waiting")
	waiting := read[string](ann, `location.pathname`)
	ann.fitsInAll(waiting)
	ann.open(waiting)
	ann.press("Cancel")
	ann.arrives("/play")
	id := ann.creates("nine")
	tr.stop(ann, "invitation")
	bob.open("/join")
	bob.fill("id", "2222222")
	bob.press("Show match")
	bob.sees("There is no match")
	tr.stop(bob, "join-refused")
	bob.open("/join?id=" + id)
	bob.has("Join")
	tr.stop(bob, "join")
	bob.press("Join")
	bob.arrives("/match/" + id)
	ann.has("Start game")
	tr.stop(ann, "ready")
	eve.open("/join?id=" + id)
	eve.sees("This match is already full.")
	tr.stop(eve, "full")
	ann.press("Start game")
	tb := newTable(tr.t, id, "nine", ann, bob)
	moves := strings.Fields(nineGame)
	tb.play(moves[:11]...)
	bob.touch("b4") // a mill: the capture follows
	bob.sees("Mill! Choose a man to take.")
	tr.stop(bob, "capture")
	tr.stop(ann, "placing")
	bob.touch("b2")
	tb.advance(moves[11])
	tb.shown()
	tb.play(moves[12:22]...)
	ann.fitsInAll("/match/" + id)
	tr.ending(tb, ann, bob)
}

// ending checks offers and the end of a match.
func (tr *tour) ending(tb *table, ann, bob *person) {
	ann.open("/match/" + tb.id)
	bob.press("Offer draw")
	ann.sees("Do you accept?")
	tr.stop(ann, "offer")
	tr.stop(bob, "offered")
	ann.press("No")
	ann.unseen("Do you accept?")
	ann.press("Resign")
	ann.has("Yes, resign")
	tr.stop(ann, "resign")
	ann.press("Yes, resign")
	bob.sees("You win")
	tr.stop(bob, "won")
	ann.sees("You lose")
	tr.stop(ann, "lost")
	bob.press("Rematch")
	ann.sees("Do you accept?")
	tr.stop(ann, "rematch")
	ann.open("/match/" + tb.id + "?ply=12")
	ann.await("the replay", `document.querySelector("[data-play]").checkVisibility()`)
	tr.stop(ann, "replay")
	ann.open("/home")
	tr.stop(ann, "home-played")
}

// chain checks an unfinished move, and a board of cells with and without JavaScript.
func (tr *tour) chain(s *site) {
	p := s.person("ann")
	p.open("/play")
	p.choose("game", gameID(tr.t, "fanorona"))
	p.press("Play here")
	p.arrives("/match/")
	p.touch("d3")
	p.touch("e3")
	p.sees("Choose the stone to take.")
	tr.stop(p, "choice")
	p.open("/play")
	p.choose("game", gameID(tr.t, "yote"))
	p.press("Play here")
	tb := newTable(tr.t, p.arrives("/match/"), "yote", p, p)
	tb.play(strings.Fields(yoteGame)[:12]...)
	p.touch("a5")
	tr.stop(p, "yote")
	p.withoutScript().open("/match/" + tb.id + "?path=a5")
	p.runsScript(true) // for axe; the scripts of the page have not run
	tr.stop(p, "plain")
}

// forms checks forms that are refused.
func (tr *tour) forms(s *site) {
	p := s.person("eve")
	p.expect("status of 40")
	p.open("/login")
	p.logsIn("Ann", "a wrong password")
	p.sees("Wrong email, username or password.")
	tr.stop(p, "login-refused")
	p.open("/signup")
	p.fill("email", "ann@example.org")
	p.fill("name", "Ann")
	p.fill("password", "short")
	p.press("Create account")
	p.sees("Use at least 8 characters")
	tr.stop(p, "signup-refused")
	p.open("/upload")
	p.fill("record", "no record at all")
	p.press("Open")
	p.await("an error", `!!document.querySelector(".error")`)
	tr.stop(p, "upload-refused")
	p.open("/games?player=nobody&min=x")
	tr.stop(p, "archive-refused")
	p.open(s.mail("bob@example.org"))
	tr.stop(p, "confirm")
	p.press("Confirm")
	p.sees("Email address confirmed.")
	p.open("/reset")
	p.fill("login", "Bob")
	p.press("Send link")
	p.sees("we have sent an email with a link")
	p.open(s.mail("bob@example.org"))
	tr.stop(p, "new-password")
	p.fill("password", "short")
	p.press("Set password")
	p.await("the refusal", `!!document.querySelector("main .error")`)
	tr.stop(p, "new-password-refused")
	p.open("/settings")
	p.press("Save")
	p.sees("Settings saved.")
	tr.stop(p, "settings-saved")
	p.open("/learn/six-mens-morris")
	p.learns(read[lessonStep](p, readStep))
	tr.stop(p, "lesson-done")
}

// account checks the pages of an account.
func (tr *tour) account(s *site) {
	p := s.person("dot")
	p.expect("status of 40")
	p.signsUp("Dot")
	p.sees("Account created")
	p.open("/account")
	p.press("Change password")
	p.fill("password", "short")
	read[any](p, `document.querySelectorAll("[required]").forEach((node) => node.removeAttribute("required"))`)
	p.clickOn("Change password", `document.querySelector("form[action='/account/password'] button:not([type])")`)
	p.await("an error", `!!document.querySelector(".error")`)
	tr.stop(p, "account-refused")
	codes := p.turnsOnTwoFactor(tr.stop)
	p.logsOut()
	p.open("/login")
	p.logsIn("Dot", password)
	p.sees("Two-factor authentication")
	tr.stop(p, "login-code")
	p.fill("code", "000000")
	p.press("Log in")
	p.await("an error", `!!document.querySelector(".error")`)
	tr.stop(p, "login-code-refused")
	p.fill("code", codes[0])
	p.press("Log in")
	p.arrives("/home")
	p.open("/account/two-factor")
	tr.stop(p, "second-on")
	p.open("/account/delete")
	p.fill("name", "Dora")
	p.fill("current", password)
	p.fill("code", codes[1])
	p.press("Delete permanently")
	p.await("an error", `!!document.querySelector(".error")`)
	tr.stop(p, "delete-refused")
}

// admin checks the pages of an administrator.
func (tr *tour) admin(*site) {
	s := newSite(tr.t)
	s.regular("Bob")
	p := s.person("Ada")
	p.expect("status of 40")
	p.open("/setup/" + s.setup)
	p.fill("email", "ada@example.org")
	p.fill("name", "Ada")
	p.fill("password", password)
	p.click("main form button.primary")
	p.sees("You are now the administrator.")
	tr.stop(p, "admin-home")
	p.open("/player/Bob")
	tr.stop(p, "moderation")
	p.fitsInAll("/player/Bob", "/account")
}

// mostWeight is the limit of bytes that a first visit loads.
const mostWeight = 115_000

// scale counts the bytes and files loaded from the network.
type scale struct {
	mu    sync.Mutex
	bytes float64
	files int
}

// weigh starts to count.
func (p *person) weigh() *scale {
	p.t.Helper()
	s := &scale{}
	go collect(chromedp.Events(p.ctx, network.LoadingFinished), func(e network.EventLoadingFinished) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.bytes, s.files = s.bytes+e.EncodedDataLength, s.files+1
	})
	call(p, network.Enable, network.EnableParams{})
	return s
}

func (s *scale) read() (bytes float64, files int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.bytes, s.files
}

// heaviest lists the files of a page with their bytes, the largest first.
const heaviest = `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .sort((a, b) => b.transferSize - a.transferSize).map(({ name, transferSize }) => transferSize + " " + name.replace(/.*\/static\/[^/]*/, ""))`

// The first visit of a browser with an empty cache: all files of a page, compressed and
// with their headers.
func TestPageWeight(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	over, _ := s.history()
	running := s.regular("Dan").meets(s.regular("Eli"), "fanorona", "", "")
	for name, path := range map[string]string{
		"front": "/", "match": "/match/" + running, "match over": "/match/" + over, "replay": "/match/" + over + "?ply=9", "lesson": "/learn/fanorona",
		"settings": "/settings", "profile": "/player/Ann",
	} {
		p := s.person(name) // with an empty cache
		weight := p.weigh()
		p.open(path)
		p.await("everything to be loaded", `document.readyState === "complete" && document.fonts.status === "loaded"`)
		resources := read[int](p, `performance.getEntriesByType("resource").filter(({ entryType, initiatorType }) => initiatorType !== "beacon").length`)
		p.until("all files to be counted", func() bool { _, files := weight.read(); return files > resources })
		bytes, files := weight.read()
		t.Logf("%s: %.1f kB in %d files", name, bytes/1000, files)
		if bytes >= mostWeight {
			t.Errorf("%s: %.0f bytes, want under %d:\n\t%s", name, bytes, mostWeight, strings.Join(read[[]string](p, heaviest), "\n\t"))
		}
	}
}
