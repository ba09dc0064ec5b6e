// SPDX-License-Identifier: Apache-2.0

package learn_test

import (
	"testing"

	"cairn/catalog"
	"cairn/internal/web/webtest"
)

// Every game has rules in words.
func TestRules(t *testing.T) {
	s := webtest.NewSite(t)
	for _, entry := range catalog.Standard().All() {
		info := entry.Info()
		s.Browser().Get("/rules/"+info.ID).Want(200).Has(info.Name, "White moves first.", "/play?game="+info.ID).Lacks("Nobody has written", "no flying</a>: no flying")
	}
}
