// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/glicko"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
	"cairn/match"
)

// rated returns the change that ends a match and moves the ratings of its players: White
// gains as many points as Black loses.
func rated(b *Table, by float64) room.Change {
	c := ended(b)
	c.Rate = &rating.Update{Game: c.Info.Game, Users: c.Info.Seats, At: c.Info.Updated}
	c.Rate.Next = func(before [2]rating.Rating) (after [2]glicko.Rating) {
		for side, r := range before {
			if after[side] = r.Rating; r.Games == 0 {
				after[side] = glicko.Rating{Rating: 1500, Deviation: 350, Volatility: 0.06}
			}
			after[side].Rating += []float64{by, -by}[side]
			after[side].Deviation--
		}
		return after
	}
	return c
}

// playRated plays a rated match between two users.
func playRated(t testing.TB, s Store, id, white, black string, by float64) room.Change {
	t.Helper()
	setup := Online(white, black)
	setup.Rated = true
	b := begin(t, s, id, setup)
	c := b.Start()
	store(t, s, c)
	c = rated(b, by)
	store(t, s, c)
	return c
}

func ratingOf(game string, points, deviation float64, games int, at time.Time) rating.Rating {
	return rating.Rating{
		Rating: glicko.Rating{Rating: points, Deviation: deviation, Volatility: 0.06},
		Game:   game, Games: games, Updated: at,
	}
}

// wantRatings checks the ratings of a user.
func wantRatings(t testing.TB, s Store, user string, want ...rating.Rating) {
	t.Helper()
	got, err := s.FindRatings(t.Context(), user)
	must(t, err)
	wantEqual(t, "ratings of "+user, got, append([]rating.Rating{}, want...))
}

// wantChanges checks the stored rating changes.
func wantChanges(t testing.TB, what string, got []rating.Change, err error, want ...rating.Change) {
	t.Helper()
	must(t, err)
	wantEqual(t, what, got, append([]rating.Change{}, want...))
}

func testRatings(t *testing.T, s Store) {
	addGuests(t, s, "u1", "u2")
	toyID, at := toy.Info().ID, noon.Add(2*time.Second)
	wantRatings(t, s, "u1")
	playRated(t, s, "m1", "u1", "u2", 10.5)
	wantRatings(t, s, "u1", ratingOf(toyID, 1510.5, 349, 1, at))
	wantRatings(t, s, "u2", ratingOf(toyID, 1489.5, 349, 1, at))
	playRated(t, s, "m2", "u2", "u1", 20)
	wantRatings(t, s, "u1", ratingOf(toyID, 1490.5, 348, 2, at))

	first := rating.Change{User: "u1", Game: toyID, Match: "m1", At: at, Before: 1500, After: 1510.5, Deviation: 349}
	second := rating.Change{User: "u1", Game: toyID, Match: "m2", At: at, Before: 1510.5, After: 1490.5, Deviation: 348}
	got, err := s.FindRatingChanges(t.Context(), "u1", toyID, 9)
	wantChanges(t, "all changes", got, err, first, second)
	got, err = s.FindRatingChanges(t.Context(), "u1", toyID, 1)
	wantChanges(t, "the last change", got, err, second)
	got, err = s.FindRatingChanges(t.Context(), "u1", "another", 9)
	wantChanges(t, "changes in another game", got, err)
	got, err = s.FindMatchRatings(t.Context(), "m1")
	other := rating.Change{User: "u2", Game: toyID, Match: "m1", At: at, Before: 1500, After: 1489.5, Deviation: 349}
	wantChanges(t, "changes by a match", got, err, first, other)
	got, err = s.FindMatchRatings(t.Context(), "m9")
	wantChanges(t, "changes by no match", got, err)
}

// testRatingsOf finds the ratings of more users than fit into one query.
func testRatingsOf(t *testing.T, s Store) {
	const crowd = 300
	toyID, at := toy.Info().ID, noon.Add(2*time.Second)
	var users []string
	want := map[string]rating.Rating{}
	for i := range crowd {
		users = append(users, fmt.Sprint("u", i))
		addGuests(t, s, users[i])
	}
	for i := 0; i < crowd; i += 50 {
		playRated(t, s, fmt.Sprint("m", i), users[i], users[i+1], float64(i))
		want[users[i]] = ratingOf(toyID, 1500+float64(i), 349, 1, at)
		want[users[i+1]] = ratingOf(toyID, 1500-float64(i), 349, 1, at)
	}
	got, err := s.FindRatingsOf(t.Context(), toyID, users)
	must(t, err)
	wantEqual(t, "ratings of all", got, want)
	for _, users := range [][]string{nil, {"stranger"}} {
		got, err = s.FindRatingsOf(t.Context(), toyID, users)
		must(t, err)
		wantEqual(t, "ratings of no users", got, map[string]rating.Rating{})
	}
	got, err = s.FindRatingsOf(t.Context(), "another", users)
	must(t, err)
	wantEqual(t, "ratings in another game", got, map[string]rating.Rating{})
}

