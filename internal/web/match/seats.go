// SPDX-License-Identifier: Apache-2.0

package match

import (
	"context"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/live/room"
	"cairn/internal/web"
	"cairn/internal/web/listing"
	"cairn/match"
)

// viewer is a visitor of a match, with the side they play.
type viewer struct {
	side  game.Side
	plays bool
	both  bool // plays both sides, at one screen
}

func viewerOf(info *room.Info, user account.User) viewer {
	var v viewer
	v.side, v.plays = info.SideOf(user.ID)
	v.both = v.plays && info.Kind == room.Screen
	return v
}

// you names the viewer's side as PageState writes it.
func (v viewer) you() string {
	switch {
	case v.both:
		return "both"
	case v.plays:
		return v.side.String()
	}
	return ""
}

// moves reports whether the viewer may move now.
func (v viewer) moves(m match.Match) bool {
	return v.plays && m.Status() == match.Playing && !m.Paused() && (v.both || m.Turn() == v.side)
}

// seatPerson is the facts about a player that a page shows beside the name.
type seatPerson struct {
	Profile string // address; empty for guests, computers and deleted accounts
	Rating  string // in points; empty for none
	Change  string // what the match made of it; empty before its end
	Bot     bool
}

// seated returns the names of the two sides of a match, and their players.
func (s *handlers) seated(ctx context.Context, t *web.Texts, info *room.Info) (names [2]string, people [2]seatPerson, err error) {
	known, bots, err := s.lists.Named(ctx, info.Seats[:])
	if err != nil {
		return names, people, err
	}
	names = listing.SeatNames(t, info, known)
	if info.Kind != room.Open && info.Kind != room.Private {
		return names, people, nil
	}
	ratings, err := s.seatRatings(ctx, t, info)
	for _, side := range game.Sides {
		account := info.Seats[side]
		people[side] = ratings[account]
		people[side].Profile, people[side].Bot = listing.ProfilePath(known[account]), bots[account]
	}
	return names, people, err
}

// seatRatings returns the ratings of the players of a match, by account: those
// after the match once it is over, else the current ratings.
func (s *handlers) seatRatings(ctx context.Context, t *web.Texts, info *room.Info) (map[string]seatPerson, error) {
	people := map[string]seatPerson{}
	if info.Rated && info.Status == match.Over {
		changes, err := s.core.Live.Ratings.ChangesBy(ctx, info.ID)
		for account, c := range changes {
			people[account] = seatPerson{Rating: listing.PointsText(c.After, listing.Sure(c.Deviation)), Change: listing.ChangeText(c.Before, c.After)}
		}
		return people, err
	}
	if info.Rated {
		for _, account := range info.Seats {
			people[account] = seatPerson{Rating: t.Text("web.rating.new")}
		}
	}
	ratings, err := s.core.Live.Ratings.In(ctx, info.Game, info.Seats[:]...)
	for account, r := range ratings {
		people[account] = seatPerson{Rating: listing.RatingText(r)}
	}
	delete(people, "") // an open seat
	return people, err
}
