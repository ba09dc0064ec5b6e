// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"strings"
	"testing"
)

// Every page, as everybody sees it and in every state: nothing bars anybody from
// it, and it fits every screen.
func TestEveryPage(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	over := s.history()
	tr := newTour(t)
	pages := []string{
		"/", "/about", "/rules", "/rules/fanorona", "/learn", "/learn/nine-mens-morris", "/learn/yote?step=2",
		"/play", "/join", "/join?id=2222222", "/upload", "/settings",
		"/games", "/games?player=Ann&result=white", "/games?game=yote-multi", "/games?from=never",
		"/player", "/player?name=nobody", "/player/Ann", "/leaderboard", "/leaderboard/nine-mens-morris", "/leaderboard/yote",
		"/match/" + over, "/match/" + over + "?ply=12", "/match/2222222", "/nothing-here",
		"/login", "/login/code", "/signup", "/reset", "/reset?sent", "/reset/wrong", "/setup/" + s.setup,
		"/home", "/logout", "/account", "/account/sessions", "/account/two-factor", "/account/delete",
	}
	t.Run("by", func(t *testing.T) {
		for who, come := range map[string]func(*person){
			"nobody": func(*person) {},
			"guest":  func(p *person) { p.creates("six") },
			"member": func(p *person) { p.signsUp("Moa"); p.sees("Account created") },
		} {
			t.Run(who, func(t *testing.T) {
				t.Parallel()
				p := s.with(t).person(who)
				p.expect("status of 40")
				come(p)
				for _, path := range pages {
					p.open(path)
					tr.with(t).stop(p, path)
				}
				if who != "guest" { // whose pages have no words of their own
					p.fitsInAll(pages...)
				}
			})
		}
		for name, room := range map[string]func(*tour, *site){
			"match": (*tour).match, "yote": (*tour).chain, "forms": (*tour).forms, "account": (*tour).account, "admin": (*tour).admin,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				room(tr.with(t), s.with(t))
			})
		}
	})
	tr.seen.complete(t)
}

// history lets people play before the test, and returns a finished match.
func (s *site) history() (over string) {
	s.t.Helper()
	ann, bob, cleo := s.regular("Ann"), s.regular("Bob"), s.regular("Cleo")
	over = ann.plays(bob, "nine", nineGame)
	cleo.plays(ann, "yote", yoteGame)
	for i := range 9 { // enough for the ranking
		ann.plays(bob, "nine", "d6 d7", "resign")
		cleo.plays([]*regular{ann, bob}[i%2], "nine", "d6 d7 a1", "resign")
	}
	bob.plays(ann, "six", "a1 b4")
	return over
}

// match stops at a match in all its states, seen by its players.
func (tr *tour) match(s *site) {
	ann, bob, eve := s.person("ann"), s.person("bob"), s.person("eve")
	bob.expect("status of 40")
	eve.expect("status of 403")
	ann.seeks("fanorona")
	tr.stop(ann, "waiting")
	ann.fitsInAll(read[string](ann, `location.pathname`))
	ann.press("Cancel")
	ann.arrives("/play")
	id := ann.creates("nine")
	tr.stop(ann, "invitation")
	bob.open("/join")
	bob.fill("id", "2222222")
	bob.press("Join")
	bob.sees("There is no match")
	tr.stop(bob, "join-refused")
	bob.joins(id)
	ann.has("Start game")
	tr.stop(ann, "ready")
	eve.open("/join?id=" + id)
	eve.press("Join")
	eve.sees("This match is already full.")
	tr.stop(eve, "full")
	ann.press("Start game")
	tb := newTable(tr.t, id, "nine", ann, bob)
	moves := strings.Fields(nineGame)
	tb.play(moves[:11]...)
	bob.touch("b4") // a mill: the capture is still to come
	bob.sees("Choose the piece to take.")
	tr.stop(bob, "capture")
	tr.stop(ann, "placing")
	bob.touch("b2")
	tb.advance(moves[11])
	tb.shown()
	tb.play(moves[12:22]...)
	ann.fitsInAll("/match/" + id)
	tr.ending(tb, ann, bob)
}

// ending stops at offers and at the end of a match.
func (tr *tour) ending(tb *table, ann, bob *person) {
	ann.open("/match/" + tb.id)
	bob.press("Offer draw")
	ann.sees("Do you accept?")
	tr.stop(ann, "offer")
	tr.stop(bob, "offered")
	ann.press("No")
	ann.unseen("Do you accept?")
	ann.press("Forfeit")
	ann.has("Yes, forfeit")
	tr.stop(ann, "forfeit")
	ann.press("Yes, forfeit")
	bob.sees("You win")
	tr.stop(bob, "won")
	ann.sees("You lose")
	tr.stop(ann, "lost")
	bob.press("Rematch")
	ann.sees("Do you accept?")
	tr.stop(ann, "rematch")
	ann.open("/match/" + tb.id + "?ply=12")
	ann.has("Play")
	tr.stop(ann, "replay")
	ann.open("/home")
	tr.stop(ann, "home-played")
}

