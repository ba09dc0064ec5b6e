// SPDX-License-Identifier: Apache-2.0

package web

import "cairn/game"

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
	for _, entry := range s.play.Games().All() {
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

// levels lists every level that some game has, the weakest first.
func levels(families []family) []string {
	var list []string
	seen := map[string]bool{}
	for _, f := range families {
		for _, g := range f.Games {
			for _, level := range g.Levels {
				if !seen[level] {
					seen[level] = true
					list = append(list, level)
				}
			}
		}
	}
	return list
}

// gameInfo returns what is known of a rule set; lists may hold matches of games
// that are no longer offered, which are then called by their id.
func (s *Server) gameInfo(id string) *game.Info {
	if g, err := s.play.Games().Game(id); err == nil {
		return g.Info()
	}
	return &game.Info{ID: id, Name: id}
}
