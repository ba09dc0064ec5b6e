// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"testing"
)

// TestPerfectInTheMenu offers the level perfect where there are tables to play
// by, and tells the page which games have it.
func TestPerfectInTheMenu(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	b.get("/play").want(200).has(`<option value="master">Master</option>`).lacks(`value="perfect"`)
	s.live.Games().UseTables(t.TempDir())
	b.get("/play?game=six&level=perfect").want(200).
		has(`<option value="perfect" data-games="six-mens-morris six-mens-morris-no-flying three-mens-morris`).
		has(` selected>Perfect</option>`)
	b.post("/match", form("game", "nine", "opponent", "computer", "level", "perfect")).want(400).
		has("This level is not available for this game.")
	b.create("three", "computer", "level", "perfect")
}
