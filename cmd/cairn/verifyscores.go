// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"cairn/game"
	"cairn/internal/live"
	"cairn/match"
)

// tally is whose score in which game.
type tally struct{ user, game string }

// standing is a score, and of how many rated matches a rating is made.
type standing struct {
	live.Score
	rated int
}

// tallies are standings by user and game.
type tallies map[tally]standing

// scores reads the scores and ratings of users.
func (a *audit) scores(ctx context.Context, users []string) (tallies, error) {
	all := tallies{}
	for _, user := range users {
		scores, err := a.store.FindScores(ctx, user)
		if err != nil {
			return nil, err
		}
		for _, score := range scores {
			all[tally{user, score.Game}] = standing{Score: score}
		}
		ratings, err := a.store.FindRatings(ctx, user)
		if err != nil {
			return nil, err
		}
		for _, r := range ratings {
			key := tally{user, r.Game}
			s := all[key]
			s.rated = r.Games
			all[key] = s
		}
	}
	return all, nil
}

// implied counts the scores that follow from finished matches. Games on one
// machine and matches that were called off count for nobody.
func implied(list []live.Info) tallies {
	all := tallies{}
	for _, info := range list {
		counts := info.Kind == live.Open || info.Kind == live.Private
		if !counts || info.Status != match.Over || info.End.Verdict == game.Playing {
			continue
		}
		winner, decided := info.End.Verdict.Winner()
		for _, side := range game.Sides {
			key := tally{info.Seats[side], info.Game}
			score := all[key]
			if info.Rated {
				score.rated++
			}
			switch {
			case !decided:
				score.Draws++
			case side == winner:
				score.Wins++
			default:
				score.Losses++
			}
			all[key] = score
		}
	}
	return all
}

// compare tells the scores that are not what matches imply, of those who are
// there: who has gone took the scores along. Results that came in while the
// matches were read are in the later scores only.
func (a *audit) compare(there map[string]string, want, before, after tallies) {
	keys := maps.Clone(after)
	maps.Copy(keys, want)
	order := func(x, y tally) int {
		return cmp.Or(cmp.Compare(x.user, y.user), cmp.Compare(x.game, y.game))
	}
	for _, key := range slices.SortedFunc(maps.Keys(keys), order) {
		if _, known := there[key.user]; !known {
			continue
		}
		w, got := want[key], after[key]
		if w.rated < before[key].rated || w.rated > got.rated {
			a.fault("rating of user %s in %s: got one of %s, want %d by the matches",
				key.user, key.game, plural(got.rated, "match", "matches"), w.rated)
		}
		if !between(before[key].Score, w.Score, got.Score) {
			a.fault("score of user %s in %s: got %d won, %d lost, %d drawn, want %d, %d, %d by the matches",
				key.user, key.game, got.Wins, got.Losses, got.Draws, w.Wins, w.Losses, w.Draws)
		}
	}
}

func between(low, s, high live.Score) bool {
	return low.Wins <= s.Wins && s.Wins <= high.Wins &&
		low.Losses <= s.Losses && s.Losses <= high.Losses &&
		low.Draws <= s.Draws && s.Draws <= high.Draws
}
