// SPDX-License-Identifier: Apache-2.0

package learn_test

import (
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/lang"
	"cairn/internal/web/webtest"
)

// Every game has a rules page, with a text where the game has one.
func TestRules(t *testing.T) {
	s := webtest.NewSite(t)
	for _, entry := range catalog.Standard().All() {
		info := entry.Info()
		p := s.Browser().Get("/rules/"+info.ID).Want(200).Has(info.Name, "White moves first.", "/play?game="+info.ID).Lacks("no flying</a>: no flying")
		if text := lang.English().Rules(info); text.HTML != "" {
			p.Has(text.HTML).Lacks("There is no description")
		}
		_, draws, quiet := strings.Cut(p.Body, "by each side without a capture")
		if hands := entry.Start().View().Sides[game.White].Hand > 0; quiet && hands == strings.HasPrefix(draws, ".") {
			t.Errorf("%s: placements must be in the rule about draws exactly where men are placed", info.ID)
		}
	}
}
