// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"fmt"
	"math"
	"time"

	"github.com/anishathalye/porcupine"

	"cairn/match"
)

// step is an operation on one match, whose state is the seq it has reached.
type step struct {
	kind stepKind
	seq  int // appended, read, or expected by what was refused
}

type stepKind uint8

const (
	appends stepKind = iota // moves the match from seq-1 to seq
	reads                   // sees seq
	refuses                 // something came after seq
)

// model is a match as one register that counts up.
var model = porcupine.Model{
	Init: func() any { return 0 },
	Step: func(state, input, _ any) (bool, any) {
		at, s := state.(int), input.(step)
		switch s.kind {
		case appends:
			return at == s.seq-1, s.seq
		case reads:
			return at == s.seq, at
		default:
			return at > s.seq, at
		}
	},
	DescribeOperation: func(input, _ any) string { return fmt.Sprint(input) },
}

// linearTime bounds the check of one match, which takes milliseconds.
const linearTime = 2 * time.Minute

// linearizable reports whether the history of a match agrees with some order of its
// operations in which each took effect at once, between its call and its answer, and
// which leads to the stored events. Commands without an answer may have taken effect
// at any time since; so may what the server did of itself.
func linearizable(a *MatchHistory, events []match.Event, stored func(*Post) int) porcupine.CheckResult {
	h := &timeline{origin: a.began()}
	known := map[int]bool{}
	for _, p := range a.Posts {
		switch p.Outcome {
		case Done:
			h.add(step{appends, p.Seq}, p.Call, p.Return)
			known[p.Seq] = true
		case Refused:
			h.add(step{refuses, p.Expect}, p.Call, p.Return)
		default:
			if seq := stored(p); seq > 0 {
				h.add(step{appends, seq}, p.Call, time.Time{})
				known[seq] = true
			}
		}
	}
	for _, s := range a.Sights {
		h.add(step{reads, s.Seq}, s.Opened, s.At)
	}
	for _, e := range events {
		if !known[e.Seq] {
			h.add(step{appends, e.Seq}, time.Time{}, time.Time{})
		}
	}
	h.add(step{reads, len(events)}, h.end.Add(1), time.Time{}) // at rest
	if !h.narrow() {
		return porcupine.Illegal
	}
	return porcupine.CheckOperationsTimeout(model, h.list, linearTime)
}

// began returns when the first client did anything.
func (a *MatchHistory) began() time.Time {
	var first time.Time
	note := func(t time.Time) {
		if first.IsZero() || t.Before(first) {
			first = t
		}
	}
	for _, p := range a.Posts {
		note(p.Call)
	}
	for _, s := range a.Sights {
		note(s.Opened)
	}
	return first
}

// timeline is the operations on one match.
type timeline struct {
	origin, end time.Time // of all known times
	list        []porcupine.Operation
	last        int // the highest seq of all
}

// instants is how many operations may take effect one after another in a nanosecond.
const instants = 1 << 10

// add adds an operation; a zero time is not known.
func (h *timeline) add(s step, call, end time.Time) {
	op := porcupine.Operation{ClientId: len(h.list), Input: s, Call: math.MinInt64, Return: math.MaxInt64}
	if !call.IsZero() {
		op.Call = int64(call.Sub(h.origin)) * instants
	}
	if !end.IsZero() {
		op.Return = int64(end.Sub(h.origin))*instants + instants - 1
	}
	for _, t := range []time.Time{call, end} {
		if t.After(h.end) {
			h.end = t
		}
	}
	h.list, h.last = append(h.list, op), max(h.last, s.seq)
}

// narrow takes away from the time of each operation what cannot be: the match reaches
// a seq after the calls of all appends up to it and of all reads of those before, and
// before the end of any operation that shows it. That changes no result, but the calls
// are then in the order of the seqs, and there is nothing to try out. It reports false
// if an operation has no time left.
func (h *timeline) narrow() bool {
	from, to := h.bounds()
	possible := true
	for i := range h.list {
		op := &h.list[i]
		switch s := op.Input.(step); s.kind {
		case appends:
			op.Call, op.Return = max(op.Call, from[s.seq]), min(op.Return, to[s.seq])
		case reads:
			op.Call, op.Return = max(op.Call, from[s.seq]+1), min(op.Return, to[s.seq+1])
		case refuses:
			op.Call = max(op.Call, from[s.seq+1]+1)
		}
		possible = possible && op.Call <= op.Return
	}
	return possible
}

// bounds returns the times between which the match reaches each seq.
func (h *timeline) bounds() (from, to []int64) {
	from, to = make([]int64, h.last+2), make([]int64, h.last+2)
	read := make([]int64, h.last+2) // by seq: the last call of a read
	for i := range from {
		from[i], to[i], read[i] = math.MinInt64, math.MaxInt64, math.MinInt64
	}
	for _, op := range h.list {
		s := op.Input.(step)
		reached := s.seq
		switch s.kind {
		case appends:
			from[s.seq] = max(from[s.seq], op.Call)
		case reads:
			read[s.seq] = max(read[s.seq], op.Call)
		case refuses:
			reached++
		}
		to[reached] = min(to[reached], op.Return)
	}
	for i := 1; i < len(from); i++ {
		from[i] = max(from[i], from[i-1]+2, read[i-1]+1) // reads are one later than what they see
	}
	for i := len(to) - 2; i >= 0; i-- {
		to[i] = min(to[i], to[i+1])
	}
	return from, to
}
