// SPDX-License-Identifier: Apache-2.0

package load

import (
	"context"
	"errors"
	"fmt"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// Plan says what to load a server with.
type Plan struct {
	URL      string
	Game     string        // rule set id
	Clock    string        // as the server reads it; empty for none
	Games    int           // matches at the same time
	Idle     int           // streams of spectators in matches where nobody moves
	Duration time.Duration // how long moves are counted
	// Memory returns the bytes the server has in use; nil where nobody can tell.
	Memory func() (int64, error)
}

// Report is what was measured. Its JSON is a contract.
type Report struct {
	Games           int     `json:"games"`
	Seconds         float64 `json:"seconds"`
	Moves           int     `json:"moves"`
	MovesPerS       float64 `json:"moves_per_s"`
	P50MS           float64 `json:"p50_ms"`
	P95MS           float64 `json:"p95_ms"`
	P99MS           float64 `json:"p99_ms"`
	Errors          int     `json:"errors"`
	ServerRSSBytes  int64   `json:"server_rss_bytes"` // 0 when unknown, as the next one
	IdleConnections int     `json:"idle_connections"`
	RSSPerIdleBytes int64   `json:"rss_per_idle_bytes"`
	Durable         bool    `json:"durable"` // the server answers after the disk has it

	RSSPerGameBytes int64   `json:"-"`
	Faults          []error `json:"-"` // the first few
}

// maxFaults is how many errors are kept to be shown.
const maxFaults = 5

// bench is a measurement under way.
type bench struct {
	plan     Plan
	loopback bool // the server is on this machine
	began    time.Time

	total  atomic.Int64  // moves so far
	all    chan struct{} // closed when as many moves were made as there are games
	errors atomic.Int64
	mu     sync.Mutex
	faults []error
}

// Run loads a server and measures it.
func Run(ctx context.Context, plan Plan) (Report, error) {
	b := &bench{plan: plan, began: time.Now(), all: make(chan struct{})}
	client, err := NewClient(plan.URL)
	if err != nil {
		return Report{}, err
	}
	ip := net.ParseIP(client.server.Hostname())
	b.loopback = ip != nil && ip.IsLoopback()
	r := Report{Games: plan.Games, IdleConnections: plan.Idle, Durable: true}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	spectators := &idlers{bench: b}
	defer spectators.close()
	if err := b.idle(ctx, spectators, &r); err != nil {
		return r, err
	}
	if err := b.load(ctx, &r); err != nil {
		return r, err
	}
	r.Errors, r.Faults = int(b.errors.Load()), b.faults
	return r, nil
}

// memory returns what the server has in use, 0 when nobody can tell.
func (b *bench) memory() (int64, error) {
	if b.plan.Memory == nil {
		return 0, nil
	}
	return b.plan.Memory()
}

// idle opens the idle streams and measures what they cost.
func (b *bench) idle(ctx context.Context, spectators *idlers, r *Report) error {
	before, err := b.memory()
	if err != nil || b.plan.Idle == 0 {
		return err
	}
	if err := spectators.open(ctx, b.plan.Idle); err != nil {
		return err
	}
	r.ServerRSSBytes, err = b.memory()
	r.RSSPerIdleBytes = (r.ServerRSSBytes - before) / int64(b.plan.Idle)
	return err
}

// load plays for the planned time.
func (b *bench) load(ctx context.Context, r *Report) error {
	if b.plan.Games == 0 {
		return nil
	}
	before, err := b.memory()
	if err != nil {
		return err
	}
	tables, matches, err := b.seat(ctx)
	defer func() {
		for _, t := range tables {
			t.close()
		}
	}()
	if err != nil {
		return err
	}
	if err := b.measure(ctx, tables, matches, r); err != nil {
		return err
	}
	r.RSSPerGameBytes = max(0, r.ServerRSSBytes-before) / int64(b.plan.Games)
	return nil
}

// seat makes the first match of every table.
func (b *bench) seat(ctx context.Context) ([]*table, []string, error) {
	tables, matches := make([]*table, b.plan.Games), make([]string, b.plan.Games)
	for i := range tables {
		var err error
		if tables[i], err = newTable(b, uint64(i)); err != nil {
			return tables[:i], nil, err
		}
	}
	var group errgroup.Group
	group.SetLimit(dialers)
	for i, t := range tables {
		group.Go(func() (err error) {
			matches[i], err = t.seat(ctx)
			return err
		})
	}
	return tables, matches, group.Wait()
}

// measure lets the tables play. Counting begins once as many moves were made as
// there are tables, so that opening the streams does not count.
func (b *bench) measure(ctx context.Context, tables []*table, matches []string, r *Report) error {
	playing, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer stop()
	for i, t := range tables {
		group.Go(func() { t.play(playing, matches[i]) })
	}
	select {
	case <-b.all:
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(patience):
		return errors.Join(fmt.Errorf("no %d moves were made in %s", len(tables), patience), errors.Join(b.faults...))
	}
	for _, t := range tables {
		t.take()
	}
	start := time.Now()
	select {
	case <-time.After(b.plan.Duration):
	case <-ctx.Done():
		return ctx.Err()
	}
	r.Seconds = time.Since(start).Seconds()
	b.sum(tables, r)
	var err error
	r.ServerRSSBytes, err = b.memory()
	return err
}

// sum puts together what the tables have measured.
func (b *bench) sum(tables []*table, r *Report) {
	var all latencies
	for _, t := range tables {
		all = append(all, t.take()...)
		for _, client := range t.clients {
			b.errors.Add(int64(client.Retries()))
		}
	}
	all.sort()
	r.Moves = len(all)
	r.MovesPerS = float64(r.Moves) / r.Seconds
	r.P50MS, r.P95MS, r.P99MS = all.percentile(0.5), all.percentile(0.95), all.percentile(0.99)
}

// elapsed returns the time since the bench began.
func (b *bench) elapsed() time.Duration { return time.Since(b.began) }

// moved counts a move.
func (b *bench) moved() {
	if b.total.Add(1) == int64(b.plan.Games) {
		close(b.all)
	}
}

// note counts an error, unless it is only that the time is over.
func (b *bench) note(ctx context.Context, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	b.errors.Add(1)
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.faults) < maxFaults {
		b.faults = append(b.faults, err)
	}
}
