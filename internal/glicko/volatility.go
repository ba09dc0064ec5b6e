// SPDX-License-Identifier: Apache-2.0

package glicko

import "math"

// tau says how fast volatilities may change. The paper advises 0.3 to 1.2 and
// uses 0.5 in its example.
const tau = 0.5

// tolerance is how near the search comes to the logarithm of a squared
// volatility, and maxSteps bounds it; it takes a handful of steps in practice.
const (
	tolerance = 1e-6
	maxSteps  = 100
)

// volatility is step 5 of the paper: it returns the new volatility of a player of
// this deviation, for the variance v of the games and the improvement delta that
// they show. It looks for the zero of f between low and high by the Illinois
// method, a false position that halves the weight of an end which stays.
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
