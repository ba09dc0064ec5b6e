// SPDX-License-Identifier: Apache-2.0

package nats_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"cairn/internal/bus/bustest"
	"cairn/internal/bus/nats"
	"cairn/internal/bus/natstest"
	"cairn/internal/live/cluster"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience is how long a test waits for a message.
const patience = 2 * time.Minute

func open(t testing.TB, url string) *nats.Bus {
	t.Helper()
	bus, err := nats.Open(url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(bus.Close)
	return bus
}

// await receives until a reader gets a seq.
func await(t testing.TB, signal <-chan int, want int) {
	t.Helper()
	late := time.After(patience)
	for {
		select {
		case got := <-signal:
			if got == want {
				return
			}
		case <-late:
			t.Fatalf("seq %d never came", want)
		}
	}
}

// reach publishes a seq until a reader gets it. Once may not be enough, since it coalesces
// with cluster.AskStore.
func reach(t testing.TB, bus *nats.Bus, topic string, signal <-chan int, seq int) {
	t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); {
		bus.Publish(topic, seq)
		select {
		case got := <-signal:
			if got == seq {
				return
			}
		case <-time.After(50 * time.Millisecond):
		}
	}
	t.Fatalf("seq %d never came", seq)
}

// subscribe subscribes and waits until NATS has confirmed the subscription.
func subscribe(t testing.TB, bus *nats.Bus, topic string) <-chan int {
	t.Helper()
	signal, end := bus.Subscribe(topic)
	t.Cleanup(end)
	await(t, signal, cluster.AskStore)
	return signal
}

// until waits for a condition.
func until(t testing.TB, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(patience); !is(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("never: ", what)
		}
	}
}

// TestBus checks the bus within a node.
func TestBus(t *testing.T) {
	url := natstest.URL(t)
	bustest.Run(t, func(t *testing.T) cluster.Bus { return open(t, url) })
}

// pair publishes on one node and reads on another.
type pair struct{ from, to *nats.Bus }

func (p pair) Publish(topic string, seq int) { p.from.Publish(topic, seq) }

func (p pair) Subscribe(topic string) (<-chan int, func()) { return p.to.Subscribe(topic) }

// TestTwo checks the bus between two nodes.
func TestTwo(t *testing.T) {
	url := natstest.URL(t)
	bustest.Run(t, func(t *testing.T) cluster.Bus { return pair{open(t, url), open(t, url)} })
}

// TestConfirmed checks that a reader asks the store after NATS has its
// subscription, so that a message sent before is not missed.
func TestConfirmed(t *testing.T) {
	bus := open(t, natstest.URL(t))
	for i := range 100 {
		subscribe(t, bus, fmt.Sprint("match.", i))
	}
}

// TestRestart stops NATS while nodes publish. What is lost makes every reader ask
// the store once NATS is back, and later messages arrive.
func TestRestart(t *testing.T) {
	server := natstest.New(t)
	here, there := open(t, server.URL()), open(t, server.URL())
	var signals []<-chan int
	for i := range 300 { // more than atOnce
		signals = append(signals, subscribe(t, there, fmt.Sprint("match.", i)))
	}
	own := subscribe(t, here, "match.0")
	reach(t, here, "match.0", signals[0], 1)
	for round := range 2 {
		server.Stop()
		until(t, "disconnected", func() bool { return !here.Connected() && !there.Connected() })
		seq := 10 * (round + 1)
		reach(t, here, "match.0", own, seq) // needs no NATS
		if err := server.Start(); err != nil {
			t.Fatal(err)
		}
		for _, signal := range signals {
			await(t, signal, cluster.AskStore)
		}
		until(t, "connected", here.Connected)
		reach(t, here, "match.0", signals[0], seq+1)
	}
}

// TestAway opens a bus while NATS is down; NATS starts later.
func TestAway(t *testing.T) {
	server := natstest.New(t)
	server.Stop()
	here, there := open(t, server.URL()), open(t, server.URL())
	signal, end := there.Subscribe("t")
	defer end()
	own, endOwn := here.Subscribe("t")
	defer endOwn()
	reach(t, here, "t", own, 1)
	if here.Connected() {
		t.Error("Connected() without a server")
	}
	if _, err := here.RoundTrip(); err == nil {
		t.Error("RoundTrip without a server: got no error")
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	await(t, signal, cluster.AskStore)
	until(t, "connected", here.Connected)
	reach(t, here, "t", signal, 2)
	if took, err := here.RoundTrip(); took <= 0 || err != nil {
		t.Errorf("RoundTrip: %v, %v", took, err)
	}
}

// TestFaults refuses malformed URLs; the error does not contain the password.
func TestFaults(t *testing.T) {
	for _, url := range []string{"nats://a:b:c:d", "nats://user:secret@ho st:4222", "://x", "nats://user:secret@host:port"} {
		bus, err := nats.Open(url, slog.New(slog.DiscardHandler))
		if err == nil {
			bus.Close()
			t.Errorf("Open(%q): got no error", url)
		} else if strings.Contains(err.Error(), "secret") {
			t.Errorf("Open(%q): the error shows the password: %v", url, err)
		}
	}
}

func BenchmarkPublish(b *testing.B) {
	bus := open(b, natstest.URL(b))
	topics := make([]string, 10_000)
	for i := range topics {
		topics[i] = fmt.Sprint("match.", i)
		_, end := bus.Subscribe(topics[i])
		defer end()
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		bus.Publish(topics[i%len(topics)], i)
	}
}

// TestRefused connects with a wrong password, and without the right to publish: Err returns
// the reason, which is logged once.
func TestRefused(t *testing.T) {
	settings := filepath.Join(t.TempDir(), "nats.conf")
	err := os.WriteFile(settings, []byte(`authorization { users = [
	{user: all, password: right},
	{user: reader, password: right, permissions: {publish: {deny: ">"}}}
] }`), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	server := natstest.New(t, "-c", settings)
	_, address, _ := strings.Cut(server.URL(), "//")
	for user, want := range map[string]string{"all:wrong": "Authorization Violation", "reader:right": "Permissions Violation"} {
		var lines logged
		b, err := nats.Open("nats://"+user+"@"+address, slog.New(slog.NewTextHandler(&lines, nil)))
		if err != nil {
			t.Fatal(err)
		}
		for b.Err() == nil || !strings.Contains(strings.ToLower(b.Err().Error()), strings.ToLower(want)) {
			b.Publish("match.abc", 1)
			time.Sleep(10 * time.Millisecond) // until the test times out
		}
		b.Close()
		if got := lines.String(); strings.Count(got, "msg=NATS err=") != 1 || strings.Contains(got, "wrong") {
			t.Errorf("%s: got %s, want one line with the reason and without the password", user, got)
		}
	}
}

// logged is a log that may be written and read concurrently.
type logged struct {
	mutex sync.Mutex
	bytes.Buffer
}

func (l *logged) Write(text []byte) (int, error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.Buffer.Write(text)
}

func (l *logged) String() string {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.Buffer.String()
}
