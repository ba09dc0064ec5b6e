// SPDX-License-Identifier: Apache-2.0

package review

import (
	"testing"

	"cairn/internal/study"
)

// Estimates and exact values are on one scale: the better for White, the higher, and
// no estimate is as high as a win that is exact.
func TestGraphIsMonotone(t *testing.T) {
	const longest = 40
	estimate := func(score int) study.Worth { return study.Worth{Plies: -1, Score: score, Depth: 9} }
	worse := study.Worth{Exact: true, Value: -1, Plies: 1}
	for _, better := range []study.Worth{
		{Exact: true, Value: -1, Plies: 2},
		{Exact: true, Value: -1, Plies: longest},
		estimate(-found), estimate(-scoreLimit / 2), estimate(-40),
		{Exact: true, Plies: -1},
		estimate(40), estimate(scoreLimit / 2), estimate(found),
		{Exact: true, Value: 1, Plies: longest},
		{Exact: true, Value: 1, Plies: 2},
		{Exact: true, Value: 1, Plies: 1},
	} {
		if height(better, longest) >= height(worse, longest) { // from the top
			t.Errorf("%+v is at %d, %+v at %d", better, height(better, longest), worse, height(worse, longest))
		}
		worse = better
	}
	for _, w := range []study.Worth{{Exact: true, Value: 1, Plies: -1}, {Exact: true, Value: -1, Plies: -1}} {
		if low, at := height(estimate(w.Value*found), longest), height(w, longest); (low-at)*w.Value <= 0 {
			t.Errorf("%+v is at %d, an estimate at %d", w, at, low)
		}
	}
}

// found is a score of a win that the engine has found.
const found = 1 << 20
