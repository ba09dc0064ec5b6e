// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// A rated game between two accounts changes both ratings, on the page of the match
// and in the profiles.
func TestRatedGame(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	for _, p := range []*person{ann, bob} {
		p.signsUp(p.name)
		p.sees("Account created")
	}
	ann.open("/play?game=six")
	ann.click(`label:has([name=rated])`)
	ann.click(`[type="checkbox"][name="starts"]`)
	ann.press("Create match")
	ann.sees("Invite a friend", "Rated")
	id := read[string](ann, `document.querySelector("#invite-id").textContent.trim()`)
	bob.joins(id)
	ann.press("Start game")
	newTable(t, id, "six", ann, bob).play("a1", "b4")
	ann.press("Resign")
	ann.press("Yes, resign")
	ann.sees("You lose", "Your rating is now")
	bob.sees("You win", "Your rating is now")
	for _, p := range []*person{ann, bob} {
		p.await("the change of the rating", `/^[+−-]\d+/.test(document.querySelector(".seat.near [data-change]").textContent)`)
	}
	bob.click(`.seat.near [data-profile]`)
	bob.arrives("/player/bob")
	bob.sees("Six Men's Morris")
	bob.await("the graph", `!!document.querySelector("svg.graph")`)
}

// The search form of the archive filters games, and says when none is found.
func TestArchive(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.history()
	p := s.person("eve")
	p.open("/games")
	p.press("Search games")
	p.fill("player", "Cleo")
	p.choose("game", gameID(t, "yote"))
	p.click(".filters button")
	p.sees("1 game")
	p.await("the only game to be Cleo's", `[...document.querySelectorAll(".games li")].map((row) => row.innerText.includes("Cleo") && row.innerText.includes("Yoté")).join() === "true"`)
	p.choose("result", "black")
	p.click(".filters button")
	p.sees("No games found.")
	p.press("Reset")
	p.await("all games", `location.pathname === "/games" && document.querySelectorAll(".games li").length > 10`)
	p.open("/leaderboard/nine-mens-morris")
	p.await("Ann and Bob, but not Cleo", `document.querySelectorAll("main tbody tr").length === 2`)
	p.sees("Ann", "Bob")
}

// A match is replayed by keys, automatically and by clicking a move. The address names
// the move and opens it again.
func TestReplay(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	moves := strings.Fields(yoteGame)
	id := s.regular("ann").plays(s.regular("bob"), "yote", yoteGame)
	p := s.person("eve").animated()
	at := func(ply int) {
		t.Helper()
		tb := newTable(t, id, "yote", p, nil)
		for _, move := range moves[:ply] {
			tb.advance(move)
		}
		tb.shown()
		search := fmt.Sprintf("?ply=%d", ply)
		if ply == len(moves) {
			search = "" // the page shows the end by itself
		}
		p.await("the address of the move", fmt.Sprintf(`location.search === %s`, js(search)))
	}
	p.open("/games")
	p.click(".games a")
	p.await("the board", `!!document.querySelector("svg[data-board] [role=button]")`)
	p.key(kb.ArrowLeft)
	at(len(moves) - 1)
	p.sees("Back to the game")
	p.open("/match/" + id)
	p.await("the board", `!!document.querySelector("svg[data-board] [role=button]")`)
	p.key(kb.Home)
	at(0)
	p.key(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	at(3)
	p.key(kb.ArrowLeft)
	at(2)
	p.key(kb.End)
	at(len(moves))
	p.sees("White wins")
	read[any](p, `(box => { box.value = "2000"; box.dispatchEvent(new Event("change")); })(document.querySelector("[data-pace]"))`)
	p.click("[data-play]")
	p.await("the replay", `document.querySelector("[data-play]").title === "Pause"`)
	p.await("two moves to be played", `["?ply=2", "?ply=3", "?ply=4"].includes(location.search)`)
	p.click("[data-play]")
	p.await("the pause", `document.querySelector("[data-play]").title === "Replay"`)
	p.click(`[data-ply="12"]`)
	at(12)
	link := read[string](p, `document.querySelector("#turn-link").value`)
	other := s.person("friend")
	other.open(strings.TrimPrefix(link, s.url("")))
	other.await("the same move", boardText+" === "+js(read[string](p, boardText)))
}
