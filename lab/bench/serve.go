// SPDX-License-Identifier: Apache-2.0

// Package bench puts a server under load with as little work of its own as possible. Runs
// of crashes, faults and attacks use the same client and players. "cairn bench serve", for
// operators, is a smaller generator of the product.
//
// The load generator knows no rules: its players choose among the moves that the
// server lists. It knows the server only by package client; it does not
// import it and does not read its data folder. The package prints nothing.
package bench

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// ServePlan is the load on a server.
type ServePlan struct {
	URL      string
	Nodes    []string      // further addresses of the same site; the players of a match use two of them
	Game     string        // rule set id
	Clock    string        // in the form of the server; empty for none
	Games    int           // matches at the same time
	First    int           // number of the first match, which decides the moves and the address to connect from
	Idle     int           // streams of spectators in matches without moves
	Pace     time.Duration // mean time that a player thinks; 0 moves at once
	Duration time.Duration // how long moves are counted
	Wire     *atomic.Int64 `json:"-"` // counts the bytes that players send and get; may be nil
	// Memory returns the memory of the server in bytes, and CPU the processor time it
	// has taken; nil if it is not known.
	Memory func() (int64, error)         `json:"-"`
	CPU    func() (time.Duration, error) `json:"-"`
}

// node returns one of the addresses, counted around.
func (p ServePlan) node(i int) string {
	if i %= len(p.Nodes) + 1; i > 0 {
		return p.Nodes[i-1]
	}
	return p.URL
}

// Of returns the plan for the nodes of a site.
func (p ServePlan) Of(nodes ...*Process) ServePlan {
	p.URL, p.Nodes = nodes[0].URL, nil
	for _, node := range nodes[1:] {
		p.Nodes = append(p.Nodes, node.URL)
	}
	p.Memory = func() (int64, error) { return sumOf(nodes, (*Process).Memory) }
	p.CPU = func() (time.Duration, error) { return sumOf(nodes, (*Process).CPU) }
	return p
}

