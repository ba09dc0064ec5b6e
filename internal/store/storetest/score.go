// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"sync/atomic"
	"testing"

	"cairn/game"
	"cairn/internal/play"
	"cairn/match"
)

// ended returns the change that ends a match by Black's resignation, with its
// tallies.
func ended(b *Table) play.Change {
	c := b.Do(match.Action{Kind: match.Resign, By: match.BlackSeat})
	c.Tallies = []play.Tally{
		{User: c.Info.Seats[game.White], Game: c.Info.Game, Outcome: play.Won},
		{User: c.Info.Seats[game.Black], Game: c.Info.Game, Outcome: play.Lost},
	}
	return c
}

// wantScores checks the scores of a user.
func wantScores(t testing.TB, s play.Store, user string, want ...play.Score) {
	t.Helper()
	got, err := s.FindScores(t.Context(), user)
	must(t, err)
	wantEqual(t, "scores of "+user, got, append([]play.Score{}, want...))
}

func testScores(t *testing.T, s play.Store) {
	wantScores(t, s, "u1")
	toyID := toy.Info().ID
	for i := range 3 {
		b := begin(t, s, fmt.Sprint("m", i), Online("u1", "u2"))
		store(t, s, b.Start(), ended(b))
	}
	wantScores(t, s, "u1", play.Score{Game: toyID, Wins: 3})
	wantScores(t, s, "u2", play.Score{Game: toyID, Losses: 3})

	b := begin(t, s, "m3", Online("u2", "u1"))
	c := b.Start()
	c.Tallies = []play.Tally{
		{User: "u1", Game: toyID, Outcome: play.Lost},
		{User: "u1", Game: toyID, Outcome: play.Drawn},
		{User: "u1", Game: "another", Outcome: play.Drawn},
		{User: "u2", Game: "zebra", Outcome: play.Won},
	}
	store(t, s, c)
	wantScores(t, s, "u1", play.Score{Game: "another", Draws: 1}, play.Score{Game: toyID, Wins: 3, Losses: 1, Draws: 1})
	wantScores(t, s, "u2", play.Score{Game: toyID, Losses: 3}, play.Score{Game: "zebra", Wins: 1})
}

// testScoresOnce ends matches many times at once: each counts once.
func testScoresOnce(t *testing.T, s play.Store) {
	const matches, rivals = 4, 10
	ends := make([]play.Change, matches)
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
	wantScores(t, s, "u1", play.Score{Game: toy.Info().ID, Wins: matches})
	wantScores(t, s, "u2", play.Score{Game: toy.Info().ID, Losses: matches})
}
