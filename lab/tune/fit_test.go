// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Outcomes drawn by known weights give those weights back.
func TestFit(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	want := []float64{0.8, -0.3, 0, 1.5}
	var all []observation
	for range 20_000 {
		o := observation{terms: make([]float64, len(want))}
		for i := range want {
			o.terms[i] = float64(random.IntN(5) - 2)
		}
		if random.Float64() < 1/(1+math.Exp(-dot(want, o.terms))) {
			o.outcome = 1
		}
		all = append(all, o)
	}
	for i, got := range fit(all, len(want)) {
		if math.Abs(got-want[i]) > 0.05 {
			t.Errorf("weight %d: got %.3f, want %.3f", i, got, want[i])
		}
	}
}

// A term that never occurs, or that another one equals, does no harm.
func TestFitDegenerate(t *testing.T) {
	var all []observation
	for i := range 100 {
		x, won := float64(i%3-1), float64(i%2)
		all = append(all, observation{terms: []float64{x, x, 0}, outcome: won})
	}
	got := fit(all, 3)
	for i, x := range got {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			t.Errorf("weight %d: got %v, want a number", i, x)
		}
	}
	if got[2] != 0 || math.Abs(got[0]-got[1]) > 1e-6 {
		t.Errorf("got %v, want two equal weights and 0", got)
	}
}

// A search is believed as far as its scores predict outcomes: here a score of
// 100 wins three games of four.
func TestBlend(t *testing.T) {
	var all []observation
	for i := range 4000 {
		o := observation{score: 100, outcome: 1}
		if i%4 == 0 {
			o.outcome = 0
		}
		all = append(all, o)
	}
	const trust = 0.6
	blend(all, trust)
	for i, want := range []float64{trust * 0.75, trust*0.75 + 1 - trust} {
		if got := all[i].outcome; math.Abs(got-want) > 0.01 {
			t.Errorf("observation %d: got %.3f, want %.3f", i, got, want)
		}
	}
}

func TestSolve(t *testing.T) {
	got := solve([][]float64{{4, 0, 0}, {2, 5, 0}, {2, 3, 6}}, []float64{14, 21, 26})
	for i, want := range []float64{1, 2, 3} { // 4+2·2+2·3, 2+5·2+3·3, 2+3·2+6·3
		if math.Abs(got[i]-want) > 1e-9 {
			t.Errorf("place %d: got %v, want %v", i, got[i], want)
		}
	}
}
