// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"strings"
	"testing"
)

// A wrong match ID gives an error and can be corrected. Who types the right one sees
// what the match is before sitting down. A third person cannot join, but can watch a
// match that is shown.
func TestJoin(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, eve := s.person("ann"), s.person("bob"), s.person("eve")
	id := ann.creates("fanorona")
	bob.expect("400", "404")
	bob.open("/join")
	for _, wrong := range []struct{ id, message string }{
		{"abc", "A match ID has seven letters and digits."},
		{"2222222", "There is no match with this ID."},
	} {
		bob.fill("id", wrong.id)
		bob.press("Show match")
		bob.sees(wrong.message)
		bob.await("the id to stay", fmt.Sprintf(`document.querySelector("[name=id]").value === %s`, js(wrong.id)))
	}
	bob.fill("id", id)
	bob.press("Show match")
	bob.sees("invites you to a game", "Fanorona", "Unlimited", "Casual", "Everyone may watch", "You play Black.")
	bob.press("Join")
	bob.arrives("/match/" + id)
	bob.sees("to start the game.")

	eve.expect("403")
	eve.open("/join?id=" + id)
	eve.sees("This match is already full.")
	ann.press("Start game")
	tb := newTable(t, id, "fanorona", ann, bob)
	eve.press("Watch it")
	eve.arrives("/match/" + id)
	tb.seen = append(tb.seen, eve)
	tb.play("e2-e3A")
	if read[int](eve, `document.querySelectorAll(".point.next").length`) != 0 {
		t.Error("a spectator could touch the board")
	}
	eve.lacks("Resign")
}

// Two persons who seek the same game are paired without reloading. A search can be
// cancelled.
func TestMatchmaking(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	ann.seeks("six")
	ann.press("Cancel")
	ann.sees("Search cancelled.")
	bob.seeks("six") // no one to pair with
	bob.sees("The game opens automatically")
	ann.seeks("nine") // another game
	ann.press("Cancel")
	ann.arrives("/play")
	ann.open("/play")
	ann.choose("game", gameID(t, "six"))
	ann.press("Find an opponent")
	id := bob.arrives("/match/")
	ann.arrives("/match/" + id)
	white, black := ann, bob
	if ann.side() == "black" {
		white, black = bob, ann
	}
	tb := newTable(t, id, "six", white, black)
	tb.play("a1", "b4")
	for _, p := range tb.seen {
		p.sees("is online")
	}
}

// A player who waits for a rated game is offered a casual one when another player seeks
// it. Another page of the same account follows the latest search.
func TestPlayCasualInstead(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, elsewhere, bob := s.person("ann"), s.person("ann elsewhere"), s.person("bob")
	ann.signsUp("ann")
	ann.sees("Account created")
	elsewhere.open("/login")
	elsewhere.logsIn("ann", password)
	elsewhere.arrives("/home")
	elsewhere.seeks("nine")
	elsewhere.sees("Rated game.")
	ann.seeks("six")
	elsewhere.sees("Six Men's Morris") // without reloading
	ann.unseen("Play casual instead")
	bob.seeks("six")
	ann.sees("A player is waiting for the same game, but casual")
	ann.press("Play casual instead")
	id := ann.arrives("/match/")
	bob.arrives("/match/" + id)
	elsewhere.arrives("/match/" + id)
}

// seeks searches for an opponent, in a rated game with an account.
func (p *person) seeks(name string) {
	p.t.Helper()
	p.open("/play")
	p.choose("game", gameID(p.t, name))
	p.press("Find an opponent")
	p.arrives("/seek/")
}

// A search shows up in the lobby of another page without reloading, goes on while its
// player plays the computer, and one click on it leads both to the game.
func TestLobby(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob := s.person("ann"), s.person("bob")
	bob.open("/")
	bob.sees("No player is looking for a game right now")
	ann.seeks("six")
	bob.await("the search in the lobby", `document.querySelector("[data-seeks] li")?.innerText.includes("Six Men's Morris")`)
	for _, state := range []string{"[data-seeks] li.gone", "[data-lobby].lost"} {
		element, class, _ := strings.Cut(state, ".")
		for _, scheme := range []string{"light", "dark"} {
			bob.on(screen{390, scheme})
			read[any](bob, fmt.Sprintf(`document.querySelector(%q).classList.add(%q), 0`, element, class))
			bob.barriers("lobby, " + state + ", " + scheme)
		}
		read[any](bob, fmt.Sprintf(`document.querySelector(%q).classList.remove(%q), 0`, element, class))
	}
	ann.press("Play the computer")
	ann.arrives("/match/")
	ann.sees("Looking for an opponent: Six Men's Morris")
	bob.click(`[data-accept] button`)
	id := bob.arrives("/match/")
	ann.sees("Opponent found!")
	ann.press("Go to the game")
	ann.arrives("/match/" + id)
}

// The match of a friend is private and casual by default; its page says so, and nobody
// else can watch it.
func TestPrivateMatch(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	ann, bob, eve := s.person("ann"), s.person("bob"), s.person("eve")
	ann.signsUp("ann")
	ann.sees("Account created")
	ann.open("/play?game=six&clock=5m%2B3s")
	ann.press("Create match")
	ann.sees("Invite a friend", "Casual", "Private")
	id := read[string](ann, `document.querySelector("#invite-id").textContent.trim()`)
	bob.open("/join?id=" + id)
	bob.sees("ann invites you to a game", "5 min + 3 s per move", "Casual", "Private", "You play Black.")
	bob.press("Join")
	bob.arrives("/match/" + id)
	eve.expect("status of 40")
	eve.open("/join?id=" + id)
	eve.sees("This match is already full.")
	eve.lacks("Watch it")
	eve.open("/match/" + id)
	eve.sees("This match does not exist.")
}

// side returns the side of the player: the one near the bottom of the board.
func (p *person) side() string {
	p.t.Helper()
	return read[string](p, `document.querySelector(".seat.near").dataset.side`)
}
