// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"fmt"
	"math"
)

// SPRT is a sequential probability ratio test of the difference in strength: it
// ends a match as soon as one of two hypotheses is accepted.
//
// The ratio is the generalised one of the five results of a pair of games, with
// logistic Elo points: for each hypothesis the distribution of results is the most
// likely one whose mean has that difference. So draws and openings that favour one
// side need no model. (M. Van den Bergh, "A practical introduction to the GSPRT";
// fishtest and other testers use the same.)
type SPRT struct {
	Elo0, Elo1  float64 // the difference is Elo0 at most, or Elo1 at least
	Alpha, Beta float64 // probability of accepting the second, or the first, by mistake
}

// Check returns what is wrong with a test.
func (t SPRT) Check() error {
	switch {
	case !(t.Elo0 < t.Elo1) || math.Abs(t.Elo0) > mostElo || math.Abs(t.Elo1) > mostElo:
		return fmt.Errorf("want two numbers from -%d to %d, the smaller first", mostElo, mostElo)
	case !(t.Alpha > 0 && t.Alpha < 0.5 && t.Beta > 0 && t.Beta < 0.5):
		return fmt.Errorf("want probabilities of mistakes between 0 and 0.5")
	}
	return nil
}

// mostElo bounds the hypotheses.
const mostElo = 1000

// Decision is the outcome of a test.
type Decision string

// The decisions.
const (
	Open Decision = "open"
	H0   Decision = "H0" // the difference is Elo0 at most
	H1   Decision = "H1" // the difference is Elo1 at least
)

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Decide returns the outcome after a score.
func (t SPRT) Decide(s Score) Decision {
	lower, upper := t.Bounds()
	switch ratio := t.Ratio(s.Pairs); {
	case ratio <= lower:
		return H0
	case ratio >= upper:
		return H1
	}
	return Open
}

// Ratio returns the log-likelihood ratio of H1 to H0 after pairs of games, by the
// half points each brought.
func (t SPRT) Ratio(pairs [5]int) float64 {
	var counts [5]float64
	n := 0.0
	for i, pair := range pairs {
		counts[i] = max(float64(pair), unseen)
		n += counts[i]
	}
	for i := range counts {
		counts[i] /= n
	}
	first, second := likeliest(counts, share(t.Elo0)), likeliest(counts, share(t.Elo1))
	ratio := 0.0
	for i, p := range counts {
		ratio += p * math.Log(second[i]/first[i])
	}
	return n * ratio
}

// unseen is the count of a result that has not been seen, so that it is not taken
// to be impossible.
const unseen = 1e-3

// share returns the part of the points that a difference in Elo points gives.
func share(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// likeliest returns the distribution with a given mean under which the results seen
// are the likeliest: p/(1+x(a-mean)) for results of a, with the x that makes the
// mean right. The sum below falls with x between the bounds where a term becomes
// infinite.
func likeliest(seen [5]float64, mean float64) (q [5]float64) {
	low, high := -1/(1-mean), 1/mean
	for range 100 {
		x, sum := (low+high)/2, 0.0
		for i, p := range seen {
			a := float64(i)/4 - mean
			sum += p * a / (1 + x*a)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	for i, p := range seen {
		q[i] = p / (1 + (low+high)/2*(float64(i)/4-mean))
	}
	return q
}
