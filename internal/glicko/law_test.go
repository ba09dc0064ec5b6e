// SPDX-License-Identifier: Apache-2.0

package glicko_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"cairn/internal/glicko"
)

// player draws a rating that this package could have returned.
func player() *rapid.Generator[glicko.Rating] {
	return rapid.Custom(func(t *rapid.T) glicko.Rating {
		return glicko.Rating{
			Rating:     rapid.Float64Range(glicko.MinRating, glicko.MaxRating).Draw(t, "rating"),
			Deviation:  rapid.Float64Range(glicko.MinDeviation, glicko.MaxDeviation).Draw(t, "deviation"),
			Volatility: rapid.Float64Range(glicko.MinVolatility, glicko.MaxVolatility).Draw(t, "volatility"),
		}
	})
}

// anything draws numbers that no rating should have, too.
func anything() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Float64(),
		rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, math.SmallestNonzeroFloat64, 0, -1}),
	)
}

func absurd() *rapid.Generator[glicko.Rating] {
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
	// Written so that what is not a number fails.
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

// A draw brings two equally known players nearer to each other.
func TestDrawBringsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := player().Draw(t, "a"), player().Draw(t, "b")
		b.Deviation = a.Deviation
		drew := a.Rate([]glicko.Game{{Opponent: b, Score: 0.5}})
		if before, after := b.Rating-a.Rating, drew.Rating-a.Rating; before*after < 0 {
			t.Errorf("got a step of %v towards somebody %v away, want it the same way", after, before)
		}
	})
}

// Mirrored around 1500, everything is mirrored.
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

// Absurd ratings and scores give a rating within bounds, and an answer at all:
// the search for the volatility ends.
func TestAbsurdInputsStayWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := absurd().Draw(t, "player")
		games := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) glicko.Game {
			return glicko.Game{Opponent: absurd().Draw(t, "opponent"), Score: anything().Draw(t, "score")}
		}), 0, 200).Draw(t, "games")
		checkBounds(t, r.Rate(games))
		checkBounds(t, r.Rest(anything().Draw(t, "periods")))
		if e := glicko.Expect(r, absurd().Draw(t, "other")); !(e >= 0 && e <= 1) {
			t.Errorf("expected score: got %v, want 0 to 1", e)
		}
	})
}

// The search ends at the zero of the paper's function, written down here again,
// from the dullest results to those that no two people could produce.
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
