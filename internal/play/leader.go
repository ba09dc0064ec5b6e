// SPDX-License-Identifier: Apache-2.0

package play

import (
	"context"

	"cairn/internal/glicko"
)

// Leader is somebody at the top of a rule set.
type Leader struct {
	User   string
	Name   string
	Rating Rating
}

// Leaders returns the best of a rule set among those whose rating is established
// by now: who stays away leaves the list after some weeks, and comes back with a
// few matches.
func (s *Service) Leaders(ctx context.Context, game string, limit int) ([]Leader, error) {
	if limit <= 0 {
		return nil, nil
	}
	// The store knows how sure a rating was after the last match, which bounds
	// what it is now. It is asked for more until enough of them still play.
	for ask := 2 * limit; ; ask *= 2 {
		list, err := s.store.FindLeaders(ctx, game, glicko.EstablishedDeviation, ask)
		if err != nil {
			return nil, err
		}
		if active := s.active(list); len(active) >= limit || len(list) < ask {
			return active[:min(limit, len(active))], nil
		}
	}
}

// active returns those whose rating is established by now.
func (s *Service) active(list []Leader) []Leader {
	active := make([]Leader, 0, len(list))
	now := s.now()
	for _, l := range list {
		if l.Rating.Rating = l.Rating.at(now); l.Rating.Established() {
			active = append(active, l)
		}
	}
	return active
}
