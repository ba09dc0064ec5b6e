// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"sync"
	"time"

	"cairn/lab/bench"
)

const (
	// watchEvery is the interval between two readings of the server's memory.
	watchEvery = 50 * time.Millisecond
	// settle is how long the server has to return memory after a load.
	settle = 3 * time.Second
	// maxMemory is the most memory, in bytes, that a server may take under a load.
	maxMemory = 256 << 20
)

// probe is something another user does beside the players of a load.
type probe struct {
	what string
	do   func(context.Context) error
}

// load lets people play, first alone and then while the attack strikes.
func load(ctx context.Context, plan Plan, a Attack, s *scene, row *Row) (finding, error) {
	other := probe{do: func(context.Context) error { return nil }}
	if a.probe != nil {
		var err error
		if other, err = a.probe(ctx, s); err != nil {
			return finding{}, err
		}
	}
	people, err := s.play(ctx)
	if err != nil {
		return finding{}, err
	}
	defer people.stop()
	m, err := quiet(ctx, plan, people, other, row)
	if err != nil {
		return finding{}, err
	}
	m.begin(ctx, s, other)
	struck, strikeErr := strike(ctx, plan, a, s)
	probeErr := m.end(s, row)
	times := people.take()
	row.Moves, row.P50MS, row.P95MS = len(times), bench.Percentile(times, 0.5), bench.Percentile(times, 0.95)
	playErr := people.end()
	if err := errors.Join(strikeErr, m.settle(ctx, s, row)); err != nil {
		return struck, err
	}
	switch {
	case playErr != nil:
		return broken("a player: %v", playErr), nil
	case probeErr != nil:
		return broken("%s: %v; %s", other.what, probeErr, struck.Seen), nil
	case !struck.Held:
		return struck, nil
	case row.PeakRSSBytes > maxMemory:
		return broken("%s; memory over %d MB", struck.Seen, maxMemory>>20), nil
	}
	if a.judge != nil {
		f := a.judge(row)
		f.Seen = struck.Seen + "; " + f.Seen
		return f, nil
	}
	return struck, nil
}

// quiet measures the players before the load.
func quiet(ctx context.Context, plan Plan, people *players, other probe, row *Row) (*meter, error) {
	m := &meter{}
	wait := func(d time.Duration) error {
		select {
		case <-time.After(d):
			return nil
		case <-people.ended:
			return fmt.Errorf("a player before the attack: %w", people.err)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := wait(time.Second); err != nil { // streams open, caches fill
		return m, err
	}
	people.take()
	began := time.Now()
	if err := other.do(ctx); err != nil {
		return m, fmt.Errorf("%s before the attack: %w", other.what, err)
	}
	row.Probe, row.QuietProbeMS = other.what, milliseconds(time.Since(began))
	if err := wait(plan.Quiet); err != nil {
		return m, err
	}
	times := people.take()
	row.QuietP50MS, row.QuietP95MS = bench.Percentile(times, 0.5), bench.Percentile(times, 0.95)
	return m, nil
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// meter measures the server and the probe during a load.
type meter struct {
	stop  context.CancelFunc
	group sync.WaitGroup

	began         time.Time
	cpu           time.Duration
	written, size int64
	rss, peak     int64
	worst         time.Duration
	err           error // of the probe
}

func (m *meter) begin(ctx context.Context, s *scene, other probe) {
	m.began, m.size = time.Now(), s.size()
	m.cpu, _ = s.server.CPU() // what the system does not report is not measured
	m.written, _ = s.server.Written()
	m.rss, _ = s.server.Memory()
	m.peak = m.rss
	ctx, m.stop = context.WithCancel(ctx)
	m.group.Go(func() {
		for ctx.Err() == nil {
			now, _ := s.server.Memory()
			m.peak = max(m.peak, now)
			time.Sleep(watchEvery)
		}
	})
	if other.what != "" {
		m.group.Go(func() { m.probe(ctx, other) })
	}
}

// probe repeats the probe until the load ends.
func (m *meter) probe(ctx context.Context, other probe) {
	for {
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return
		}
		began := time.Now()
		err := other.do(ctx)
		took := time.Since(began)
		m.worst = max(m.worst, took)
		switch {
		case ctx.Err() != nil && took > unanswered:
			m.err = fmt.Errorf("no answer in %.0f s", took.Seconds())
			return
		case ctx.Err() != nil:
			return
		case err != nil:
			m.err = err
			return
		}
	}
}

// unanswered is how long a probe may be under way when the load ends.
const unanswered = 5 * time.Second

func (m *meter) end(s *scene, row *Row) error {
	row.Seconds = time.Since(m.began).Seconds()
	cpu, _ := s.server.CPU()
	written, _ := s.server.Written()
	row.CPUSeconds, row.WrittenBytes, row.DataBytes = (cpu - m.cpu).Seconds(), written-m.written, s.size()-m.size
	m.stop()
	m.group.Wait()
	row.RSSBytes, row.PeakRSSBytes, row.ProbeMS = m.rss, m.peak, milliseconds(m.worst)
	return m.err
}

// settle reads the memory some time after the load.
func (*meter) settle(ctx context.Context, s *scene, row *Row) (err error) {
	select {
	case <-time.After(settle):
	case <-ctx.Done():
		return ctx.Err()
	}
	row.EndRSSBytes, err = s.server.Memory()
	return err
}

// strike runs the attackers in a process of the lowest priority, so that on a small
// machine the server is slow by its own work and not by theirs.
func strike(ctx context.Context, plan Plan, a Attack, s *scene) (f finding, err error) {
	length := plan.Load * time.Duration(max(a.times, 1))
	ctx, cancel := context.WithTimeout(ctx, length+answerTime)
	defer cancel()
	line := plan.Strike(a.Name, "http://"+s.address, length)
	if nice, err := exec.LookPath("nice"); err == nil {
		line = append([]string{nice, "-n", "19"}, line...)
	}
	out, err := exec.CommandContext(ctx, line[0], line[1:]...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("the attackers: %w: %s", err, exit.Stderr)
	}
	if err == nil {
		err = json.Unmarshal(out, &f)
	}
	return f, err
}

// Strike is the load of an attack: what the other process does. It returns JSON for
// the process that measures.
func Strike(ctx context.Context, a Attack, home string, length time.Duration) ([]byte, error) {
	if a.strike == nil {
		return nil, fmt.Errorf("%s is not a load", a.Name)
	}
	striking, cancel := context.WithTimeout(ctx, length)
	defer cancel()
	f, err := a.strike(striking, &gang{home: home})
	if err != nil && striking.Err() == nil {
		return nil, err
	}
	<-striking.Done()
	return json.Marshal(f)
}
