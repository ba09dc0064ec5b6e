// SPDX-License-Identifier: Apache-2.0

package glicko_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"cairn/internal/glicko"
)

// near checks that got is within a tolerance of want.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v within %v", what, got, want, tolerance)
	}
}

func rated(rating, deviation float64) glicko.Rating {
	return glicko.Rating{Rating: rating, Deviation: deviation, Volatility: 0.06}
}

// The example of the paper. It rounds intermediate values, so its last digit may
// be one off.
func TestExampleOfThePaper(t *testing.T) {
	got := rated(1500, 200).Rate([]glicko.Game{
		{Opponent: rated(1400, 30), Score: 1},
		{Opponent: rated(1550, 100), Score: 0},
		{Opponent: rated(1700, 300), Score: 0},
	})
	near(t, "rating", got.Rating, 1464.06, 0.01)
	near(t, "deviation", got.Deviation, 151.52, 0.01)
	near(t, "volatility", got.Volatility, 0.05999, 0.00001)
}

func TestFirstMatch(t *testing.T) {
	for _, c := range []struct {
		name         string
		score, after float64 // the result, and the rating after it
	}{
		{"win", 1, 1662.21},
		{"draw", 0.5, 1500},
		{"loss", 0, 1337.79},
		{"more than a win", 7, 1662.21},
		{"less than a loss", math.Inf(-1), 1337.79},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := glicko.New().Rate([]glicko.Game{{Opponent: glicko.New(), Score: c.score}})
			near(t, "rating", got.Rating, c.after, 0.01)
			near(t, "deviation", got.Deviation, 290.23, 0.01)
		})
	}
}

// Two new players who win in turn are established after 14 matches. A match then
// changes a rating by about ten points.
func TestManyMatches(t *testing.T) {
	a, b := glicko.New(), glicko.New()
	established := 0
	for match := 1; match <= 300; match++ {
		score := float64(match % 2)
		a, b = a.Rate([]glicko.Game{{Opponent: b, Score: score}}), b.Rate([]glicko.Game{{Opponent: a, Score: 1 - score}})
		if established == 0 && a.Established() {
			established = match
		}
	}
	if established != 14 {
		t.Errorf("established after %d matches, want 14", established)
	}
	near(t, "deviation", a.Deviation, 60, 1)
	near(t, "rating", a.Rating, 1500, 10)
	near(t, "sum of ratings", a.Rating+b.Rating, 3000, 1e-6)
}

func TestUpsetRaisesVolatility(t *testing.T) {
	strong, weak := rated(2200, 60), rated(1200, 60)
	for _, c := range []struct {
		name    string
		score   float64
		upwards bool
	}{{"as expected", 1, false}, {"upset", 0, true}} {
		t.Run(c.name, func(t *testing.T) {
			got := strong.Rate([]glicko.Game{{Opponent: weak, Score: c.score}})
			if up := got.Volatility > strong.Volatility; up != c.upwards {
				t.Errorf("got volatility %v after %v, want it higher: %t", got.Volatility, strong.Volatility, c.upwards)
			}
		})
	}
}

func TestRateWithoutGamesIsRest(t *testing.T) {
	r := rated(1700, 80)
	unreadable := []glicko.Game{{Opponent: glicko.New(), Score: math.NaN()}}
	for name, games := range map[string][]glicko.Game{"none": nil, "not a number": unreadable} {
		if got, want := r.Rate(games), r.Rest(1); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

func TestRest(t *testing.T) {
	year := float64(365*24*time.Hour) / float64(glicko.Period)
	for _, c := range []struct {
		name                       string
		deviation, periods, result float64
	}{
		{"no time", 60, 0, 60},
		{"a day", 60, 3, 62.65},
		{"a month", 60, 90, 115.7},
		{"almost a year", 60, year - 10, 348.5},
		{"a year", 60, year, 350},
		{"infinite", 60, math.Inf(1), 350},
		{"clock set back", 60, -5, 60},
		{"not a number", 60, math.NaN(), 60},
		{"below the smallest deviation", 10, 0, 45},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := rated(1600, c.deviation).Rest(c.periods)
			near(t, "deviation", got.Deviation, c.result, 0.1)
			near(t, "rating", got.Rating, 1600, 0)
		})
	}
}

func TestEstablished(t *testing.T) {
	for _, c := range []struct {
		deviation float64
		want      bool
	}{{45, true}, {110, true}, {110.1, false}, {350, false}, {math.NaN(), false}} {
		if got := rated(1500, c.deviation).Established(); got != c.want {
			t.Errorf("deviation %v: got %t, want %t", c.deviation, got, c.want)
		}
	}
}

func TestExpect(t *testing.T) {
	for _, c := range []struct {
		name string
		a, b glicko.Rating
		want float64
	}{
		{"equals", glicko.New(), glicko.New(), 0.5},
		{"400 points, both known", rated(1900, 0), rated(1500, 0), 10. / 11},
		{"400 points, both new", rated(1900, 350), rated(1500, 350), 0.7750},
		{"200 points below", rated(1500, 50), rated(1700, 50), 0.2446},
	} {
		t.Run(c.name, func(t *testing.T) { near(t, "expected", glicko.Expect(c.a, c.b), c.want, 0.001) })
	}
}

// player draws a rating that this package can return.
func player() *rapid.Generator[glicko.Rating] {
	return rapid.Custom(func(t *rapid.T) glicko.Rating {
		return glicko.Rating{
			Rating:     rapid.Float64Range(glicko.MinRating, glicko.MaxRating).Draw(t, "rating"),
			Deviation:  rapid.Float64Range(glicko.MinDeviation, glicko.MaxDeviation).Draw(t, "deviation"),
			Volatility: rapid.Float64Range(glicko.MinVolatility, glicko.MaxVolatility).Draw(t, "volatility"),
		}
	})
}

