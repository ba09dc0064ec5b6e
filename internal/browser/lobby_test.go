// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"testing"
)

// A wrong match ID gives an error and can be corrected. A third person cannot join, but
// can watch by the address.
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
		bob.press("Join")
		bob.sees(wrong.message)
		bob.await("the id to stay", fmt.Sprintf(`document.querySelector("[name=id]").value === %s`, js(wrong.id)))
	}
	bob.fill("id", id)
	bob.press("Join")
	bob.arrives("/match/" + id)
	bob.sees("to start the game.")

	eve.expect("403")
	eve.open("/join?id=" + id)
	eve.press("Join")
	eve.sees("This match is already full.")
	ann.press("Start game")
	tb := newTable(t, id, "fanorona", ann, bob)
	eve.open("/match/" + id)
	tb.seen = append(tb.seen, eve)
	tb.play("e2-e3A")
	if read[int](eve, `document.querySelectorAll(".point.next").length`) != 0 {
		t.Error("a spectator could touch the board")
	}
	eve.lacks("Forfeit")
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

// seeks searches for an opponent.
func (p *person) seeks(name string) {
	p.t.Helper()
	p.open("/play")
	p.choose("game", gameID(p.t, name))
	p.press("Find an opponent")
	p.arrives("/seek/")
}

// side returns the side of the player: the one near the bottom of the board.
func (p *person) side() string {
	p.t.Helper()
	return read[string](p, `document.querySelector(".seat.near").dataset.side`)
}
