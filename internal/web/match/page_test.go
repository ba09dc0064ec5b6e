// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"testing"

	"cairn/internal/web/webtest"
)

// The way to the next game is for the players of games that need not be watched.
func TestNextGame(t *testing.T) {
	s := webtest.NewSite(t)
	const link = "data-next"
	slow, white, _ := s.Pair("nine", "clock", "3d")
	white.Get("/match/" + slow).Want(200).Has(link)
	s.Browser().Get("/match/" + slow).Want(200).Lacks(link)
	live, white, _ := s.Pair("nine", "clock", "5m+3s")
	white.Get("/match/" + live).Want(200).Lacks(link)
}
