// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"cairn/lab/bench"
)

// LoginPlan is the load of log-ins on a server.
type LoginPlan struct {
	bench.ServePlan               // the games played meanwhile; Idle is ignored
	Logins          int           // attempts with a wrong password, and as many for a missing account
	Parallel        int           // users who log in at the same time, repeatedly
	Think           time.Duration // between two log-ins of a user
}

// LoginReport is the result of Login. Its JSON is documented.
type LoginReport struct {
	Logins     int     `json:"logins"`      // of each kind
	SameAnswer bool    `json:"same_answer"` // a missing account gets the same status and body as a wrong password
	KnownMS    float64 `json:"known_ms"`    // mean time of a wrong password
	UnknownMS  float64 `json:"unknown_ms"`  // mean time of a missing account
	Ratio      float64 `json:"ratio"`       // of the second to the first

	Parallel      int     `json:"parallel"`
	Entered       int     `json:"entered"` // log-ins that succeeded
	Busy          int     `json:"busy"`    // log-ins answered with "try later"
	Games         int     `json:"games"`
	QuietMovesPS  float64 `json:"quiet_moves_per_s"` // without log-ins
	LoadedMovesPS float64 `json:"loaded_moves_per_s"`
	QuietP99MS    float64 `json:"quiet_p99_ms"` // of moves, without log-ins
	LoadedP99MS   float64 `json:"loaded_p99_ms"`
	PeakRSSBytes  int64   `json:"peak_rss_bytes"` // of the server during the log-ins; 0 if unknown
	Errors        int     `json:"errors"`

	Faults []error `json:"-"` // the first few
}

// Login measures log-ins: whether answers and times distinguish a missing account
// from a wrong password, and how fast moves are while many users log in.
func Login(ctx context.Context, plan LoginPlan) (LoginReport, error) {
	r := LoginReport{Logins: plan.Logins, Parallel: plan.Parallel, Games: plan.Games}
	c, err := bench.NewClient(plan.URL)
	if err != nil {
		return r, err
	}
	b := newBrowser(c.Servers()...)
	defer b.close()
	name := "b" + strconv.FormatUint(rand.Uint64(), 36)
	if err := b.signUp(ctx, name); err != nil {
		return r, err
	}
	if err := b.compare(ctx, name, "u"+name, &r); err != nil {
		return r, err
	}
	if plan.Parallel == 0 {
		return r, nil
	}
	return r, plan.flood(ctx, name, &r)
}

// logIn tries to log in.
func (b *browser) logIn(ctx context.Context, name, password string) (answer, time.Duration, error) {
	began := time.Now()
	a, err := b.post(ctx, "/login", map[string]string{"login": name, "password": password})
	return a, time.Since(began), err
}

// compare tries a wrong password and a missing account alternately, so that other
// work of the machine affects both equally.
func (b *browser) compare(ctx context.Context, known, unknown string, r *LoginReport) error {
	r.SameAnswer = true
	var took [2]time.Duration
	for i := range r.Logins {
		var answers [2]answer
		for turn := range answers {
			which := (turn + i) % 2
			a, t, err := b.logIn(ctx, [2]string{known, unknown}[which], "a wrong password")
			if err != nil {
				return err
			}
			if a.status == http.StatusTooManyRequests {
				return fmt.Errorf("POST /login: %w", a.refusal())
			}
			answers[which], took[which] = a, took[which]+t
		}
		same := answers[0].status == answers[1].status && answers[0].cookie == answers[1].cookie && bytes.Equal(answers[0].body, answers[1].body)
		r.SameAnswer = r.SameAnswer && same
	}
	if r.Logins > 0 && took[0] > 0 {
		r.KnownMS = took[0].Seconds() * 1000 / float64(r.Logins)
		r.UnknownMS = took[1].Seconds() * 1000 / float64(r.Logins)
		r.Ratio = r.UnknownMS / r.KnownMS
	}
	return nil
}

// flood plays without log-ins and then with them.
func (p LoginPlan) flood(ctx context.Context, name string, r *LoginReport) error {
	p.Idle = 0
	quiet, err := bench.Serve(ctx, p.ServePlan)
	if err != nil {
		return err
	}
	crowd := newCrowd(ctx, p, name)
	loaded, err := bench.Serve(ctx, p.ServePlan)
	crowd.leave()
	r.QuietMovesPS, r.QuietP99MS = quiet.MovesPerS, quiet.P99MS
	r.LoadedMovesPS, r.LoadedP99MS = loaded.MovesPerS, loaded.P99MS
	r.Entered, r.Busy, r.PeakRSSBytes = int(crowd.entered.Load()), int(crowd.busy.Load()), crowd.peak.Load()
	r.Errors = quiet.Errors + loaded.Errors + crowd.errors
	r.Faults = append(append(quiet.Faults, loaded.Faults...), crowd.faults...)
	return errors.Join(err, crowd.err)
}

// watchEvery is the interval between two readings of the server's memory.
const watchEvery = 50 * time.Millisecond

// maxFaults is the number of errors of log-ins to keep.
const maxFaults = 5

// crowd are users who log in repeatedly.
type crowd struct {
	plan  bench.ServePlan
	name  string
	stop  context.CancelFunc
	group sync.WaitGroup

	entered, busy, peak atomic.Int64
	err                 error // of reading the memory; valid after leave

	mu     sync.Mutex
	errors int
	faults []error // the first few
}

// newCrowd starts the users.
func newCrowd(ctx context.Context, plan LoginPlan, name string) *crowd {
	c := &crowd{plan: plan.ServePlan, name: name}
	ctx, c.stop = context.WithCancel(ctx)
	for range plan.Parallel {
		c.group.Go(func() { c.note(ctx, c.person(ctx, plan.Think)) })
	}
	c.group.Go(func() { c.err = c.watch(ctx) })
	return c
}

// note counts an error, unless the users leave.
func (c *crowd) note(ctx context.Context, err error) {
	if err == nil || ctx.Err() != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.errors++; c.errors <= maxFaults {
		c.faults = append(c.faults, err)
	}
}

// leave ends the users and waits for them.
func (c *crowd) leave() {
	c.stop()
	c.group.Wait()
}

// person logs in until the context ends. An answer "try later" is counted.
func (c *crowd) person(ctx context.Context, think time.Duration) error {
	b := newBrowser(c.plan.URL)
	defer b.close()
	for {
		a, _, err := b.logIn(ctx, c.name, loginPassword)
		switch {
		case err != nil:
			return err
		case a.status == http.StatusOK:
			c.entered.Add(1)
		case a.status == http.StatusTooManyRequests:
			c.busy.Add(1)
		default:
			return a.refusal()
		}
		select {
		case <-time.After(think):
		case <-ctx.Done():
			return nil
		}
	}
}

// watch records the peak of the server's memory.
func (c *crowd) watch(ctx context.Context) error {
	if c.plan.Memory == nil {
		return nil
	}
	tick := time.NewTicker(watchEvery)
	defer tick.Stop()
	for {
		now, err := c.plan.Memory()
		if err != nil {
			return err
		}
		c.peak.Store(max(c.peak.Load(), now))
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
	}
}
