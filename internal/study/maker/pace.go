// SPDX-License-Identifier: Apache-2.0

package maker

import (
	"math"
	"time"

	"cairn/solver"
)

// recent is the time over which the pace is measured. Tiers of one size differ: some are
// solved in seconds, others in minutes.
const recent = 5 * time.Minute

// Pace is the recent speed of a run. Kept tables and the time of reading them do not
// count.
type Pace struct{ marks []mark }

// mark is the work done by a time.
type mark struct {
	at     time.Duration
	solved float64
	kept   uint64
}

// Reached returns the number of positions done, the share of the current tiers included.
func Reached(p solver.Progress) float64 { return float64(p.Done) + p.Share*float64(p.Now) }

// Add adds a report of the solver.
func (s *Pace) Add(p solver.Progress) {
	next := mark{p.Elapsed, Reached(p) - float64(p.Kept), p.Kept}
	if n := len(s.marks); n > 0 && s.marks[n-1].kept != p.Kept {
		s.marks = s.marks[:0]
	}
	s.marks = append(s.marks, next)
	for len(s.marks) > 2 && next.at-s.marks[1].at >= recent {
		s.marks = s.marks[1:]
	}
}

// Rate returns the positions solved per second, 0 if not known yet: the slowest rate
// over at least half of the recent past, since slow tiers come last.
func (s *Pace) Rate() float64 {
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
