// SPDX-License-Identifier: Apache-2.0

package main

import (
	"math"
	"time"

	"cairn/solver"
)

// recent is the time over which a pace is measured. Tiers differ: one is solved
// in seconds, the next takes minutes for as many positions.
const recent = 5 * time.Minute

// solvePace is how a run came on in the recent past. Tables that were there do not
// count, nor does the time that reading them took.
type solvePace struct{ marks []mark }

// mark is what was solved by a time.
type mark struct {
	at     time.Duration
	solved float64
	kept   uint64
}

// reached returns how many positions are done, those of tiers in work as far as
// they are.
func reached(p solver.Progress) float64 { return float64(p.Done) + p.Share*float64(p.Now) }

func (s *solvePace) add(p solver.Progress) {
	next := mark{p.Elapsed, reached(p) - float64(p.Kept), p.Kept}
	if n := len(s.marks); n > 0 && s.marks[n-1].kept != p.Kept {
		s.marks = s.marks[:0]
	}
	s.marks = append(s.marks, next)
	for len(s.marks) > 2 && next.at-s.marks[1].at >= recent {
		s.marks = s.marks[1:]
	}
}

// rate returns the positions solved in a second, 0 when that is not known yet:
// the slowest of the recent past that lasted for half of it, since the slow tiers
// come last.
func (s *solvePace) rate() float64 {
	n := len(s.marks)
	if n == 0 || s.marks[0].at == s.marks[n-1].at {
		return 0
	}
	last, slowest := s.marks[n-1], math.Inf(1)
	for _, m := range s.marks {
		if 2*(last.at-m.at) < last.at-s.marks[0].at {
			break
		}
		slowest = min(slowest, (last.solved-m.solved)/(last.at-m.at).Seconds())
	}
	return slowest
}
