// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"testing"
)

// The server is killed in the middle of a game and started again: the pages say
// so and go on by themselves, a move made meanwhile arrives once, and none is lost.
func TestServerIsKilled(t *testing.T) {
	t.Parallel()
	tb, white, black := meet(t, "nine")
	for _, p := range tb.seen {
		p.expect("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "WebSocket", "ERR_INCOMPLETE")
	}
	tb.play("a1", "a4", "d1", "b4")
	site := white.site
	for _, move := range []string{"g1xa4", "c4"} { // one by each side
		p := tb.players[tb.state.Turn()]
		site.kill()
		for _, p := range tb.seen {
			p.await("to be told of the cut", `!!document.querySelector("[data-link].shown.bad")`)
		}
		tb.enter(move)
		p.await("the move to look unconfirmed", `!!document.querySelector(".man.unconfirmed")`)
		site.start()
		tb.advance(move)
		tb.shown()
		for _, p := range tb.seen {
			p.await("the connection to be back", `!document.querySelector("[data-link].shown")`)
		}
	}
	tb.play("d2", "f2")
	for _, p := range tb.seen {
		if got, want := p.turns(), len(tb.played); got != want {
			t.Errorf("%s: the log tells of %d turns, want %d", p.name, got, want)
		}
	}
	black.reload()
	tb.shown()
	if got, want := black.turns(), len(tb.played); got != want {
		t.Errorf("%s: after loading again the log tells of %d turns, want %d", black.name, got, want)
	}
}

// turns counts the placements and moves the log tells of.
func (p *person) turns() int {
	p.t.Helper()
	return read[int](p, fmt.Sprintf(`[...document.querySelectorAll("[data-log] li")].filter(line => %s.test(line.textContent)).length`, `/ (places|moves|flies) /`))
}
