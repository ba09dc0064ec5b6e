// SPDX-License-Identifier: Apache-2.0

// Package bench measures the rules, the engine and a running server, for operators who want
// to know what their machine can do. The laboratory (cairn/lab) has a load generator that
// costs less itself, and measures memory, processor time and several nodes.
//
// The package prints nothing.
package bench

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"cairn/client"
)

const (
	// seaters is the number of matches created at the same time.
	seaters = 32
	// warmUp bounds the time until as many moves as games have been made.
	warmUp = 30 * time.Second
)

// Load is the load on a server.
type Load struct {
	URL      string
	Game     string        // rule set id
	Games    int           // matches at the same time
	Duration time.Duration // how long moves are counted
}

// ServeReport is the result of Serve. Its JSON is documented.
type ServeReport struct {
	Games     int     `json:"games"`
	Seconds   float64 `json:"seconds"`
	Moves     int     `json:"moves"`
	MovesPerS float64 `json:"moves_per_s"`
	P50MS     float64 `json:"p50_ms"`
	P95MS     float64 `json:"p95_ms"`
	P99MS     float64 `json:"p99_ms"`
	Errors    int     `json:"errors"`
	Fault     error   `json:"-"` // the first one
}

// measurement is a running Serve.
type measurement struct {
	Load
	tables []*table
	warm   chan struct{} // closed after as many moves as there are games

	mu     sync.Mutex
	moves  int             // in all
	times  []time.Duration // of moves since counting began
	errors int
	fault  error // the first one
}

// Serve plays many matches on a server at once, two guests in each, who make random legal
// moves without thinking. The time of a move is measured from its request to its arrival on
// the opponent's stream.
func Serve(ctx context.Context, load Load) (ServeReport, error) {
	b := &measurement{Load: load, tables: make([]*table, load.Games), warm: make(chan struct{})}
	probe, err := client.New(load.URL, client.Once())
	if err == nil {
		_, err = probe.Games(ctx) // an unreachable server is an error at once
	}
	if err != nil {
		return ServeReport{}, err
	}
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = 0, 2*load.Games
	defer transport.CloseIdleConnections()
	seating, seatCtx := errgroup.WithContext(ctx)
	seating.SetLimit(seaters)
	for i := range b.tables {
		seating.Go(func() (err error) {
			b.tables[i], err = newTable(seatCtx, b, &http.Client{Transport: transport})
			return err
		})
	}
	if err := seating.Wait(); err != nil {
		return ServeReport{}, err
	}
	playing, stop := context.WithCancel(ctx)
	var players sync.WaitGroup
	defer players.Wait()
	defer stop()
	for _, t := range b.tables {
		players.Go(func() { t.play(playing) })
	}
	return b.count(ctx)
}

// count counts moves for the planned time. Counting begins after as many moves as there are
// games, so that opening the streams does not count.
func (b *measurement) count(ctx context.Context) (ServeReport, error) {
	slow := time.After(warmUp)
	for warm, end := b.warm, (<-chan time.Time)(nil); ; {
		select {
		case <-warm:
			b.mu.Lock()
			b.times = nil
			b.mu.Unlock()
			warm, slow, end = nil, nil, time.After(b.Duration)
		case <-end:
			return b.report(), nil
		case <-slow:
			return ServeReport{}, errors.Join(fmt.Errorf("fewer than %d moves were made in %s", b.Games, warmUp), b.report().Fault)
		case <-ctx.Done():
			return ServeReport{}, ctx.Err()
		}
	}
}

// report returns what was measured in the planned time.
func (b *measurement) report() ServeReport {
	b.mu.Lock()
	defer b.mu.Unlock()
	slices.Sort(b.times)
	r := ServeReport{
		Games: b.Games, Seconds: b.Duration.Seconds(), Moves: len(b.times), MovesPerS: float64(len(b.times)) / b.Duration.Seconds(),
		P50MS: percentile(b.times, 0.5), P95MS: percentile(b.times, 0.95), P99MS: percentile(b.times, 0.99),
		Errors: b.errors, Fault: b.fault,
	}
	for _, t := range b.tables {
		r.Errors += t.guests[0].Retries() + t.guests[1].Retries()
	}
	return r
}

