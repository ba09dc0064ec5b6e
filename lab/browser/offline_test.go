// SPDX-License-Identifier: Apache-2.0

package browser_test

import "testing"

// keptOffline is a promise of whether the browser keeps what offline play needs.
const keptOffline = `(async () => {
	const engine = JSON.parse(document.querySelector("[data-setup]").textContent).engine;
	for (const address of [engine, "/local/three-mens-morris", "/rules/yote", "/offline"]) {
		if (!(await caches.match(address))) return false;
	}
	return true;
})()`

// Once a player has asked for offline play, a game against the computer is played
// without the server, and survives loading the page again.
func TestPlayOffline(t *testing.T) {
	s := newSite(t)
	p := s.visitor("ann")
	p.open("/local/three-mens-morris")
	if !read[bool](p, `document.querySelector("[data-begin]") !== null`) {
		t.Skip("this build has no offline play: scripts/offline adds it")
	}
	p.click("[data-begin]")
	p.await("the program runs", `document.querySelector("[data-local]").dataset.local === "ready"`)
	p.until("everything is kept", func() bool { return settle[bool](p, keptOffline) })
	s.kill()
	p.expect("ERR_CONNECTION_REFUSED", "ERR_INTERNET_DISCONNECTED")

	p.choose("level", "novice")
	p.press("New game")
	p.sees("Your turn")
	p.touch("b2")
	p.await("the computer has moved", `document.querySelectorAll("[data-moves] span").length === 2`)
	p.open("/local/three-mens-morris")
	p.await("the game is still there", `document.querySelectorAll("[data-moves] span").length === 2`)
	p.press("Undo")
	p.await("the moves are taken back", `document.querySelectorAll("[data-moves] span").length === 0`)
	p.open("/rules/yote")
	p.sees("Yoté")
	p.open("/games")
	p.sees("You are offline", "Available offline", "Three Men's Morris")
	s.start()
	p.open("/games")
	p.unseen("You are offline")
}
