// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"net/http"
	"testing"

	"cairn/internal/web/webtest"
)

// Against the computer, one button undoes the last move and shows the best one; between
// people it does not exist.
func TestHint(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	id := b.Create("three", "computer", "level", "novice", "side", "white")
	b.Get("/match/"+id).Want(200).Lacks("data-plan", "Best move")
	b.Post("/match/"+id+"/move", webtest.Form("move", "a2")).Want(200).Has(`action="/match/` + id + `/hint"`)
	b.Post("/match/"+id+"/hint", nil).Want(200).Has("Best move: b2", `data-plan="[%circle b2]"`, `class="arriving"`)
	if got := b.State(id); len(got.Line) != 0 {
		t.Errorf("got the moves %v, want them undone", got.Line)
	}
	b.Post("/match/"+id+"/hint", nil).Want(http.StatusForbidden).Has("There is no move to undo.")

	game, white, black := s.Pair("three")
	s.Play(game, white, black, "a2", "b2")
	white.Get("/match/"+game+"?hint=yes").Want(200).Lacks("data-plan", "Best move", "/hint")
	white.Post("/match/"+game+"/hint", nil).Want(http.StatusForbidden)
	if got := white.State(game); len(got.Line) != 2 {
		t.Errorf("got the moves %v, want two", got.Line)
	}
}
