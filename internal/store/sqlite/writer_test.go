// SPDX-License-Identifier: Apache-2.0

package sqlite_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/lobby"
	"cairn/internal/live/room"
	"cairn/internal/store/sqlite"
	"cairn/internal/store/storetest"
)

// queue is a store whose writer is kept busy, so that other writes wait. It is used
// inside synctest, which knows when they wait.
type queue struct {
	*testing.T
	*sqlite.Store
	dir     string
	cancel  context.CancelFunc // of the call that keeps the writer busy
	release chan struct{}
	busy    chan error
}

var noon = time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)

// hold opens a store with a waiting seek, and keeps the writer busy with pairing
// another one.
func hold(t *testing.T) *queue {
	t.Helper()
	q := &queue{T: t, dir: t.TempDir(), release: make(chan struct{}), busy: make(chan error, 1)}
	q.Store = open(t, q.dir, sqlite.Options{})
	for _, user := range []string{"u1", "u2", "u3"} {
		must(t, q.CreateUser(t.Context(), account.User{ID: user, Name: user, Guest: true}))
	}
	must(t, q.seek(t.Context(), "s1", "u1", nil))
	ctx, cancel := context.WithCancel(t.Context())
	q.cancel = cancel
	go func() { q.busy <- q.seek(ctx, "s2", "u2", func() { <-q.release }) }()
	synctest.Wait()
	return q
}

// seek pairs a user with a waiting seek; meanwhile runs inside the transaction.
func (q *queue) seek(ctx context.Context, id, user string, meanwhile func()) error {
	s := lobby.Seek{ID: id, User: user, Game: "g", Control: "none", Created: noon}
	_, err := q.Pair(ctx, s, func(lobby.Seek) bool { return true }, func(waiting lobby.Seek) (room.NewMatch, error) {
		meanwhile()
		return newMatch(q.T, id+"-match"), nil
	})
	return err
}

// seekLater adds a seek to the queue.
func (q *queue) seekLater(id, user string, meanwhile func()) <-chan error {
	answer := make(chan error, 1)
	go func() { answer <- q.seek(q.Context(), id, user, meanwhile) }()
	synctest.Wait()
	return answer
}

func newMatch(t testing.TB, id string) room.NewMatch {
	return storetest.NewTable(t, id, room.Open, storetest.Online("u1", "u2")).Created()
}

// create adds a new match to the queue.
func (q *queue) create(ctx context.Context, id string) <-chan error {
	answer := make(chan error, 1)
	n := newMatch(q, id)
	go func() { answer <- q.CreateMatch(ctx, n) }()
	synctest.Wait()
	return answer
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// stored checks whether a match is in the store.
func (q *queue) stored(id string, want bool) {
	q.Helper()
	_, err := q.FindMatch(context.WithoutCancel(q.Context()), id)
	if got := err == nil; got != want || !got && !errors.Is(err, failure.ErrNotFound) {
		q.Errorf("match %s: got error %v, want it stored: %v", id, err, want)
	}
}

// commits counts the commits in the log: the frames that give the size of the
// database. Each is one sync of the disk.
func (q *queue) commits() int {
	q.Helper()
	const header, frame = 32, 24 + 4096
	log, err := os.ReadFile(sqlite.Path(q.dir) + "-wal")
	must(q, err)
	n := 0
	for at := header; at+frame <= len(log); at += frame {
		if binary.BigEndian.Uint32(log[at+4:]) != 0 {
			n++
		}
	}
	return n
}

func TestGroupCommit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := hold(t)
		before := q.commits()
		var answers []<-chan error
		for i := range 20 {
			answers = append(answers, q.create(t.Context(), fmt.Sprint("m", i)))
		}
		close(q.release)
		must(t, <-q.busy)
		for i, answer := range answers {
			must(t, <-answer)
			q.stored(fmt.Sprint("m", i), true)
		}
		if got, want := q.commits()-before, 1; got != want {
			t.Errorf("commits for the one who kept them waiting and 20 others: got %d, want %d", got, want)
		}
	})
}

// TestGroupFaults mixes changes that fail with others that do not.
func TestGroupFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := hold(t)
		first := q.create(t.Context(), "m1")
		same := q.create(t.Context(), "m1")
		waits := q.seekLater("s3", "u3", nil) // the others are paired by then
		panics := q.seekLater("s4", "u1", func() { panic("out of chairs") })
		last := q.create(t.Context(), "m2")
		close(q.release)

		must(t, <-first)
		must(t, <-waits)
		must(t, <-last)
		if taken := (*failure.TakenError)(nil); !errors.As(<-same, &taken) {
			t.Error("same id twice in a group: got no error that it is taken")
		}
		if err := <-panics; err == nil || !strings.Contains(err.Error(), "out of chairs") {
			t.Errorf("panic in a transaction: got error %v, want what it said", err)
		}
		q.stored("m1", true)
		q.stored("m2", true)
		q.stored("s4-match", false)
		must(t, q.Ping(t.Context())) // the writer still runs
	})
}

func TestCancel(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := hold(t)
		ctx, cancel := context.WithCancel(t.Context())
		waiting := q.create(ctx, "m1")
		cancel()
		if err := <-waiting; !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled while waiting: got %v, want that", err)
		}
		q.cancel() // too late: the writer has begun
		close(q.release)
		if err := <-q.busy; err != nil {
			t.Errorf("cancelled while being written: got %v, want what happened", err)
		}
		q.stored("m1", false)
		q.stored("s2-match", true)
	})
}

func TestCloseDrains(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := hold(t)
		waiting := q.create(t.Context(), "m1")
		closed := make(chan error, 1)
		go func() { closed <- q.Close() }()
		close(q.release)
		must(t, <-q.busy)
		must(t, <-waiting)
		must(t, <-closed)
		if err := q.Ping(t.Context()); err == nil {
			t.Error("write to a closed store: got no error, want one")
		}
		must(t, q.Close())
		q.Store = open(t, q.dir, sqlite.Options{})
		q.stored("m1", true)
	})
}

func wantStale(t *testing.T, err error) {
	t.Helper()
	if !errors.Is(err, failure.ErrStale) {
		t.Errorf("got error %v, want stale", err)
	}
}
