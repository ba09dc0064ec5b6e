// SPDX-License-Identifier: Apache-2.0

package audit

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"cairn/game"
	"cairn/internal/live/room"
	"cairn/match"
)

// standing is the score of a user in a game.
type standing struct{ wins, losses, draws, rated int }

// standings are by game.
type standings map[string]standing

// add counts the result of a match for the player of a side. Games at one screen or
// against the computer and aborted matches do not count.
func (s standings) add(info room.Info, side game.Side) {
	counts := info.BetweenPeople()
	if !counts || info.Status != match.Over || info.End.Verdict == game.Playing {
		return
	}
	one := s[info.Game]
	if info.Rated {
		one.rated++
	}
	switch winner, decided := info.End.Verdict.Winner(); {
	case !decided:
		one.draws++
	case side == winner:
		one.wins++
	default:
		one.losses++
	}
	s[info.Game] = one
}

// count adds the result of a match to the standings of its players.
func (a *audit) count(info room.Info) {
	for side, seat := range info.Seats {
		if _, program := room.ComputerLevel(seat); seat == "" || program {
			continue
		}
		if a.users[seat] == nil {
			a.users[seat] = standings{}
		}
		a.users[seat].add(info, game.Side(side))
	}
}

// stored reads the standings of a user.
func (a *audit) stored(ctx context.Context, user string) (standings, error) {
	all := standings{}
	scores, err := a.store.FindScores(ctx, user)
	if err != nil {
		return nil, err
	}
	for _, s := range scores {
		all[s.Game] = standing{wins: s.Wins, losses: s.Losses, draws: s.Draws}
	}
	ratings, err := a.store.FindRatings(ctx, user)
	for _, r := range ratings {
		one := all[r.Game]
		one.rated = r.Games
		all[r.Game] = one
	}
	return all, err
}

// user compares the standings of a user with the matches. Where they differ a match may
// have ended since the scan: the user's matches are read again, between two reads of
// the scores. The scores of a deleted user are gone.
func (a *audit) user(ctx context.Context, user string) error {
	before, err := a.stored(ctx, user)
	if err != nil || maps.Equal(before, a.users[user]) {
		return err
	}
	list, err := a.store.FindMatches(ctx, room.Filter{User: user, Statuses: []match.Status{match.Over}})
	if err != nil {
		return err
	}
	after, err := a.stored(ctx, user)
	if err != nil {
		return err
	}
	names, _, err := a.store.FindNames(ctx, []string{user})
	if _, known := names[user]; err != nil || !known {
		return err
	}
	want := standings{}
	for _, info := range list {
		for side, seat := range info.Seats {
			if seat == user {
				want.add(info, game.Side(side))
			}
		}
	}
	a.compare(user, want, before, after)
	return nil
}

// compare reports the standings that differ from what the matches imply. A result that
// came meanwhile is in the later standings only.
func (a *audit) compare(user string, want, before, after standings) {
	keys := maps.Clone(after)
	maps.Copy(keys, want)
	for _, id := range slices.Sorted(maps.Keys(keys)) {
		w, low, high := want[id], before[id], after[id]
		if w.rated < low.rated || w.rated > high.rated {
			a.fault(Fault{User: user}, "rating of user %s in %s: got one of %s, want %d by the matches",
				user, id, plural(high.rated, "match", "matches"), w.rated)
		}
		if !between(low.wins, w.wins, high.wins) || !between(low.losses, w.losses, high.losses) || !between(low.draws, w.draws, high.draws) {
			a.fault(Fault{User: user}, "score of user %s in %s: got %d won, %d lost, %d drawn, want %d, %d, %d by the matches",
				user, id, high.wins, high.losses, high.draws, w.wins, w.losses, w.draws)
		}
	}
}

func between(low, n, high int) bool { return low <= n && n <= high }

func plural(n int, one, many string) string {
	if n == 1 {
		many = one
	}
	return fmt.Sprintf("%d %s", n, many)
}