// testRatingsOnce ends rated matches many times concurrently: each counts once.
func testRatingsOnce(t *testing.T, s Store) {
	const matches, rivals = 4, 10
	addGuests(t, s, "u1", "u2")
	ends := make([]room.Change, matches)
	for i := range ends {
		b := begin(t, s, fmt.Sprint("m", i), Online("u1", "u2"))
		store(t, s, b.Start())
		ends[i] = rated(b, 1)
	}
	var done atomic.Int32
	atOnce(matches*rivals, func(i int) {
		if s.Append(t.Context(), ends[i%matches]) == nil {
			done.Add(1)
		}
	})
	toyID, at := toy.Info().ID, noon.Add(2*time.Second)
	wantEqual(t, "ends stored", done.Load(), int32(matches))
	wantRatings(t, s, "u1", ratingOf(toyID, 1500+matches, 350-matches, matches, at))
	wantRatings(t, s, "u2", ratingOf(toyID, 1500-matches, 350-matches, matches, at))
}

// testRatingsGone rates a match against a deleted player.
func testRatingsGone(t *testing.T, s Store) {
	addGuests(t, s, "u1")
	playRated(t, s, "m1", "u1", "stranger", 8)
	wantRatings(t, s, "u1", ratingOf(toy.Info().ID, 1508, 349, 1, noon.Add(2*time.Second)))
	wantRatings(t, s, "stranger")
	got, err := s.FindMatchRatings(t.Context(), "m1")
	must(t, err)
	wantEqual(t, "number of changes", len(got), 1)
}

func testLeaders(t *testing.T, s Store) {
	for i := range 6 {
		addGuests(t, s, fmt.Sprint("u", i))
	}
	for i, by := range []float64{100, 300, 200} { // White u0, u2 and u4, Black u1, u3 and u5
		playRated(t, s, fmt.Sprint("m", i), fmt.Sprint("u", 2*i), fmt.Sprint("u", 2*i+1), by)
	}
	playRated(t, s, "again", "u4", "u5", 0) // deviation lower by one
	_, err := s.UpdateUser(t.Context(), "u2", func(u *account.User) error {
		u.Banned = true
		return nil
	})
	must(t, err)
	for _, test := range []struct {
		name      string
		game      string
		deviation float64
		limit     int
		want      string
	}{
		{"all", toy.Info().ID, 350, 9, "u4 1700 u0 1600 u1 1400 u5 1300 u3 1200 "},
		{"the best", toy.Info().ID, 350, 2, "u4 1700 u0 1600 "},
		{"the sure", toy.Info().ID, 348, 9, "u4 1700 u5 1300 "},
		{"another game", "another", 350, 9, ""},
	} {
		list, err := s.FindLeaders(t.Context(), test.game, false, test.deviation, test.limit)
		must(t, err)
		got := ""
		for _, l := range list {
			got += fmt.Sprint(l.User, " ", l.Rating.Rating.Rating, " ")
			wantEqual(t, "name", l.Name, "Guest-"+l.User)
		}
		wantEqual(t, test.name, got, test.want)
	}
	_, err = s.UpdateUser(t.Context(), "u0", func(u *account.User) error {
		u.Bot = true
		return nil
	})
	must(t, err)
	for bots, want := range map[bool]string{true: "u0", false: "u4"} {
		list, err := s.FindLeaders(t.Context(), toy.Info().ID, bots, 350, 1)
		must(t, err)
		if len(list) != 1 || list[0].User != want {
			t.Errorf("leaders, bots %v: got %v, want %s", bots, list, want)
		}
	}
}

// ended returns the change that ends a match by Black's resignation, with its
// tallies.
func ended(b *Table) room.Change {
	c := b.Do(match.Action{Kind: match.Resign, By: match.BlackSeat})
	c.Tallies = []rating.Tally{
		{User: c.Info.Seats[game.White], Game: c.Info.Game, Outcome: rating.Won},
		{User: c.Info.Seats[game.Black], Game: c.Info.Game, Outcome: rating.Lost},
	}
	return c
}

// wantScores checks the scores of a user.
func wantScores(t testing.TB, s Store, user string, want ...rating.Score) {
	t.Helper()
	got, err := s.FindScores(t.Context(), user)
	must(t, err)
	wantEqual(t, "scores of "+user, got, append([]rating.Score{}, want...))
}

func testScores(t *testing.T, s Store) {
	wantScores(t, s, "u1")
	toyID := toy.Info().ID
	for i := range 3 {
		b := begin(t, s, fmt.Sprint("m", i), Online("u1", "u2"))
		store(t, s, b.Start(), ended(b))
	}
	wantScores(t, s, "u1", rating.Score{Game: toyID, Wins: 3})
	wantScores(t, s, "u2", rating.Score{Game: toyID, Losses: 3})

	b := begin(t, s, "m3", Online("u2", "u1"))
	c := b.Start()
	c.Tallies = []rating.Tally{
		{User: "u1", Game: toyID, Outcome: rating.Lost},
		{User: "u1", Game: toyID, Outcome: rating.Drawn},
		{User: "u1", Game: "another", Outcome: rating.Drawn},
		{User: "u2", Game: "zebra", Outcome: rating.Won},
	}
	store(t, s, c)
	wantScores(t, s, "u1", rating.Score{Game: "another", Draws: 1}, rating.Score{Game: toyID, Wins: 3, Losses: 1, Draws: 1})
	wantScores(t, s, "u2", rating.Score{Game: toyID, Losses: 3}, rating.Score{Game: "zebra", Wins: 1})
}

// testScoresOnce ends matches many times concurrently: each counts once.
func testScoresOnce(t *testing.T, s Store) {
	const matches, rivals = 4, 10
	ends := make([]room.Change, matches)
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
	wantScores(t, s, "u1", rating.Score{Game: toy.Info().ID, Wins: matches})
	wantScores(t, s, "u2", rating.Score{Game: toy.Info().ID, Losses: matches})
}