func sumOf[T int64 | time.Duration](nodes []*Process, figure func(*Process) (T, error)) (sum T, err error) {
	for _, node := range nodes {
		n, err := figure(node)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// ServeReport is the result of Serve. Its JSON is documented.
type ServeReport struct {
	Games           int     `json:"games"`
	Seconds         float64 `json:"seconds"`
	Moves           int     `json:"moves"`
	MovesPerS       float64 `json:"moves_per_s"`
	P50MS           float64 `json:"p50_ms"`
	P95MS           float64 `json:"p95_ms"`
	P99MS           float64 `json:"p99_ms"`
	Errors          int     `json:"errors"`
	ServerRSSBytes  int64   `json:"server_rss_bytes"` // 0 if unknown
	IdleConnections int     `json:"idle_connections"`
	RSSPerIdleBytes int64   `json:"rss_per_idle_bytes"`
	Durable         bool    `json:"durable"`         // the server answers after the move is on disk
	CPUPerMoveUS    float64 `json:"cpu_per_move_us"` // processor time of the server; 0 if unknown

	RSSPerGameBytes int64   `json:"-"`
	Faults          []error `json:"-"` // the first few
}

// Print hands each figure with its name to row.
func (r ServeReport) Print(row func(name, format string, args ...any)) {
	const megabyte = 1 << 20
	row("games", "%d at the same time, %.1f s", r.Games, r.Seconds)
	row("moves", "%d, %.0f per second, all on disk", r.Moves, r.MovesPerS)
	row("to the opponent", "%.1f ms median, %.1f ms 95 %%, %.1f ms 99 %%", r.P50MS, r.P95MS, r.P99MS)
	row("errors", "%d", r.Errors)
	if r.ServerRSSBytes == 0 {
		return
	}
	row("server time", "%.0f µs of the processors a move", r.CPUPerMoveUS)
	row("server memory", "%.1f MB, %.1f kB for a live game", float64(r.ServerRSSBytes)/megabyte, float64(r.RSSPerGameBytes)/1024)
	if r.IdleConnections > 0 {
		row("idle connections", "%d, %.1f kB each", r.IdleConnections, float64(r.RSSPerIdleBytes)/1024)
	}
}

const (
	// generatorGarbage is GOGC of the load generator.
	generatorGarbage = 400
	// maxFaults is the number of errors to keep.
	maxFaults = 5
	// patience bounds the time until all tables have begun, beside the time that
	// players think, and one log-in.
	patience = 30 * time.Second
)

// measurement is a running Serve.
type measurement struct {
	plan     ServePlan
	loopback bool // the server is on this machine
	began    time.Time

	total  atomic.Int64  // moves so far
	all    chan struct{} // closed after as many moves as there are games
	errors atomic.Int64
	mu     sync.Mutex
	faults []error
}

// Serve puts a server under load and measures it.
func Serve(ctx context.Context, plan ServePlan) (ServeReport, error) {
	b := &measurement{plan: plan, began: time.Now(), all: make(chan struct{})}
	address, err := url.Parse(plan.URL)
	if err == nil {
		_, err = NewClient(plan.URL)
	}
	if err != nil {
		return ServeReport{}, err
	}
	ip := net.ParseIP(address.Hostname())
	b.loopback = ip != nil && ip.IsLoopback()
	r := ServeReport{Games: plan.Games, IdleConnections: plan.Idle, Durable: true}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer debug.SetGCPercent(debug.SetGCPercent(generatorGarbage)) // what it stops for counts as time of the server
	spectators := &idlers{measurement: b}
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

// memory returns the memory of the server, 0 if it is not known.
func (b *measurement) memory() (int64, error) {
	if b.plan.Memory == nil {
		return 0, nil
	}
	return b.plan.Memory()
}

// cpu returns the processor time of the server so far, 0 if it is not known.
func (b *measurement) cpu() (time.Duration, error) {
	if b.plan.CPU == nil {
		return 0, nil
	}
	return b.plan.CPU()
}

// idle opens the idle streams and measures their memory.
func (b *measurement) idle(ctx context.Context, spectators *idlers, r *ServeReport) error {
	before, err := b.memory()
	if err != nil || b.plan.Idle == 0 {
		return err
	}
	if err := spectators.open(ctx, b.plan.Idle); err != nil {
		return err
	}
	select { // meanwhile the server gives back what opening them took
	case <-time.After(b.plan.Duration):
	case <-ctx.Done():
	}
	r.ServerRSSBytes, err = b.memory()
	r.RSSPerIdleBytes = (r.ServerRSSBytes - before) / int64(b.plan.Idle)
	return err
}

// load plays for the planned time.
func (b *measurement) load(ctx context.Context, r *ServeReport) error {
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

// seat creates the first match of every table.
func (b *measurement) seat(ctx context.Context) ([]*table, []string, error) {
	tables, matches := make([]*table, b.plan.Games), make([]string, b.plan.Games)
	for i := range tables {
		var err error
		if tables[i], err = newTable(b, uint64(b.plan.First+i)); err != nil {
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

// measure lets the tables play. Counting begins after as many moves as there are
// tables, so that opening the streams does not count.
func (b *measurement) measure(ctx context.Context, tables []*table, matches []string, r *ServeReport) error {
	playing, stop := context.WithCancel(ctx)
	var group sync.WaitGroup
	defer group.Wait()
	defer stop()
	for i, t := range tables {
		group.Go(func() {
			select {
			case <-time.After(b.plan.Pace * time.Duration(i) / time.Duration(len(tables))): // not all at once
				t.play(playing, matches[i])
			case <-playing.Done():
			}
		})
	}
	select {
	case <-b.all:
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(patience + 10*b.plan.Pace):
		return errors.Join(fmt.Errorf("fewer than %d moves were made in %s", len(tables), patience+10*b.plan.Pace), errors.Join(b.faults...))
	}
	for _, t := range tables {
		t.take()
	}
	start := time.Now()
	before, err := b.cpu()
	if err != nil {
		return err
	}
	select {
	case <-time.After(b.plan.Duration):
	case <-ctx.Done():
		return ctx.Err()
	}
	after, err := b.cpu()
	if err != nil {
		return err
	}
	r.Seconds = time.Since(start).Seconds()
	b.sum(tables, r)
	r.CPUPerMoveUS = float64((after - before).Microseconds()) / float64(max(r.Moves, 1))
	r.ServerRSSBytes, err = b.memory()
	return err
}

// sum adds up the measurements of the tables.
func (b *measurement) sum(tables []*table, r *ServeReport) {
	var all []time.Duration
	for _, t := range tables {
		all = append(all, t.take()...)
		for _, client := range t.clients {
			b.errors.Add(int64(client.Retries()))
		}
	}
	r.Moves = len(all)
	r.MovesPerS = float64(r.Moves) / r.Seconds
	r.P50MS, r.P95MS, r.P99MS = Percentile(all, 0.5), Percentile(all, 0.95), Percentile(all, 0.99)
}

// elapsed returns the time since the measurement began.
func (b *measurement) elapsed() time.Duration { return time.Since(b.began) }

// moved counts a move.
func (b *measurement) moved() {
	if b.total.Add(1) == int64(b.plan.Games) {
		close(b.all)
	}
}

// note counts an error, unless the measurement has ended.
func (b *measurement) note(ctx context.Context, err error) {
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