// percentile returns a percentile of sorted times in milliseconds, 0 for no times.
func percentile(sorted []time.Duration, part float64) float64 {
	if len(sorted) == 0 {
		return 0
	}
	rank := max(int(math.Ceil(part*float64(len(sorted)))), 1)
	return float64(sorted[rank-1].Nanoseconds()) / 1e6
}

// note counts an error, unless the measurement has ended.
func (b *measurement) note(ctx context.Context, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.errors++
	b.fault = cmp.Or(b.fault, err)
}

// moved records the time of a move.
func (b *measurement) moved(took time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.times = append(b.times, took)
	if b.moves++; b.moves == b.Games {
		close(b.warm)
	}
}

// table is two guests who play one match after another.
type table struct {
	*measurement
	guests [2]*client.Client
	match  string

	mu       sync.Mutex
	posted   int // seq that the last move leads to; 0 once it has arrived
	postedAt time.Time
}

// newTable creates the guests and their first match.
func newTable(ctx context.Context, b *measurement, doer *http.Client) (t *table, err error) {
	t = &table{measurement: b}
	for i := range t.guests {
		if t.guests[i], err = client.New(b.URL, client.HTTP(doer), client.NoWait()); err != nil {
			return nil, err
		}
	}
	return t, t.seat(ctx)
}

// seat creates a match that both guests join.
func (t *table) seat(ctx context.Context) (err error) {
	if t.match, err = t.guests[0].Create(ctx, client.Spec{Game: t.Game, Shown: true}); err != nil {
		return err
	}
	return t.guests[1].Join(ctx, t.match)
}

// play plays matches until the context ends.
func (t *table) play(ctx context.Context) {
	for ctx.Err() == nil {
		t.posted = 0
		match, end := context.WithCancel(ctx)
		var both sync.WaitGroup
		for _, guest := range t.guests {
			both.Go(func() {
				if err := t.playSide(match, guest); err != nil {
					t.note(match, err)
					end() // the opponent would wait for ever
				}
			})
		}
		both.Wait()
		end()
		if err := t.seat(ctx); err != nil {
			t.note(ctx, err)
			return
		}
	}
}

// playSide plays one side of a match until it is over.
func (t *table) playSide(ctx context.Context, guest *client.Client) error {
	acted := 0 // the seq that the last command led to
	for message, err := range guest.Follow(ctx, t.match, 0) {
		if err != nil {
			return err
		}
		state := message.State
		if state == nil || state.Seq < acted {
			continue
		}
		over := state.Status == "over"
		if over || len(state.Moves) > 0 {
			t.arrived(state.Seq)
		}
		switch {
		case over:
			return nil
		case state.Can.Start:
			acted, err = guest.Do(ctx, t.match, "start", guest.NewCommand(state.Seq))
		case len(state.Moves) > 0:
			t.posting(state.Seq + 1)
			acted, err = guest.Move(ctx, t.match, state.Seq, state.Moves[rand.IntN(len(state.Moves))].Text)
		}
		var refused *client.Error
		if err != nil && !(errors.As(err, &refused) && refused.Late()) { // the stream has the newer state
			return err
		}
	}
	return ctx.Err()
}

// posting records when a move is sent.
func (t *table) posting(seq int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.posted, t.postedAt = seq, time.Now()
}

// arrived records the time of a move when the opponent sees it.
func (t *table) arrived(seq int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.posted == seq {
		t.posted = 0
		t.moved(time.Since(t.postedAt))
	}
}

// StartServer starts this program as a server with a data folder, and returns its address
// when it is ready. stop kills it.
func StartServer(ctx context.Context, dir string, log io.Writer) (address string, stop func(), err error) {
	program, err := os.Executable()
	if err != nil {
		return "", nil, err
	}
	serve := exec.CommandContext(ctx, program, "serve", "--addr", "127.0.0.1:0", "--data", dir, "--unlimited", "--log-level", "error")
	serve.Stderr = log
	out, err := serve.StdoutPipe()
	if err == nil {
		err = serve.Start()
	}
	if err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = serve.Process.Kill() // its data is not needed
		_ = serve.Wait()
	}
	line, err := bufio.NewReader(out).ReadString('\n') // ends with the address
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("the server ended before it was ready: %w", err)
	}
	return strings.TrimSpace(line[strings.LastIndex(line, " ")+1:]), stop, nil
}
