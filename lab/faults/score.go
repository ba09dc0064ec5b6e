// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"context"
	"fmt"

	"cairn/game"
	"cairn/internal/live"
	"cairn/match"
)

// user compares what is counted for a user with the user's matches.
func (a *audit) user(ctx context.Context, user string) error {
	list, err := a.store.FindMatches(ctx, live.Filter{User: user, Statuses: []match.Status{match.Over}})
	if err != nil {
		return err
	}
	got, err := a.store.FindScores(ctx, user)
	if err != nil {
		return err
	}
	have := map[string]live.Score{}
	for _, s := range got {
		have[s.Game] = s
	}
	want, rated := results(user, list)
	if fmt.Sprint(have) != fmt.Sprint(want) {
		a.find(&a.WrongScores, "user %s: counted are %v, the matches give %v", user, have, want)
	}
	return a.ratings(ctx, user, rated)
}

// results counts the results of a user by game, and the rated matches among them.
func results(user string, list []live.Info) (scores map[string]live.Score, rated map[string]int) {
	scores, rated = map[string]live.Score{}, map[string]int{}
	for _, info := range list {
		if info.End.Verdict == game.Playing || info.Kind == live.Computer {
			continue // aborted, or against the computer
		}
		if info.Rated {
			rated[info.Game]++
		}
		s := scores[info.Game]
		s.Game = info.Game
		winner, decided := info.End.Verdict.Winner()
		switch {
		case !decided:
			s.Draws++
		case info.Seats[winner] == user:
			s.Wins++
		default:
			s.Losses++
		}
		scores[info.Game] = s
	}
	return scores, rated
}

// maxChanges is more than a user of a test plays.
const maxChanges = 100_000

// ratings checks that each rated match has changed the rating of a user once, from
// where the match before had left it.
func (a *audit) ratings(ctx context.Context, user string, rated map[string]int) error {
	list, err := a.store.FindRatings(ctx, user)
	if err != nil {
		return err
	}
	counted := map[string]int{}
	for _, r := range list {
		counted[r.Game] = r.Games
		changes, err := a.store.FindRatingChanges(ctx, user, r.Game, maxChanges)
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for i, c := range changes {
			if seen[c.Match] || i > 0 && c.Before != changes[i-1].After {
				a.find(&a.WrongScores, "user %s: match %s changed the rating from %v, which was %v", user, c.Match, c.Before, changes[max(i-1, 0)].After)
			}
			seen[c.Match] = true
		}
		if len(changes) != rated[r.Game] {
			a.find(&a.WrongScores, "user %s: the rating in %s changed %d times in %d matches", user, r.Game, len(changes), rated[r.Game])
		}
	}
	if fmt.Sprint(counted) != fmt.Sprint(rated) {
		a.find(&a.WrongScores, "user %s: ratings count %v matches, there are %v", user, counted, rated)
	}
	return nil
}
