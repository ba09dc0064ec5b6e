// SPDX-License-Identifier: Apache-2.0

package faults

import "context"

// maxChanges is more than a user of a test plays.
const maxChanges = 100_000

// ratings checks that each rated match has changed the rating of a user once, from
// where the match before had left it. How many matches there are audit.Run checks.
func (a *auditor) ratings(ctx context.Context, user string) error {
	list, err := a.store.FindRatings(ctx, user)
	if err != nil {
		return err
	}
	for _, r := range list {
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
		if len(changes) != r.Games {
			a.find(&a.WrongScores, "user %s: the rating in %s changed %d times in %d matches", user, r.Game, len(changes), r.Games)
		}
	}
	return nil
}
