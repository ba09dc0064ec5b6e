// SPDX-License-Identifier: Apache-2.0

//go:build unix

package crash_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cairn/client"
	"cairn/lab/bench"
	"cairn/match"
)

// maxCharge is the time of one outage that may be charged to a player: the server
// takes a gap between two beats for an outage when it is longer than a second.
const maxCharge = time.Second

// outage is a time in which the server could not take moves.
type outage struct {
	kind     string
	from, to time.Time
}

// shuffled returns the outages of a plan in random order.
func shuffled(plan map[string]int) []string {
	var list []string
	for kind, n := range plan {
		list = append(list, slices.Repeat([]string{kind}, n)...)
	}
	slices.Sort(list)
	rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// interrupt waits until players move, and makes one outage.
func (c *crash) interrupt(ctx context.Context, t *testing.T, kind string) {
	t.Helper()
	o := outage{kind: kind}
	struck, later := make(chan struct{}), rand.IntN(4) == 0
	kill := func(p *bench.Process) {
		o.from = time.Now()
		p.Kill()
	}
	c.reaper.arm(func(p *bench.Process) {
		defer close(struck)
		if kind == "kill" && !later {
			kill(p)
		}
	})
	select {
	case <-struck:
	case <-ctx.Done():
		return // players.Wait has the reason
	}
	p := c.reaper.process
	switch kind {
	case "kill":
		if later {
			time.Sleep(rand.N(10 * time.Millisecond))
			kill(p)
		}
		if rand.IntN(4) == 0 {
			c.killAtStart(ctx)
		}
		o.to = c.restart(ctx, t)
	case "stop":
		end := c.silentStream(ctx, t)
		o.from = time.Now()
		if err := p.Stop(); err != nil {
			t.Errorf("stop the server: %v", err)
		}
		o.to = c.restart(ctx, t)
		end()
	case "suspend":
		if err := p.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		o.from = time.Now()
		time.Sleep(500*time.Millisecond + rand.N(3500*time.Millisecond)) // the length of the outage
		o.to = time.Now()
		if err := p.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
	case "full":
		o.from, o.to = c.fillDisk(ctx, t)
	}
	c.outages = append(c.outages, o)
}

// restart starts the server again and returns the end of the outage: when it is
// ready. The short test, among others on a busy machine, does not measure how long
// that takes.
func (c *crash) restart(ctx context.Context, t *testing.T) time.Time {
	t.Helper()
	launched := time.Now()
	if ctx.Err() == nil {
		c.start(ctx, t, c.address)
	}
	if !*longCrash {
		return launched
	}
	return time.Now()
}

// killAtStart starts the server and kills it meanwhile.
func (c *crash) killAtStart(ctx context.Context) {
	hasty, cancel := context.WithTimeout(ctx, rand.N(100*time.Millisecond))
	defer cancel()
	if p, err := bench.Start(hasty, c.log, c.program, "serve", "--addr", c.address, "--data", c.dir, "--unlimited"); err == nil {
		p.Kill()
	}
}

// silentStream opens a stream that does not answer when the server closes it.
func (c *crash) silentStream(ctx context.Context, t *testing.T) (end func()) {
	t.Helper()
	player, err := bench.NewClient("http://" + c.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(player.Close)
	id, err := player.Create(ctx, client.Spec{Game: "three"})
	if err == nil {
		end, err = openSilent(ctx, player, id)
	}
	if err != nil {
		t.Fatalf("open a stream: %v", err)
	}
	return end
}

// openSilent opens a stream of a match and never reads from it: it does not answer
// when the server closes it. The returned function ends it.
func openSilent(ctx context.Context, c *bench.Client, match string) (end func(), err error) {
	header := http.Header{"Authorization": {"Bearer " + c.Token()}}
	conn, _, err := websocket.Dial(ctx, c.Server()+"/api/v1/matches/"+match+"/events", &websocket.DialOptions{HTTPHeader: header})
	if err != nil {
		return nil, err
	}
	return func() { _ = conn.CloseNow() }, nil
}

// smallDisk moves the data to a file system of 64 MB, if the test may mount one.
func (c *crash) smallDisk(t *testing.T) bool {
	t.Helper()
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Logf("the disk is never full: mount: %v: %s", err, out)
		return false
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	c.dir = dir
	return true
}

// fillDisk fills the disk until no command has been answered for some seconds, and
// frees it again. The outage begins with the last answer: SQLite can write into
// space that its files have already.
func (c *crash) fillDisk(ctx context.Context, t *testing.T) (from, to time.Time) {
	t.Helper()
	path := filepath.Join(c.dir, "fill")
	began, quiet := time.Now(), 2*time.Second+rand.N(3*time.Second)
	for from = began; time.Since(from) < quiet && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		file, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []int{1 << 20, 4096} { // what is left, too
			for err = nil; err == nil; _, err = file.Write(make([]byte, size)) {
			}
			if !errors.Is(err, syscall.ENOSPC) {
				t.Fatal(err)
			}
		}
		file.Close()
		c.mu.Lock()
		if c.last.After(from) {
			from = c.last
		}
		c.mu.Unlock()
	}
	to = time.Now()
	if err := os.Remove(path); err != nil {
		t.Error(err)
	}
	return from, to
}

// charges are the times that players were charged during outages.
type charges struct {
	matches int
	flags   int
	pauses  int
	wrong   map[string][]time.Duration // by kind, for each match and outage, if more than nothing
}

// add finds the time of each outage in which a clock of a match ran.
func (c *charges) add(t *testing.T, id string, events []match.Event, outages []outage) {
	t.Helper()
	c.matches++
	for _, o := range outages {
		var charged time.Duration
		for i, runs := 0, false; i < len(events); i++ {
			if runs {
				charged += overlap(events[i-1].At, events[i].At, o)
			}
			switch e := events[i]; {
			case e.Kind == match.Started, e.Kind == match.Resumed:
				runs = true
			case e.Kind == match.Paused:
				runs = false
			}
		}
		if charged > 0 {
			c.wrong[o.kind] = append(c.wrong[o.kind], charged)
		}
		if charged >= maxCharge {
			t.Errorf("match %s: %s of an outage (%s) were charged", id, charged, o.kind)
		}
	}
	for _, e := range events {
		switch e.Kind {
		case match.Flagged:
			c.flags++
		case match.Paused:
			c.pauses++
		}
	}
}

// overlap returns how much of an outage lies between two times.
func overlap(from, to time.Time, o outage) time.Duration {
	if from.Before(o.from) {
		from = o.from
	}
	if to.After(o.to) {
		to = o.to
	}
	return max(0, to.Sub(from))
}

func (c *charges) report(t *testing.T, outages []outage) {
	t.Helper()
	var down time.Duration
	for _, o := range outages {
		down += o.to.Sub(o.from)
	}
	t.Logf("%d outages of %.1f s in all; %d matches with a clock, paused %d times, %d lost on time",
		len(outages), down.Seconds(), c.matches, c.pauses, c.flags)
	for kind, list := range c.wrong {
		t.Logf("%s: %d charges during outages, the largest %s", kind, len(list), slices.Max(list))
	}
}
