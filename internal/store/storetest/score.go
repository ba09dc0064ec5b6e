// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"sync/atomic"
	"testing"

	"cairn/game"
	"cairn/internal/live"
	"cairn/match"
)

// ended returns the change that ends a match by Black's resignation, with its
// tallies.
func ended(b *Table) live.Change {
	c := b.Do(match.Action{Kind: match.Resign, By: match.BlackSeat})
	c.Tallies = []live.Tally{
		{User: c.Info.Seats[game.White], Game: c.Info.Game, Outcome: live.Won},
		{User: c.Info.Seats[game.Black], Game: c.Info.Game, Outcome: live.Lost},
	}
	return c
}

// wantScores checks the scores of a user.
func wantScores(t testing.TB, s Store, user string, want ...live.Score) {
	t.Helper()
	got, err := s.FindScores(t.Context(), user)
	must(t, err)
	wantEqual(t, "scores of "+user, got, append([]live.Score{}, want...))
}

func testScores(t *testing.T, s Store) {
	wantScores(t, s, "u1")
	toyID := toy.Info().ID
	for i := range 3 {
		b := begin(t, s, fmt.Sprint("m", i), Online("u1", "u2"))
		store(t, s, b.Start(), ended(b))
	}
	wantScores(t, s, "u1", live.Score{Game: toyID, Wins: 3})
	wantScores(t, s, "u2", live.Score{Game: toyID, Losses: 3})

	b := begin(t, s, "m3", Online("u2", "u1"))
	c := b.Start()
	c.Tallies = []live.Tally{
		{User: "u1", Game: toyID, Outcome: live.Lost},
		{User: "u1", Game: toyID, Outcome: live.Drawn},
		{User: "u1", Game: "another", Outcome: live.Drawn},
		{User: "u2", Game: "zebra", Outcome: live.Won},
	}
	store(t, s, c)
	wantScores(t, s, "u1", live.Score{Game: "another", Draws: 1}, live.Score{Game: toyID, Wins: 3, Losses: 1, Draws: 1})
	wantScores(t, s, "u2", live.Score{Game: toyID, Losses: 3}, live.Score{Game: "zebra", Wins: 1})
}

// testScoresOnce ends matches many times at once: each counts once.
func testScoresOnce(t *testing.T, s Store) {
	const matches, rivals = 4, 10
	ends := make([]live.Change, matches)
	for i := range ends {
		b := begin(t, s, fmt.Sprint("m", i), Online("u1", "u2"))
		store(t, s, b.Start())
		ends[i] = ended(b)
	}
	var done atomic.Int32
	atOnce(matches*rivals, func(i int) {
		if s.Append(t.Context(), ends[i%matches]) == nil {
			done.Add(1)
		}
	})
	wantEqual(t, "ends stored", done.Load(), int32(matches))
	wantScores(t, s, "u1", live.Score{Game: toy.Info().ID, Wins: matches})
	wantScores(t, s, "u2", live.Score{Game: toy.Info().ID, Losses: matches})
}
