// SPDX-License-Identifier: Apache-2.0

package fair_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"sync"
	"testing"

	"cairn/internal/fair"
)

// job is a client that waits and then writes its name.
type job struct {
	fair.Client
	name string
}

// order queues jobs one after another behind a running job, and returns the order in which
// they ran.
func order(t *testing.T, jobs []job) []string {
	t.Helper()
	q := fair.New(fair.Limit{Running: 1})
	release, err := q.Acquire(t.Context(), fair.Client{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var group sync.WaitGroup
	for i, j := range jobs {
		group.Go(func() {
			release, err := q.Acquire(context.Background(), j.Client)
			if err != nil {
				t.Error(err)
				return
			}
			got = append(got, j.name) // one runs at a time
			release()
		})
		waitFor(q, i+1)
	}
	release()
	group.Wait()
	return got
}

func waitFor(q *fair.Queue, n int) {
	for q.Waiting() != n {
		runtime.Gosched()
	}
}

func TestTurns(t *testing.T) {
	a, b := fair.Client{Person: "ann", Address: "1"}, fair.Client{Person: "bob", Address: "1"}
	c := fair.Client{Person: "carl", Address: "2"}
	got := order(t, []job{{a, "a1"}, {a, "a2"}, {a, "a3"}, {b, "b1"}, {c, "c1"}, {c, "c2"}})
	// Addresses take turns; at address 1 so do Ann and Bob.
	want := []string{"a1", "c1", "b1", "c2", "a2", "a3"}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestBusy(t *testing.T) {
	q := fair.New(fair.Limit{Running: 1, Waiting: 1, OfAddress: 1})
	release, err := q.Acquire(t.Context(), fair.Client{Address: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := q.Acquire(t.Context(), fair.Client{Address: "1"}); !errors.Is(err, fair.ErrBusy) {
		t.Errorf("second of an address: got %v, want ErrBusy", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := q.Acquire(ctx, fair.Client{Address: "2"})
		done <- err
	}()
	waitFor(q, 1)
	if _, err := q.Acquire(t.Context(), fair.Client{Address: "3"}); !errors.Is(err, fair.ErrBusy) {
		t.Errorf("second waiter: got %v, want ErrBusy", err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: got %v", err)
	}
	release()
	release() // a second call does nothing
	if release, err = q.Acquire(t.Context(), fair.Client{Address: "1"}); err != nil {
		t.Errorf("after all: %v", err)
	} else {
		release()
	}
}

// A new client overtakes forty addresses that have been served, and a network of many
// addresses, however many of their jobs wait.
func TestNewcomer(t *testing.T) {
	q := fair.New(fair.Limit{Running: 1})
	release, err := q.Acquire(t.Context(), fair.Client{})
	if err != nil {
		t.Fatal(err)
	}
	served, n := make(chan string), 0
	wait := func(name string, c fair.Client) {
		go func() {
			release, err := q.Acquire(context.Background(), c)
			if err != nil {
				t.Error(err)
				return
			}
			served <- name
			release()
		}()
		n++
		waitFor(q, n)
	}
	for range 3 {
		for i := range 40 {
			wait("crowd", fair.Client{Address: fmt.Sprint(i)})
		}
	}
	for i := range 40 {
		wait("network", fair.Client{Address: fmt.Sprint("n", i), Network: "n"})
	}
	release()
	networks := 0
	for range 41 { // each address and the network once
		if <-served == "network" {
			networks++
		}
		n--
	}
	waitFor(q, n-1) // the next one runs
	n--
	wait("newcomer", fair.Client{Address: "new"})
	<-served
	if got := <-served; got != "newcomer" || networks != 1 {
		t.Errorf("got %s and the network %d times, want the newcomer and once", got, networks)
	}
	for range n - 1 {
		<-served
	}
}

// A full queue evicts a waiter of a client with many waiters for a client with fewer.
func TestRoom(t *testing.T) {
	q := fair.New(fair.Limit{Running: 1, Waiting: 4})
	release, err := q.Acquire(t.Context(), fair.Client{})
	if err != nil {
		t.Fatal(err)
	}
	type result struct {
		address string
		err     error
	}
	results := make(chan result, 6)
	wait := func(c fair.Client) {
		go func() {
			release, err := q.Acquire(context.Background(), c)
			if err == nil {
				release()
			}
			results <- result{c.Address, err}
		}()
	}
	for i := range 4 {
		wait(fair.Client{Address: fmt.Sprint(i % 3), Network: "n"})
		waitFor(q, i+1)
	}
	wait(fair.Client{Address: "1", Network: "n"})
	if got := <-results; got != (result{"1", fair.ErrBusy}) {
		t.Errorf("one more of the network: got %v, want it to be refused", got)
	}
	wait(fair.Client{Address: "new"})
	if got := <-results; got != (result{"0", fair.ErrBusy}) {
		t.Errorf("another network: got %v, want the second of address 0 to make room", got)
	}
	release()
	for range 4 {
		if got := <-results; got.err != nil {
			t.Errorf("address %s: %v", got.address, got.err)
		}
	}
}

// Limit.RunningOfAddress leaves room: the first job of another address runs at once.
func TestRunningOfAddress(t *testing.T) {
	q := fair.New(fair.Limit{Running: 2, RunningOfAddress: 1})
	first, err := q.Acquire(t.Context(), fair.Client{Address: "1"})
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan func())
	go func() {
		release, err := q.Acquire(t.Context(), fair.Client{Address: "1"})
		if err != nil {
			t.Error(err)
		}
		done <- release
	}()
	waitFor(q, 1)
	other, err := q.Acquire(t.Context(), fair.Client{Address: "2"})
	if err != nil {
		t.Fatal(err)
	}
	other()
	if got := q.OfAddress("1"); got != 2 || q.Waiting() != 1 {
		t.Errorf("got %d of address 1 and %d waiting, want 2 and 1", got, q.Waiting())
	}
	first()
	(<-done)()
	if got := q.OfAddress("1"); got != 0 {
		t.Errorf("got %d of address 1 at the end, want 0", got)
	}
}

// TestConcurrent has many clients come, work and give up at the same time.
func TestConcurrent(t *testing.T) {
	q := fair.New(fair.Limit{Running: 3})
	var mu sync.Mutex
	running, most := 0, 0
	var group sync.WaitGroup
	for i := range 300 {
		group.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			if i%3 == 0 {
				go cancel()
			}
			defer cancel()
			release, err := q.Acquire(ctx, fair.Client{Person: fmt.Sprint(i % 7), Address: fmt.Sprint(i % 3)})
			if err != nil {
				return
			}
			defer release()
			mu.Lock()
			running++
			most = max(most, running)
			mu.Unlock()
			mu.Lock()
			running--
			mu.Unlock()
		})
	}
	group.Wait()
	if most > 3 || q.Waiting() != 0 {
		t.Errorf("at most %d at once, %d still wait, want 3 and 0", most, q.Waiting())
	}
}
