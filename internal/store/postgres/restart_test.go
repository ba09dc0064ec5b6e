// SPDX-License-Identifier: Apache-2.0

package postgres_test

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"cairn/internal/failure"
	"cairn/internal/live"
	"cairn/internal/live/room"
	"cairn/internal/store/pgtest"
	"cairn/internal/store/postgres"
	"cairn/internal/store/storetest"
)

// TestRestartIdle restarts the server under idle connections: callers notice
// nothing.
func TestRestartIdle(t *testing.T) {
	c := pgtest.New(t, pgtest.Options{})
	s := openCluster(t, c)
	table, changes := storetest.Shuttle(t, "m1", 4)
	must(t, s.CreateMatch(t.Context(), table.Created()))
	for i, change := range changes {
		var all sync.WaitGroup
		for range 10 { // fills the pool
			all.Go(func() {
				if _, err := s.FindMatch(t.Context(), "m1"); err != nil {
					t.Errorf("restart %d, read: %v", i, err)
				}
			})
		}
		all.Wait()
		must(t, c.Stop(i%2 == 0))
		if i == 0 {
			wantUnavailable(t, s, change)
		}
		must(t, c.Start())
		if i%4 < 2 {
			must(t, s.Append(t.Context(), change))
		} else {
			must(t, s.Alone().Append(t.Context(), change))
		}
	}
	info, err := s.FindMatch(t.Context(), "m1")
	must(t, err)
	if want := changes[len(changes)-1].Info.Seq; info.Seq != want {
		t.Errorf("match: got seq %d, want %d", info.Seq, want)
	}
}

// wantUnavailable checks the errors while the server is stopped.
func wantUnavailable(t *testing.T, s *postgres.Store, c room.Change) {
	t.Helper()
	_, read := s.FindMatch(t.Context(), "m1")
	_, list := s.FindMatches(t.Context(), room.Filter{})
	for what, err := range map[string]error{
		"append": s.Append(t.Context(), c), "write": s.Beat(t.Context(), time.Now()), "read": read, "list": list,
	} {
		if failure.CodeOf(err) != failure.Unavailable {
			t.Errorf("%s without a server: got error %v, want %s", what, err, failure.Unavailable)
		}
	}
}

func openCluster(t testing.TB, c *pgtest.Cluster) *postgres.Store {
	t.Helper()
	s, err := postgres.Open(t.Context(), c.URL("postgres"), postgres.Options{Migrate: true, Patience: patience})
	must(t, err)
	t.Cleanup(func() { must(t, s.Close()) })
	return s
}

// player appends to its own match and records the results.
type player struct {
	id      string
	changes []room.Change
	sure    []int // acknowledged seqs
	made    atomic.Int32
}

// play appends until stop or the last change. After an error it continues from the stored
// seq, as a server does.
func (p *player) play(t *testing.T, s *postgres.Store, by live.Store, stop func() bool) {
	for next := 0; next < len(p.changes) && !stop(); {
		c := p.changes[next]
		err := by.Append(t.Context(), c)
		switch failure.CodeOf(err) {
		case failure.Unknown:
			stored, known := p.stored(t, s, stop)
			if !known {
				return
			}
			if stored == c.Info.Seq {
				next++
			}
		case failure.Unavailable:
			stored, known := p.stored(t, s, stop)
			if known && stored == c.Info.Seq {
				t.Errorf("match %s: change %d is stored, but was refused with %v", p.id, c.Info.Seq, err)
				return
			}
		default:
			if err != nil {
				t.Errorf("match %s: %v", p.id, err)
				return
			}
			p.sure = append(p.sure, c.Info.Seq)
			p.made.Add(1)
			next++
		}
	}
}

// stored reads the seq of the match as soon as the server answers. After a restart of the
// server no transaction of a lost connection is still running.
func (p *player) stored(t *testing.T, s *postgres.Store, stop func() bool) (seq int, known bool) {
	for !stop() {
		info, err := s.FindMatch(t.Context(), p.id)
		if err == nil {
			return info.Seq, true
		}
		if failure.CodeOf(err) != failure.Unavailable {
			t.Errorf("match %s: read: %v", p.id, err)
			return 0, false
		}
		time.Sleep(10 * time.Millisecond)
	}
	return 0, false
}

// TestRestartBusy restarts the server during play: every acknowledged change is stored, no
// refused change is, and the players continue.
func TestRestartBusy(t *testing.T) {
	const players, restarts, between = 8, 4, 3
	c := pgtest.New(t, pgtest.Options{})
	s := openCluster(t, c)
	var done atomic.Bool
	var all sync.WaitGroup
	team := make([]*player, players)
	for i := range team {
		id := fmt.Sprint("m", i)
		table, changes := storetest.Shuttle(t, id, 5000)
		must(t, s.CreateMatch(t.Context(), table.Created()))
		team[i] = &player{id: id, changes: changes}
		by := live.Store(s)
		if i%4 == 0 {
			by = s.Alone()
		}
		all.Go(func() { team[i].play(t, s, by, func() bool { return done.Load() || t.Failed() }) })
	}
	for restart := range restarts {
		awaitProgress(t, team, between)
		if err := c.Stop(restart%2 == 0); err != nil {
			t.Error(err)
		}
		if err := c.Start(); err != nil {
			t.Error(err)
		}
	}
	awaitProgress(t, team, between)
	done.Store(true)
	all.Wait()
	for _, p := range team {
		p.check(t, s)
	}
}

// awaitProgress waits until every player has made n more changes.
func awaitProgress(t *testing.T, team []*player, n int32) {
	t.Helper()
	goals := make([]int32, len(team))
	for i, p := range team {
		goals[i] = p.made.Load() + n
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(5 * time.Millisecond) {
		if t.Failed() || !slices.ContainsFunc(team, func(p *player) bool { return p.made.Load() < goals[slices.Index(team, p)] }) {
			return
		}
		if time.Now().After(deadline) {
			t.Error("the players do not get on")
			return
		}
	}
}

// check compares the stored events with the answers.
func (p *player) check(t *testing.T, s *postgres.Store) {
	t.Helper()
	events, err := s.FindEvents(t.Context(), p.id, 0)
	must(t, err)
	last := 0
	for i, e := range events {
		if e.Seq != i+1 {
			t.Fatalf("match %s: got event %d at place %d", p.id, e.Seq, i+1)
		}
		last = e.Seq
	}
	if sure := p.sure[len(p.sure)-1]; sure > last {
		t.Errorf("match %s: change %d was answered as stored, the last event is %d", p.id, sure, last)
	}
	info, err := s.FindMatch(t.Context(), p.id)
	must(t, err)
	if info.Seq != last {
		t.Errorf("match %s: is at seq %d, its last event is %d", p.id, info.Seq, last)
	}
}
