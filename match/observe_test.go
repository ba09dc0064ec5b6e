// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cairn/game"
	"cairn/match"
	"cairn/record"
)

// seen is everything that can be seen of a match.
type seen struct {
	Setup, Rematch match.Setup
	Seats          [2]string
	Seq            int
	At             time.Time
	Status         match.Status
	Paused         bool
	Rematched      bool
	End            match.End
	Position       string
	Turn           game.Side
	Ply            int
	Notes          [][]game.Note
	Mills          [2]int
	Recent         []uint64
	Offer          match.Offer
	Left           [2]time.Duration
	Spent          time.Duration
	Deadline       time.Time
	Can            []bool
	Record         record.Record
}

func observe(m match.Match, now time.Time) seen {
	s := seen{
		Setup: m.Setup(), Rematch: m.RematchSetup(), Seats: m.Seats(), Seq: m.Seq(), At: m.At(),
		Status: m.Status(), Paused: m.Paused(), Rematched: m.Rematched(), End: m.Result(),
		Position: m.State().String(), Turn: m.Turn(), Ply: m.Ply(), Mills: m.Mills(),
		Recent: m.Walk().History().Recent(), Spent: m.Clock().Spent(now), Record: m.Record(),
		Can: []bool{m.CanAbort(), m.CanUndo(match.NoSeat), m.CanRedo(match.NoSeat)},
	}
	s.Offer, _ = m.Offer()
	s.Deadline, _ = m.Clock().Deadline()
	for ply := 1; ply <= m.Ply(); ply++ {
		s.Notes = append(s.Notes, m.Notes(ply))
	}
	for _, side := range game.Sides {
		s.Left[side] = m.Clock().Remaining(side, now)
		s.Can = append(s.Can, m.CanUndo(match.SeatOf(side)), m.CanRedo(match.SeatOf(side)), m.CanDraw(side))
	}
	return s
}

// same fails when two things differ, however deep.
func same(t interface {
	Helper()
	Fatalf(string, ...any)
}, what string, got, want any,
) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s (-want +got):\n%s", what, diff)
	}
}
