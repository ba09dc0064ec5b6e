// SPDX-License-Identifier: Apache-2.0

package web

import (
	"slices"
	"strings"

	"cairn/game"
)

// family is a game with its variants, as menus show them.
type family struct {
	Name  string
	ID    string // of the standard rule set
	Games []gameChoice
}

// gameChoice is one rule set in a menu.
type gameChoice struct {
	ID, Name, Variant string
	Levels            []string
}

// families lists the games in the catalogue's order, variants together.
func (s *Server) families(t *texts) []family {
	var list []family
	index := map[string]int{}
	for _, entry := range s.live.Games().All() {
		info := entry.Info()
		i, known := index[info.Family]
		if !known {
			i = len(list)
			index[info.Family] = i
			list = append(list, family{Name: t.Game(s.gameInfo(info.Family)), ID: info.Family})
		}
		list[i].Games = append(list[i].Games, gameChoice{info.ID, t.Game(info), t.Variant(info), entry.Levels()})
	}
	return list
}

// levelChoice is one level in a menu.
type levelChoice struct {
	ID    string
	Games string // ids of the games that have it, spaces between them; empty when all do
}

// levels lists every level that some game has, the weakest first.
func levels(families []family) []levelChoice {
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
	list := make([]levelChoice, len(names))
	for i, name := range names {
		list[i].ID = name
		if len(games[name]) < all {
			list[i].Games = strings.Join(games[name], " ")
		}
	}
	return list
}

// gameInfo returns what is known of a rule set; lists may hold matches of games
// that are no longer offered, which are then called by their id.
func (s *Server) gameInfo(id string) *game.Info {
	if g, err := s.live.Games().Game(id); err == nil {
		return g.Info()
	}
	return &game.Info{ID: id, Name: id}
}
