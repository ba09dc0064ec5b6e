// SPDX-License-Identifier: Apache-2.0

package glicko

import (
	"math"
	"time"
)

// Bounds of every Rating that this package returns.
const (
	// MinRating and MaxRating keep a rating readable, whatever was played.
	MinRating, MaxRating = 100, 4000
	// MinDeviation keeps the ratings of those who play much moving. Matches
	// against equals alone lead to a deviation near 60.
	MinDeviation = 45
	// MaxDeviation is that of a newcomer; nobody is less known.
	MaxDeviation = 350
	// MinVolatility and MaxVolatility keep one unbelievable result from making a
	// rating jump for weeks.
	MinVolatility, MaxVolatility = 0.01, 0.1
)

// EstablishedDeviation is the largest deviation with which a rating counts: the
// true one is then within about 220 points, with a certainty of 95 %.
const EstablishedDeviation = 110

// Period is the time without play that widens a deviation as much as one match
// does before its result is counted. With the volatility of a newcomer, 0.06 or
// 10.4 points, a deviation of 60 grows to 350 in (350²-60²)/10.4² = 1095 periods:
// at three a day that is one year.
const Period = 8 * time.Hour

// Rating is what is known of a player's strength in one rule set.
type Rating struct {
	Rating     float64 // in points
	Deviation  float64 // in points
	Volatility float64 // of the paper's inner scale, a number without a unit
}

// New returns the rating of a newcomer.
func New() Rating { return Rating{Rating: 1500, Deviation: MaxDeviation, Volatility: 0.06} }

// Established reports whether a rating is sure enough to be ranked.
func (r Rating) Established() bool { return r.Deviation <= EstablishedDeviation }

// Rest returns a rating after some periods without play: we know less of it.
// A negative number, from a clock that was set back, counts as none.
func (r Rating) Rest(periods float64) Rating {
	r = r.sound()
	if periods > 0 {
		r.Deviation = math.Hypot(r.Deviation, r.Volatility*scale*math.Sqrt(periods))
	}
	return r.bounded()
}

// sound returns a rating to compute with: the values of a newcomer stand for what
// is not a number. A deviation may be smaller than those of our players, as some
// are in the paper.
func (r Rating) sound() Rating {
	start := New()
	return Rating{
		Rating:     within(r.Rating, MinRating, MaxRating, start.Rating),
		Deviation:  within(r.Deviation, 0, MaxDeviation, start.Deviation),
		Volatility: within(r.Volatility, MinVolatility, MaxVolatility, start.Volatility),
	}
}

// bounded returns a rating to give away.
func (r Rating) bounded() Rating {
	r = r.sound()
	r.Deviation = max(r.Deviation, MinDeviation)
	return r
}

// within returns x, or the nearer bound, or something else for what is not a
// number.
func within(x, low, high, otherwise float64) float64 {
	if math.IsNaN(x) {
		return otherwise
	}
	return min(max(x, low), high)
}
