// SPDX-License-Identifier: Apache-2.0

package faults

import (
	"fmt"
	"time"

	"cairn/internal/live/room"
	"cairn/match"
)

// ends checks that a match has one end at most, and that no player lost on time who
// had time: only sleepers may, and not before their time is up by any clock.
func (a *auditor) ends(info *room.Info, seen *MatchHistory, events []match.Event) {
	ends := 0
	for _, e := range events {
		switch e.Kind {
		case match.Paused:
			a.Pauses++
		case match.Flagged:
			a.Flags++
			a.flag(info, seen, e)
		}
		if e.End.Over() {
			ends++
		}
	}
	if ends > 0 {
		a.Ended++
	}
	if ends > 1 {
		a.find(&a.Doubled, "match %s has ended %d times", info.ID, ends)
	}
}

// flag checks a loss on time. That the clock of the match had run out follows from
// the events, whose times are checked against the commands; the end must not have
// been seen before it.
func (a *auditor) flag(info *room.Info, seen *MatchHistory, e match.Event) {
	winner, decided := info.End.Verdict.Winner()
	if !decided || !seen.Sleepers[winner.Other().String()] {
		a.find(&a.WrongFlags, "match %s: a player who moves at once lost on time: %s", info.ID, e)
	}
	for _, s := range seen.Sights {
		if s.Seq >= e.Seq && s.At.Before(e.At.Add(-clockSlack)) {
			a.find(&a.WrongFlags, "match %s: lost on time at %s, seen at %s", info.ID, e.At, s.At.UTC())
			return
		}
	}
}

// charges finds the most that a move cost its player beyond the time it took: from
// the arrival of the state it answers to the command.
func (a *auditor) charges(seen *MatchHistory, events []match.Event) {
	arrived := map[int]time.Time{} // by seq, for the player to move
	for _, s := range seen.Sights {
		if at, seen := arrived[s.Seq]; len(s.Moves) > 0 && (!seen || s.At.Before(at)) {
			arrived[s.Seq] = s.At
		}
	}
	for _, p := range seen.Posts {
		if p.Outcome != Done || p.Action != "move" || p.Seq > len(events) {
			continue
		}
		at, seen := arrived[p.Expect]
		spent, counts := charged(events, p.Seq)
		if more := spent - p.Call.Sub(at); seen && counts && more > a.Charged {
			a.Charged = more
			a.Dearest = fmt.Sprintf("match %s: %s for event %d: the state came at %s, the command was sent at %s, stored at %s and answered at %s",
				p.Match, spent, p.Seq, at.UTC(), p.Call.UTC(), events[p.Seq-1].At, p.Return.UTC())
		}
	}
}

// charged returns how long the clock ran for the move with a seq; false where there
// is no clock, and for the first move of each side, which is free.
func charged(events []match.Event, seq int) (time.Duration, bool) {
	moves := 0
	for _, e := range events[:seq-1] {
		if e.Kind == match.Moved {
			moves++
		}
	}
	if moves < 2 || events[0].Setup.Control.Kind == match.NoClock {
		return 0, false
	}
	var sum time.Duration
	end := events[seq-1].At
	for i := seq - 2; i >= 0; i-- {
		switch e := events[i]; e.Kind {
		case match.Paused:
			end = e.At
		case match.Resumed:
			sum, end = sum+end.Sub(e.At), e.At
		case match.Moved, match.Started:
			return sum + end.Sub(e.At), true
		}
	}
	return 0, false
}
