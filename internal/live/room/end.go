// SPDX-License-Identifier: Apache-2.0

package room

import (
	"slices"

	"cairn/game"
	"cairn/internal/glicko"
	"cairn/internal/live/rating"
	"cairn/match"
)

// decides reports whether events end a match with a result; an aborted match has
// none.
func decides(info *Info, events []match.Event) bool {
	ended := slices.ContainsFunc(events, func(e match.Event) bool { return e.End.Over() })
	return ended && info.End.Verdict != game.Playing
}

// tallies returns the results of a match for its players: none for matches
// against the computer or on one screen, and none for aborted matches.
func tallies(info *Info, events []match.Event) []rating.Tally {
	if info.Kind == Screen || info.Kind == Computer || !decides(info, events) {
		return nil
	}
	outcomes := [2]rating.Outcome{rating.Drawn, rating.Drawn}
	if winner, decided := info.End.Verdict.Winner(); decided {
		outcomes[winner], outcomes[winner.Other()] = rating.Won, rating.Lost
	}
	var list []rating.Tally
	for _, side := range game.Sides {
		list = append(list, rating.Tally{User: info.Seats[side], Game: info.Game, Outcome: outcomes[side]})
	}
	return list
}

// ratingUpdate returns the change of ratings that events decide, nil when there is none.
// A match ends once, so it is rated once. A match that ended before both sides had moved
// says nothing about strength.
func ratingUpdate(info *Info, events []match.Event) *rating.Update {
	if !info.Rated || !decides(info, events) || info.Ply < len(game.Sides) {
		return nil
	}
	scores := [2]float64{0.5, 0.5}
	if winner, won := info.End.Verdict.Winner(); won {
		scores[winner], scores[winner.Other()] = 1, 0
	}
	at := info.Updated
	next := func(before [2]rating.Rating) (after [2]glicko.Rating) {
		for _, side := range game.Sides {
			opponent := before[side.Other()].At(at)
			after[side] = before[side].At(at).Rate([]glicko.Game{{Opponent: opponent, Score: scores[side]}})
		}
		return after
	}
	return &rating.Update{Game: info.Game, Users: info.Seats, At: at, Next: next}
}

// rematch creates the next match when events agree on a rematch, nil otherwise.
func (rs *Rooms) rematch(info *Info, m match.Match, events []match.Event) (*NewMatch, error) {
	if !rematchAgreed(events) {
		return nil, nil
	}
	setup := m.RematchSetup()
	setup.Creator = match.NoSeat // both have agreed: it starts when both are present
	n, err := rs.Make(info.Kind, info.Creator, setup, nil, false)
	if err != nil {
		return nil, err
	}
	n.Info.Shown = info.Shown
	info.Rematch = n.Info.ID
	return &n, nil
}

// rematchAgreed reports whether events agree on a rematch.
func rematchAgreed(events []match.Event) bool {
	return slices.ContainsFunc(events, func(e match.Event) bool { return e.Kind == match.RematchAgreed })
}
