// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"strings"

	"cairn/game"
	"cairn/internal/live"
	"cairn/match"
)

// seatPerson is what a page tells of somebody who sits at a match, beside the
// name.
type seatPerson struct {
	Profile string // address; empty for guests, computers and those who are gone
	Rating  string // in points; empty for those who have none
	Change  string // what the match made of it; empty before its end
}

// seated returns what the two sides of a match are called, and who they are.
func (s *Server) seated(ctx context.Context, t *texts, info *live.Info) (names [2]string, people [2]seatPerson, err error) {
	known, err := s.names(ctx, info.Seats[:])
	if err != nil {
		return names, people, err
	}
	names = t.seats(info, known)
	if info.Kind != live.Open && info.Kind != live.Private {
		return names, people, nil
	}
	ratings, err := s.seatRatings(ctx, t, info)
	for _, side := range game.Sides {
		account := info.Seats[side]
		people[side] = ratings[account]
		people[side].Profile = profilePath(known[account])
	}
	return names, people, err
}

// seatRatings returns the ratings of who sits at a match, by account: those it
// led to once it is over, else those of now.
func (s *Server) seatRatings(ctx context.Context, t *texts, info *live.Info) (map[string]seatPerson, error) {
	people := map[string]seatPerson{}
	if info.Rated && info.Status == match.Over {
		changes, err := s.live.MatchRatings(ctx, info.ID)
		for account, c := range changes {
			people[account] = seatPerson{Rating: pointsText(c.After, sure(c.Deviation)), Change: changeText(c.Before, c.After)}
		}
		return people, err
	}
	if info.Rated {
		for _, account := range info.Seats {
			people[account] = seatPerson{Rating: t.Text("web.rating.new")}
		}
	}
	ratings, err := s.live.RatingsOf(ctx, info.Game, info.Seats[:]...)
	for account, r := range ratings {
		people[account] = seatPerson{Rating: ratingText(r)}
	}
	delete(people, "") // nobody sits there
	return people, err
}

// guestPrefix is how the names of guests begin, and no account's does.
const guestPrefix = "guest"

// profilePath returns the address of somebody's profile; guests have none.
func profilePath(name string) string {
	if name == "" || strings.HasPrefix(strings.ToLower(name), guestPrefix) {
		return ""
	}
	return playerPath(name)
}
