// SPDX-License-Identifier: Apache-2.0

package storetest

import (
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/live/rating"
	"cairn/internal/live/room"
)

// RunNodes checks several stores on one database, one for each node. open returns the
// stores and closes them in the Cleanup of the test.
func RunNodes(t *testing.T, open func(t *testing.T) []Store) {
	tests := []struct {
		name string
		run  func(t *testing.T, nodes []Store)
	}{
		{"append", testNodesAppend},
		{"flag", testNodesFlag},
		{"pair", testNodesPair},
		{"ended sessions", testNodesEnded},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { test.run(t, open(t)) })
	}
}

// testNodesAppend makes each change on all nodes: one succeeds, the others get a version
// conflict.
func testNodesAppend(t *testing.T, nodes []Store) {
	const matches, length = 8, 30
	tables, changes := make([]*Table, matches), make([][]room.Change, matches)
	for m := range tables {
		tables[m], changes[m] = Shuttle(t, fmt.Sprint("m", m), length)
		must(t, nodes[0].CreateMatch(t.Context(), tables[m].Created()))
	}
	var made [matches][length]atomic.Int32
	atOnce(len(nodes)*matches, func(i int) {
		node, m := i%len(nodes), i/len(nodes)
		for step, c := range changes[m] {
			c.Command = room.Command{User: fmt.Sprint("node", node), ID: fmt.Sprint("c", step)}
			switch err := nodes[node].Append(t.Context(), c); {
			case err == nil:
				made[m][step].Add(1)
			case !errors.Is(err, failure.ErrStale):
				t.Errorf("match %d, change %d: %v", m, step, err)
			}
			// Whichever node made it, the next change follows.
		}
	})
	for m := range made {
		for step := range made[m] {
			wantEqual(t, fmt.Sprintf("match %d, nodes that made change %d", m, step), made[m][step].Load(), int32(1))
		}
		last := changes[m][length-1].Info
		info, err := nodes[0].FindMatch(t.Context(), last.ID)
		must(t, err)
		wantEqual(t, "match", info, last)
	}
}

// testNodesFlag ends matches on all nodes at once, as their timers do: each match
// ends once and is counted once.
func testNodesFlag(t *testing.T, nodes []Store) {
	const matches = 10
	addGuests(t, nodes[0], "u1", "u2")
	ends := make([]room.Change, matches)
	for i := range ends {
		setup := Online("u1", "u2")
		setup.Rated = true
		b := begin(t, nodes[0], fmt.Sprint("m", i), setup)
		store(t, nodes[0], b.Start())
		ends[i] = rated(b, 5)
	}
	var done atomic.Int32
	atOnce(len(nodes)*matches, func(i int) {
		switch err := nodes[i%len(nodes)].Append(t.Context(), ends[i/len(nodes)]); {
		case err == nil:
			done.Add(1)
		case !errors.Is(err, failure.ErrStale):
			t.Errorf("end of match %d: %v", i/len(nodes), err)
		}
	})
	wantEqual(t, "ends stored", done.Load(), int32(matches))
	wantScores(t, nodes[0], "u1", rating.Score{Game: toy.Info().ID, Wins: matches})
	wantRatings(t, nodes[0], "u2", ratingOf(toy.Info().ID, 1500-5*matches, 350-matches, matches, ends[0].Info.Updated))
}

// testNodesPair seeks on all nodes concurrently: at most one seek stays unpaired, and no
// seek is paired twice.
func testNodesPair(t *testing.T, nodes []Store) {
	seeks := make([]lobby.Seek, crowd)
	for i := range seeks {
		user := fmt.Sprint("u", i)
		addGuests(t, nodes[0], user)
		seeks[i] = seekAt(fmt.Sprint("s", i), user, i)
	}
	atOnce(len(seeks), func(i int) {
		node := nodes[i%len(nodes)]
		if _, err := node.Pair(t.Context(), seeks[i], anyone, pairing(t, fmt.Sprint("m", i), seeks[i])); err != nil {
			t.Errorf("seek %s: %v", seeks[i].ID, err)
		}
	})
	for i, seek := range seeks {
		found, err := nodes[0].FindSeek(t.Context(), seek.ID)
		must(t, err)
		seeks[i] = found
	}
	if waiting := wantCouples(t, nodes[0], seeks); len(waiting) > 0 {
		t.Errorf("got seeks that wait, %v, want none of %d", waiting, crowd)
	}
}

// testNodesEnded ends sessions on all nodes while a reader resumes from the last seq it
// has seen: it misses no session.
func testNodesEnded(t *testing.T, nodes []Store) {
	const users = 40
	for i := range users {
		user := fmt.Sprint("u", i)
		addGuests(t, nodes[0], user)
		must(t, nodes[0].CreateSession(t.Context(), session(user, user, time.Hour), 0))
	}
	var left atomic.Int32
	left.Store(users)
	seen := make(chan []string)
	go func() {
		var all []string
		for seq, last := int64(0), false; !last; {
			last = left.Load() == 0
			ended, next, err := nodes[0].FindEndedSessions(t.Context(), seq)
			if err != nil {
				t.Errorf("find ended sessions: %v", err)
				break
			}
			for _, e := range ended {
				all = append(all, e.Hash)
			}
			seq = next
		}
		seen <- all
	}()
	atOnce(users, func(i int) {
		if err := nodes[i%len(nodes)].DeleteSession(t.Context(), fmt.Sprint("u", i), noon); err != nil {
			t.Errorf("end session: %v", err)
		}
		left.Add(-1)
	})
	all := <-seen
	slices.Sort(all)
	wantEqual(t, "ended sessions that were seen", len(slices.Compact(all)), users)
}