// anything draws any number, invalid ratings included.
func anything() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64(),
		rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64, 0, -1}),
	)
}

// invalid draws a rating of any three numbers.
func invalid() *rapid.Generator[glicko.Rating] {
	return rapid.Custom(func(t *rapid.T) glicko.Rating {
		return glicko.Rating{
			Rating:     anything().Draw(t, "rating"),
			Deviation:  anything().Draw(t, "deviation"),
			Volatility: anything().Draw(t, "volatility"),
		}
	})
}

func checkBounds(t *rapid.T, r glicko.Rating) {
	t.Helper()
	// Written so that NaN fails.
	if !(r.Rating >= glicko.MinRating && r.Rating <= glicko.MaxRating) {
		t.Errorf("got rating %v, want %v to %v", r.Rating, glicko.MinRating, glicko.MaxRating)
	}
	if !(r.Deviation >= glicko.MinDeviation && r.Deviation <= glicko.MaxDeviation) {
		t.Errorf("got deviation %v, want %v to %v", r.Deviation, glicko.MinDeviation, glicko.MaxDeviation)
	}
	if !(r.Volatility >= glicko.MinVolatility && r.Volatility <= glicko.MaxVolatility) {
		t.Errorf("got volatility %v, want %v to %v", r.Volatility, glicko.MinVolatility, glicko.MaxVolatility)
	}
}

func TestWinnerNeverLosesPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := player().Draw(t, "a"), player().Draw(t, "b")
		won := a.Rate([]glicko.Game{{Opponent: b, Score: 1}})
		lost := b.Rate([]glicko.Game{{Opponent: a, Score: 0}})
		if won.Rating < a.Rating {
			t.Errorf("winner: got %v after %v, want no less", won.Rating, a.Rating)
		}
		if lost.Rating > b.Rating {
			t.Errorf("loser: got %v after %v, want no more", lost.Rating, b.Rating)
		}
		checkBounds(t, won)
		checkBounds(t, lost)
	})
}

// A draw moves the ratings of two players of equal deviation towards each other.
func TestDrawBringsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := player().Draw(t, "a"), player().Draw(t, "b")
		b.Deviation = a.Deviation
		drew := a.Rate([]glicko.Game{{Opponent: b, Score: 0.5}})
		if before, after := b.Rating-a.Rating, drew.Rating-a.Rating; before*after < 0 {
			t.Errorf("got a step of %v towards an opponent %v away, want the same sign", after, before)
		}
	})
}

// Ratings mirrored at 1500 give mirrored results.
func TestSymmetry(t *testing.T) {
	mirror := func(r glicko.Rating) glicko.Rating { r.Rating = 3000 - r.Rating; return r }
	rapid.Check(t, func(t *rapid.T) {
		a, b := player().Draw(t, "a"), player().Draw(t, "b")
		a.Rating, b.Rating = 1000+math.Mod(a.Rating, 1000), 1000+math.Mod(b.Rating, 1000) // away from the bounds
		score := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
		got := mirror(a.Rate([]glicko.Game{{Opponent: b, Score: score}}))
		want := mirror(a).Rate([]glicko.Game{{Opponent: mirror(b), Score: 1 - score}})
		for _, d := range []float64{got.Rating - want.Rating, got.Deviation - want.Deviation, got.Volatility - want.Volatility} {
			if !(math.Abs(d) < 1e-6) {
				t.Errorf("got %v, want %v", got, want)
			}
		}
		if sum := glicko.Expect(a, b) + glicko.Expect(b, a); !(math.Abs(sum-1) < 1e-12) {
			t.Errorf("expected scores: got a sum of %v, want 1", sum)
		}
	})
}

// Invalid ratings and scores give a rating within bounds; the search for the
// volatility ends.
func TestInvalidInputsStayWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := invalid().Draw(t, "player")
		games := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) glicko.Game {
			return glicko.Game{Opponent: invalid().Draw(t, "opponent"), Score: anything().Draw(t, "score")}
		}), 0, 200).Draw(t, "games")
		checkBounds(t, r.Rate(games))
		checkBounds(t, r.Rest(anything().Draw(t, "periods")))
		if e := glicko.Expect(r, invalid().Draw(t, "other")); !(e >= 0 && e <= 1) {
			t.Errorf("expected score: got %v, want 0 to 1", e)
		}
	})
}

// The search ends at the zero of the paper's function, written here a second time,
// also for results far beyond those of real players.
func TestSearchEndsAtTheZero(t *testing.T) {
	const tau = 0.5
	rapid.Check(t, func(t *rapid.T) {
		phi := rapid.Float64Range(0, 2.1).Draw(t, "phi")
		v := math.Exp(rapid.Float64Range(-8, 24).Draw(t, "log v"))
		delta := math.Exp(rapid.Float64Range(-20, 24).Draw(t, "log delta"))
		sigma := rapid.Float64Range(glicko.MinVolatility, glicko.MaxVolatility).Draw(t, "sigma")
		f := func(x float64) float64 {
			e, d := math.Exp(x), phi*phi+v+math.Exp(x)
			return e*(delta*delta-d)/(2*d*d) - (x-math.Log(sigma*sigma))/(tau*tau)
		}
		got := glicko.Volatility(phi, v, delta, sigma)
		if x := 2 * math.Log(got); !(f(x-1e-5) > 0 && f(x+1e-5) < 0) {
			t.Errorf("got %v, where the function goes from %v to %v, want it to change from + to -", got, f(x-1e-5), f(x+1e-5))
		}
	})
}
