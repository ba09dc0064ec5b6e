// SPDX-License-Identifier: Apache-2.0

package browser_test

import "testing"

// While a player reads another page, the badge, the title and the icon show that it
// is the player's turn, and the list leads to the game.
func TestYourTurnElsewhere(t *testing.T) {
	t.Parallel()
	tb, white, _ := meet(t, "three")
	reader := white.tab()
	reader.open("/rules")
	marked := func(count string, dot bool) {
		t.Helper()
		reader.await("the badge "+count, `document.querySelector("[data-notices]").dataset.count === `+js(count))
		reader.await("the title", `document.title.startsWith("(1) ") === `+js(dot))
		reader.await("the icon", `document.querySelector("link[rel=icon][type='image/svg+xml']").href.includes("icon-turn") === `+js(dot))
	}
	marked("1", true)
	tb.play("a1")
	marked("", false)
	tb.play("b1")
	marked("1", true)
	reader.click("[data-notices]")
	reader.arrives("/running")
	reader.sees("Your turn.")
	reader.click(".games a")
	reader.arrives("/match/" + tb.id)
}
