// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"slices"
	"strings"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/study"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

// Family is a game with its variants, as menus show them.
type Family struct {
	Name  string
	ID    string // of the standard rule set
	Games []GameChoice
}

// GameChoice is one rule set in a menu.
type GameChoice struct {
	ID, Name, Variant string
	Short             string // the name beside the name of the family
	Levels            []string
}

// Families lists the games in the catalogue's order, variants together.
func (s *Lists) Families(t *web.Texts) []Family {
	var list []Family
	for _, entry := range s.core.Live.Rooms.Games().All() {
		info := entry.Info()
		i := slices.IndexFunc(list, func(f Family) bool { return f.ID == info.Family })
		if i < 0 {
			i = len(list)
			list = append(list, Family{Name: t.Game(s.GameInfo(info.Family)), ID: info.Family})
		}
		list[i].Games = append(list[i].Games, GameChoice{ID: info.ID, Name: t.Game(info), Short: strings.TrimPrefix(t.Game(info), list[i].Name+", "), Variant: t.Variant(info), Levels: entry.Levels()})
	}
	return list
}

// LevelChoice is one level in a menu.
type LevelChoice struct {
	ID    string
	Games string // ids of the games that have it, spaces between them; empty when all do

	Default bool // it is chosen beforehand
}

// DefaultLevel is the level that is chosen beforehand everywhere, for new players. Every game has it.
const DefaultLevel = "easy"

// Levels lists every level that some game has, the weakest first.
func Levels(families []Family) []LevelChoice {
	var names []string
	games, all := map[string][]string{}, 0
	for _, f := range families {
		for _, g := range f.Games {
			all++
			for i, level := range g.Levels {
				if !slices.Contains(names, level) {
					names = slices.Insert(names, min(i, len(names)), level)
				}
				games[level] = append(games[level], g.ID)
			}
		}
	}
	list := make([]LevelChoice, len(names))
	for i, name := range names {
		list[i].ID, list[i].Default = name, name == DefaultLevel
		if len(games[name]) < all {
			list[i].Games = strings.Join(games[name], " ")
		}
	}
	return list
}

// GameInfo returns the facts about a rule set; lists may hold matches of games
// that are no longer offered, which are then called by their id.
func (s *Lists) GameInfo(id string) *game.Info {
	if g, err := s.core.Live.Rooms.Games().Game(id); err == nil {
		return g.Info()
	}
	return &game.Info{ID: id, Name: id}
}

// Card is a family of games with a picture of its board.
type Card struct {
	boardview.Picture
	ID       string
	Variants []GameChoice // beside the standard rules
}

// Cards returns the families of games; path is the address of the page of a game.
func (s *Lists) Cards(t *web.Texts, path func(id string) string) []Card {
	var cards []Card
	for _, f := range s.Families(t) {
		g, err := s.core.Live.Rooms.Games().Game(f.ID)
		if err != nil {
			continue // a family without its standard rules
		}
		card := Card{Picture: boardview.StartPicture(t, g), ID: f.ID}
		card.Path, card.Name = path(f.ID), f.Name
		card.Variants = slices.DeleteFunc(f.Games, func(c GameChoice) bool { return c.ID == f.ID })
		cards = append(cards, card)
	}
	return cards
}

// Exactness says which positions of a game have exact values, and which will have.
type Exactness struct {
	Known  string
	Making string // progress of the tables being made; empty if there are none
}

// Exactness returns the coverage of the tables of a game.
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
