// SPDX-License-Identifier: Apache-2.0

package listing

import (
	"slices"

	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

// Card is a family of games with a picture of its board.
type Card struct {
	boardview.Picture
	Variants []GameChoice // beside the standard rules
}

// Cards returns the families of games; path is the address of the page of a game.
func (s *Lists) Cards(t *web.Texts, path func(id string) string) []Card {
	var cards []Card
	for _, f := range s.Families(t) {
		g, err := s.Live.Games().Game(f.ID)
		if err != nil {
			continue // a family without its standard rules
		}
		card := Card{Picture: boardview.StartPicture(t, g)}
		card.Path, card.Name = path(f.ID), f.Name
		card.Variants = slices.DeleteFunc(f.Games, func(c GameChoice) bool { return c.ID == f.ID })
		cards = append(cards, card)
	}
	return cards
}
