// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"cairn/catalog"
	"cairn/internal/study"
	"cairn/internal/web"
)

// Exactness says which positions of a game have exact values, and which will have.
type Exactness struct {
	Known  string
	Making string // progress of the tables being made; empty if there are none
}

// Exactness returns what the tables of a game know now.
func (s *Lists) Exactness(t *web.Texts, entry *catalog.Entry) (e Exactness) {
	t = t.For(entry.Info())
	c := entry.Coverage()
	what := func(extent string, men int) string {
		if extent == "endings" && c.Each {
			extent = "endings-each"
		}
		return t.Text("web.exact.what."+extent, "men", men)
	}
	if e.Known = t.Text("web.exact.none"); c.Extent != "none" {
		e.Known = t.Text("web.exact.known", "what", what(string(c.Extent), c.Men))
	}
	if m, making := study.MakingIn(entry.TablesDir()); making && m.Game == entry.Info().ID {
		e.Making = t.Text("web.exact.making", "what", what(m.Extent, m.Men), "share", int(100*m.Share))
	}
	return e
}
