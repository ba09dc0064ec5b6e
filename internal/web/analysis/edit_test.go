// SPDX-License-Identifier: Apache-2.0

package analysis_test

import (
	"net/url"
	"strings"
	"testing"

	"cairn/catalog"
)

// editing is the address of the editor with a position.
func editing(game, position string) string {
	return "/analysis/" + game + "/edit?" + url.Values{"position": {position}}.Encode()
}

// Points are links that change their man; the rules explain why a position is not legal.
func TestEdit(t *testing.T) {
	b := site(t).Browser()
	b.Get("/analysis/three/edit").Want(200).Has("This position is possible.", url.Values{"position": {"w2/3/3 w 3,3 0"}}.Encode(), "3 in hand")
	b.Get(editing("three", "w2/3/3 w 3,3 0")).Want(200).Has("This is not a possible position:").Lacks(">Analyse<")
	b.Get(editing("three", "w2/3/3 b 2,3 0")).Want(200).Has("This position is possible.", ">Analyse<", url.Values{"position": {"b2/3/3 b 2,3 0"}}.Encode())
	b.Get(editing("three", "nonsense")).Want(400).Has("This is not a possible position:", `value="nonsense"`)
	b.Get("/analysis/three?position="+strings.Repeat("x", 900)).Want(400).Has(strings.Repeat("x", 100)+"…", `aria-invalid="true"`)
	b.Get("/analysis/chess/edit").Want(404)
}

// The start of every game can be set up.
func TestEditEveryGame(t *testing.T) {
	b := site(t).Browser()
	for _, entry := range catalog.Standard().All() {
		b.Get(editing(entry.Info().ID, entry.Start().String())).Want(200).Has("This position is possible.")
	}
}