// chain stops in the middle of a move of many touches, and at the board of cells.
func (tr *tour) chain(s *site) {
	p := s.person("ann")
	p.open("/play")
	p.choose("game", gameID(tr.t, "fanorona"))
	p.press("Play here")
	p.arrives("/match/")
	p.touch("d3")
	p.touch("e3")
	p.sees("Choose the piece to take.")
	tr.stop(p, "choice")
	p.open("/play")
	p.choose("game", gameID(tr.t, "yote"))
	p.press("Play here")
	tb := newTable(tr.t, p.arrives("/match/"), "yote", p, p)
	tb.play(strings.Fields(yoteGame)[:12]...)
	p.touch("a5")
	tr.stop(p, "yote")
	p.withoutScript().open("/match/" + tb.id + "?path=a5")
	p.runsScript(true) // for those who look; the page's own has not run
	tr.stop(p, "plain")
}

// forms stops at what pages tell of forms that cannot be taken.
func (tr *tour) forms(s *site) {
	p := s.person("eve")
	p.expect("status of 40")
	p.open("/login")
	p.logsIn("Ann", "a wrong password")
	p.sees("password is wrong")
	tr.stop(p, "login-refused")
	p.open("/signup")
	p.fill("email", "ann@example.org")
	p.fill("name", "Ann")
	p.fill("password", "short")
	p.fill("again", "other")
	p.press("Create account")
	p.sees("The passwords do not match.")
	tr.stop(p, "signup-refused")
	p.open("/upload")
	p.fill("record", "no record at all")
	p.press("Open")
	p.await("to be told", `!!document.querySelector(".error")`)
	tr.stop(p, "upload-refused")
	p.open("/games?player=nobody&min=x")
	tr.stop(p, "archive-refused")
	p.open("/reset")
	p.fill("login", "Bob")
	p.press("Send link")
	p.sees("a link is on its way")
	link := s.letter("bob@example.org")
	p.open(link)
	tr.stop(p, "new-password")
	p.fill("password", "short")
	p.fill("again", "other")
	p.press("Set password")
	p.sees("The passwords do not match.")
	tr.stop(p, "new-password-refused")
	p.open("/settings")
	p.press("Save")
	p.sees("Settings saved.")
	tr.stop(p, "settings-saved")
	p.open("/learn/six-mens-morris")
	p.learns(read[lessonStep](p, readStep))
	tr.stop(p, "lesson-done")
}

// account stops at what people do with their account, up to its end.
func (tr *tour) account(s *site) {
	p := s.person("dot")
	p.expect("status of 40")
	p.signsUp("Dot")
	p.sees("Account created")
	p.open("/account")
	p.press("Change password")
	p.fill("password", "short")
	read[any](p, `document.querySelectorAll("[required]").forEach((node) => node.removeAttribute("required"))`)
	p.clickOn("Change password", `[...document.querySelectorAll("form[action='/account/password'] button")][0]`)
	p.await("to be told", `!!document.querySelector(".error")`)
	tr.stop(p, "account-refused")
	codes := p.secondStep(tr.stop)
	p.logsOut()
	p.open("/login")
	p.logsIn("Dot", password)
	p.sees("Two-factor authentication")
	tr.stop(p, "login-code")
	p.fill("code", "000000")
	p.press("Log in")
	p.await("to be told", `!!document.querySelector(".error")`)
	tr.stop(p, "login-code-refused")
	p.fill("code", codes[0])
	p.press("Log in")
	p.arrives("/home")
	p.open("/account/two-factor")
	tr.stop(p, "second-on")
	p.open("/account/delete")
	p.fill("name", "Dora")
	p.fill("current", password)
	p.press("Delete permanently")
	p.await("to be told", `!!document.querySelector(".error")`)
	tr.stop(p, "delete-refused")
}

// admin stops at what whoever looks after accounts sees.
func (tr *tour) admin(*site) {
	s := newSite(tr.t)
	s.regular("Bob")
	p := s.person("Ada")
	p.expect("status of 40")
	p.open("/setup/" + s.setup)
	p.fill("email", "ada@example.org")
	p.fill("name", "Ada")
	p.fill("password", password)
	p.fill("again", password)
	p.click("main form button")
	p.sees("You are now the administrator.")
	tr.stop(p, "admin-home")
	p.open("/player/Bob")
	tr.stop(p, "moderation")
	p.fitsInAll("/player/Bob", "/account")
}
