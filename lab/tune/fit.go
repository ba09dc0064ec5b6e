// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"math"
	"reflect"
	"strings"
)

// observation is a position: its terms, each for the side to move, what a search
// thought of it, and what the game brought that side, 0 to 1.
type observation struct {
	terms   []float64
	score   float64
	outcome float64
}

// blend makes the outcomes what both sides could expect: as far as trust goes
// what the search thought, for the rest how the game ended. A search knows what
// is near, an outcome also what was played much later. How scores turn into
// outcomes is fitted first.
func blend(all []observation, trust float64) {
	scores := make([]observation, len(all))
	for i, o := range all {
		scores[i] = observation{terms: []float64{o.score}, outcome: o.outcome}
	}
	rate := fit(scores, 1)[0]
	for i := range all {
		o := &all[i]
		o.outcome = trust*chances(rate*o.score) + (1-trust)*o.outcome
	}
}

// chances turns the logarithm of odds into a probability.
func chances(odds float64) float64 { return 1 / (1 + math.Exp(-odds)) }

const (
	// rounds of Newton's method; it has converged long before.
	rounds = 20
	// prior is how many observations count for small weights, in units in which
	// a term scatters by one. It keeps terms that hardly occur near zero.
	prior = 5
)

// fit returns the weights under which the outcomes are most likely, if the odds
// of a win are the exponential of the weighted sum of the terms.
func fit(all []observation, n int) []float64 {
	scale := scatter(all, n)
	weights := make([]float64, n)
	for range rounds {
		gradient, curvature := make([]float64, n), square(n)
		for _, o := range all {
			expected := chances(dot(weights, o.terms))
			slope := expected * (1 - expected)
			for i, x := range o.terms {
				if x == 0 {
					continue
				}
				gradient[i] += (o.outcome - expected) * x
				for j, y := range o.terms[:i+1] {
					curvature[i][j] += slope * x * y
				}
			}
		}
		for i := range n {
			pull := prior * scale[i] * scale[i]
			gradient[i] -= pull * weights[i]
			curvature[i][i] += pull + 1e-9
		}
		for i, step := range solve(curvature, gradient) {
			weights[i] += step
		}
	}
	return weights
}

// scatter returns the root mean square of each term.
func scatter(all []observation, n int) []float64 {
	scale := make([]float64, n)
	for _, o := range all {
		for i, x := range o.terms {
			scale[i] += x * x
		}
	}
	for i := range scale {
		scale[i] = math.Sqrt(scale[i] / float64(max(len(all), 1)))
	}
	return scale
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

func square(n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = make([]float64, n)
	}
	return rows
}

// solve solves a x = b for a symmetric positive a, of which the lower half is
// read and overwritten by its Cholesky factor.
func solve(a [][]float64, b []float64) []float64 {
	for i := range a {
		for j := range i + 1 {
			sum := a[i][j] - dot(a[i][:j], a[j][:j])
			if i == j {
				a[i][i] = math.Sqrt(sum)
			} else {
				a[i][j] = sum / a[j][j]
			}
		}
	}
	x := make([]float64, len(b))
	for i := range x {
		x[i] = (b[i] - dot(a[i][:i], x[:i])) / a[i][i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := i + 1; j < len(x); j++ {
			x[i] -= a[j][i] * x[j]
		}
		x[i] /= a[i][i]
	}
	return x
}

// Weights are structs of integers, or of such structs. Here they are vectors,
// in the order of the fields.

// fields returns pointers to the numbers of a struct, and their names.
func fields(weights any) (numbers []*int, names []string) {
	collect(reflect.ValueOf(weights).Elem(), "", &numbers, &names)
	return numbers, names
}

func collect(v reflect.Value, path string, numbers *[]*int, names *[]string) {
	for i := range v.NumField() {
		name := path + v.Type().Field(i).Name
		if field := v.Field(i); field.Kind() == reflect.Struct {
			collect(field, name+".", numbers, names)
		} else {
			*numbers = append(*numbers, field.Addr().Interface().(*int))
			*names = append(*names, name)
		}
	}
}

// literal writes weights as Go source, a line for each inner struct.
func literal(weights any) string {
	v := reflect.ValueOf(weights)
	var text strings.Builder
	text.WriteString("Weights{\n")
	for i := range v.NumField() {
		fmt.Fprintf(&text, "\t%s: Terms{", v.Type().Field(i).Name)
		inner, separator := v.Field(i), ""
		for j := range inner.NumField() {
			if n := inner.Field(j).Int(); n != 0 {
				fmt.Fprintf(&text, "%s%s: %d", separator, inner.Type().Field(j).Name, n)
				separator = ", "
			}
		}
		text.WriteString("},\n")
	}
	return text.String() + "}"
}
