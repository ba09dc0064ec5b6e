// SPDX-License-Identifier: Apache-2.0

// Package glicko computes ratings by the Glicko-2 system, as in Mark Glickman's
// paper "Example of the Glicko-2 system" (revised 2022). A rating estimates how
// well a player plays, its deviation how certain that estimate is, its volatility
// how erratic the results are.
//
// The paper rates all games of a period together. Here one match is one period, so
// that a rating changes after each match. Time without play also counts in
// periods; see Rest.
//
// The package stores nothing and knows no clock, players or matches: it takes
// ratings and returns ratings. For any input, NaN included, it returns a rating
// within the bounds below.
package glicko

import (
	"math"
	"time"
)

// Bounds of every Rating that this package returns.
const (
	// MinRating and MaxRating keep a rating readable.
	MinRating, MaxRating = 100, 4000
	// MinDeviation keeps the ratings of frequent players moving. Matches between
	// equals alone lead to a deviation near 60.
	MinDeviation = 45
	// MaxDeviation is the deviation of a new player.
	MaxDeviation = 350
	// MinVolatility and MaxVolatility limit the effect of one very unlikely result.
	MinVolatility, MaxVolatility = 0.01, 0.1
)

// EstablishedDeviation is the largest deviation of a rating that is ranked: the
// true rating is then within about 220 points, with a confidence of 95 %.
const EstablishedDeviation = 110

// Period is the time without play that increases a deviation as much as one match
// does before its result is counted. With the volatility of a new player, 0.06 or
// 10.4 points, a deviation of 60 grows to 350 in (350²-60²)/10.4² = 1095 periods:
// at three a day that is one year.
const Period = 8 * time.Hour

// Rating is the estimated strength of a player in one game.
type Rating struct {
	Rating     float64 // in points
	Deviation  float64 // in points
	Volatility float64 // on the paper's inner scale, without a unit
}

// New returns the rating of a new player.
func New() Rating { return Rating{Rating: 1500, Deviation: MaxDeviation, Volatility: 0.06} }

// Established reports whether a rating is certain enough to be ranked.
func (r Rating) Established() bool { return r.Deviation <= EstablishedDeviation }

// Rest returns the rating after a number of periods without play: its deviation
// grows. A negative number, from a clock that was set back, counts as zero.
func (r Rating) Rest(periods float64) Rating {
	r = r.valid()
	if periods > 0 {
		r.Deviation = math.Hypot(r.Deviation, r.Volatility*scale*math.Sqrt(periods))
	}
	return r.bounded()
}

// valid returns a rating to compute with: NaN is replaced by the value of a new
// player. A deviation may be below MinDeviation, as some are in the paper.
func (r Rating) valid() Rating {
	start := New()
	return Rating{
		Rating:     clamp(r.Rating, MinRating, MaxRating, start.Rating),
		Deviation:  clamp(r.Deviation, 0, MaxDeviation, start.Deviation),
		Volatility: clamp(r.Volatility, MinVolatility, MaxVolatility, start.Volatility),
	}
}

// bounded returns a rating within the bounds of the package.
func (r Rating) bounded() Rating {
	r = r.valid()
	r.Deviation = max(r.Deviation, MinDeviation)
	return r
}

// clamp returns x limited to low and high, or ifNaN.
func clamp(x, low, high, ifNaN float64) float64 {
	if math.IsNaN(x) {
		return ifNaN
	}
	return min(max(x, low), high)
}

// scale converts points to the paper's inner scale: 400 divided by the natural
// logarithm of 10.
const scale = 173.7178

// Game is one result of the player who is rated.
type Game struct {
	Opponent Rating  // before the game
	Score    float64 // 1 for a win, 0.5 for a draw, 0 for a loss
}

// Expect returns the expected score of a against b, between 0 and 1. The larger
// the deviations, the nearer it is to one half.
func Expect(a, b Rating) float64 {
	a, b = a.valid(), b.valid()
	return expect((a.Rating-b.Rating)/scale, weight(math.Hypot(a.Deviation, b.Deviation)/scale))
}

// Rate returns the rating after one period with these games; without games it is Rest(1).
// Scores are clamped to 0 and 1, and a game with the score NaN does not count.
func (r Rating) Rate(games []Game) Rating {
	r = r.valid()
	var information, surplus float64 // 1/v and Δ/v of steps 3 and 4
	for _, game := range games {
		opponent := game.Opponent.valid()
		score := clamp(game.Score, 0, 1, game.Score)
		if math.IsNaN(score) {
			continue
		}
		g := weight(opponent.Deviation / scale)
		e := expect((r.Rating-opponent.Rating)/scale, g)
		information += g * g * e * (1 - e)
		surplus += g * (score - e)
	}
	if information == 0 {
		return r.Rest(1)
	}
	phi := r.Deviation / scale
	sigma := volatility(phi, 1/information, surplus/information, r.Volatility)
	sigma = clamp(sigma, MinVolatility, MaxVolatility, r.Volatility)
	phi = min(math.Hypot(phi, sigma), MaxDeviation/scale)
	phi = 1 / math.Sqrt(1/(phi*phi)+information)
	return Rating{
		Rating:     r.Rating + scale*phi*phi*surplus,
		Deviation:  scale * phi,
		Volatility: sigma,
	}.bounded()
}

// weight is g of the paper: how much a game counts against an opponent of this
// deviation.
func weight(phi float64) float64 { return 1 / math.Sqrt(1+3*phi*phi/(math.Pi*math.Pi)) }

// expect is E of the paper, for a difference of ratings.
func expect(difference, g float64) float64 { return 1 / (1 + math.Exp(-g*difference)) }

// tau limits how fast a volatility changes. The paper advises 0.3 to 1.2 and uses
// 0.5 in its example.
const tau = 0.5

// tolerance is the precision of the search for the logarithm of a squared
// volatility, and maxSteps its limit; in practice it takes fewer than ten steps.
const (
	tolerance = 1e-6
	maxSteps  = 100
)

// volatility is step 5 of the paper: it returns the new volatility for the
// deviation phi, the variance v of the games and the improvement delta. It finds
// the zero of f between low and high by the Illinois method, a false position that
// halves the weight of an end that does not move.
func volatility(phi, v, delta, sigma float64) float64 {
	a := math.Log(sigma * sigma)
	f := func(x float64) float64 {
		e := math.Exp(x)
		d := phi*phi + v + e
		return e*(delta*delta-d)/(2*d*d) - (x-a)/(tau*tau)
	}
	// The paper steps down from a by tau until f is not negative. The first term
	// of f is never below -1/2 and the second is 1/tau = 2 after one step, so
	// one step is always enough.
	low, high := a, a-tau
	if excess := delta*delta - phi*phi - v; excess > 0 {
		high = math.Log(excess)
	}
	fLow, fHigh := f(low), f(high)
	for step := 0; math.Abs(high-low) > tolerance && step < maxSteps; step++ {
		x := low + (low-high)*fLow/(fHigh-fLow)
		fx := f(x)
		if fx*fHigh <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = x, fx
	}
	return math.Exp(low / 2)
}
