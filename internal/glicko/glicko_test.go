// SPDX-License-Identifier: Apache-2.0

package glicko_test

import (
	"math"
	"testing"
	"time"

	"cairn/internal/glicko"
)

// near fails unless got is no further from want than a tolerance.
func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s: got %v, want %v within %v", what, got, want, tolerance)
	}
}

func rated(rating, deviation float64) glicko.Rating {
	return glicko.Rating{Rating: rating, Deviation: deviation, Volatility: 0.06}
}

// The worked example of the paper. It rounds what it computes on the way, so the
// last digit it prints may be one off.
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

// Two newcomers who win by turns are established after 14 matches, and settle
// where a match is worth about ten points.
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
		{"nothing", 60, 0, 60},
		{"a day", 60, 3, 62.65},
		{"a month", 60, 90, 115.7},
		{"almost a year", 60, year - 10, 348.5},
		{"a year", 60, year, 350},
		{"for ever", 60, math.Inf(1), 350},
		{"clock set back", 60, -5, 60},
		{"not a number", 60, math.NaN(), 60},
		{"surer than anybody may be", 10, 0, 45},
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
