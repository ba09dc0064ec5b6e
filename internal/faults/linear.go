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

// linearizable reports whether the account of a match agrees with some order of its
// operations in which each took effect at once, between its call and its answer, and
// which leads to the stored events. Commands without an answer may have taken effect
// at any time since; so may what the server did of itself.
func linearizable(a *Account, events []match.Event, stored func(*Post) int) porcupine.CheckResult {
	began := time.Time{}
	var list []porcupine.Operation
	add := func(s step, call, end time.Time) {
		op := porcupine.Operation{ClientId: len(list), Input: s, Return: math.MaxInt64}
		if began.IsZero() && !call.IsZero() {
			began = call
		}
		if op.Call = math.MinInt64; !call.IsZero() {
			op.Call = int64(call.Sub(began))
		}
		if !end.IsZero() {
			op.Return = int64(end.Sub(began))
		}
		list = append(list, op)
	}
	known := map[int]bool{}
	for _, p := range a.Posts {
		switch p.Outcome {
		case Done:
			add(step{appends, p.Seq}, p.Call, p.Return)
			known[p.Seq] = true
		case Refused:
			add(step{refuses, p.Expect}, p.Call, p.Return)
		default:
			if seq := stored(p); seq > 0 {
				add(step{appends, seq}, p.Call, time.Time{})
				known[seq] = true
			}
		}
	}
	for _, s := range a.Sights {
		add(step{reads, s.Seq}, s.Opened, s.At)
	}
	for _, e := range events {
		if !known[e.Seq] {
			add(step{appends, e.Seq}, time.Time{}, time.Time{})
		}
	}
	add(step{reads, len(events)}, time.Now(), time.Time{})
	return porcupine.CheckOperationsTimeout(model, list, linearTime)
}
