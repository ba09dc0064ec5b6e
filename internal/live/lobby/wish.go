// SPDX-License-Identifier: Apache-2.0

package lobby

import (
	"math"
	"slices"
	"time"

	"cairn/internal/live/room"
)

// Wish is the games and clocks a user seeks, in any combination, the favourite first.
type Wish struct {
	Games    []string // names as the catalogue finds them; one at least
	Controls []string // as match.ParseControl reads them; an empty one means 10m+5s, "none" three days for each move
	Rated    bool
	Key      room.Key
}

// Games returns the games of a seek in the user's order.
func (s Seek) Games() []string { return append([]string{s.Game}, s.AlsoGames...) }

// Controls returns the clocks of a seek in the user's order.
func (s Seek) Controls() []string { return append([]string{s.Control}, s.AlsoControls...) }

// ratingIn returns the user's rating in one of the seek's games when it began.
func (s Seek) ratingIn(game string) float64 {
	if i := slices.Index(s.AlsoGames, game); i >= 0 && i < len(s.AlsoRatings) && game != s.Game {
		return s.AlsoRatings[i]
	}
	return s.Rating
}

// rate sets the ratings of a seek in its games.
func (s *Seek) rate(value func(game string) (float64, error)) error {
	var ratings []float64
	for _, game := range s.Games() {
		rating, err := value(game)
		if err != nil {
			return err
		}
		ratings = append(ratings, rating)
	}
	s.Rating, s.AlsoRatings = ratings[0], orNil(ratings[1:])
	return nil
}

// Meets reports whether two seeks have a game and a clock in common, and are both
// rated or both casual.
func (s Seek) Meets(other Seek) bool {
	_, ok := agree(s, other, math.Inf(1))
	return ok
}

// sameWish reports whether two seeks have equal games and clocks and are both rated or casual.
func (s Seek) sameWish(other Seek) bool {
	return s.Rated == other.Rated && slices.Equal(s.Games(), other.Games()) && slices.Equal(s.Controls(), other.Controls())
}

// pool is one game with one clock, rated or casual.
type pool struct {
	game, control string
	rated         bool
}

// pools returns all that a seek would play.
func (s Seek) pools() []pool {
	var list []pool
	for _, game := range s.Games() {
		for _, control := range s.Controls() {
			list = append(list, pool{game, control, s.Rated})
		}
	}
	return list
}

// agreement is a game and clock that two seeks have in common.
type agreement struct {
	pool
	distance float64 // between the ratings in that game
}

// agree returns the first game and clock of the older seek that the newer seek has too
// and, if rated, in which the ratings differ by at most width.
func agree(older, newer Seek, width float64) (agreement, bool) {
	if older.Rated != newer.Rated {
		return agreement{}, false
	}
	for _, p := range older.pools() {
		if !slices.Contains(newer.Games(), p.game) || !slices.Contains(newer.Controls(), p.control) {
			continue
		}
		distance := math.Abs(older.ratingIn(p.game) - newer.ratingIn(p.game))
		if !p.rated || distance <= width {
			return agreement{p, distance}, true
		}
	}
	return agreement{}, false
}

// fit returns the game and clock of two seeks, and whether they are to be paired now. The
// older seek decides: the newer seek gets a match at once instead of a closer match
// later. Casual matches accept any opponent.
func fit(a, b Seek, now time.Time) (agreement, bool) {
	if now.Sub(a.Seen) >= seekLife || now.Sub(b.Seen) >= seekLife {
		return agreement{}, false
	}
	if b.Created.Before(a.Created) {
		a, b = b, a
	}
	return agree(a, b, width(now.Sub(a.Created)))
}
