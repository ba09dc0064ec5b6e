// SPDX-License-Identifier: Apache-2.0

// Package nats is a cluster.Bus between the nodes of a server, over core NATS. Each
// topic with readers on this node is one subscription; the readers of this node
// are woken without NATS.
//
// NATS may lose messages, and be away for any time. Readers are then woken with
// cluster.AskStore: after every connection, when messages were dropped, and when
// NATS has confirmed a new subscription, since messages sent before that are lost.
//
// The package stores nothing and uses no JetStream.
package nats

import (
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"cairn/internal/bus/mem"
	"cairn/internal/live/cluster"
)

const (
	reconnectsIn = 250 * time.Millisecond
	connectTime  = 5 * time.Second
	// writeTime bounds a write to a connection that takes no bytes.
	writeTime = 5 * time.Second
	// closeTime is how long Close waits until NATS has all messages.
	closeTime = time.Second
	// pingEvery finds a dead connection after two lost pings.
	pingEvery = 5 * time.Second
	// outageBuffer bounds the messages published while NATS is away, in bytes: about
	// 20,000 messages. More are dropped.
	outageBuffer = 1 << 20
	// inbox bounds the messages that were received and not yet delivered. When it is
	// full, messages are dropped and all readers are woken.
	inbox = 16 << 10
	// maxWaiting bounds the subjects with a message to be published.
	maxWaiting = 100_000
)

// Bus is a cluster.Bus. Its methods may be called concurrently and never wait for the
// network.
type Bus struct {
	log   *slog.Logger
	conn  *nats.Conn
	local *mem.Bus // its topics are subjects
	in    chan *nats.Msg
	done  chan struct{}
	all   sync.WaitGroup

	mutex      sync.Mutex
	readers    map[string]int      // on this node, by subject
	changed    map[string]struct{} // subjects that have got their first or lost their last reader
	waiting    map[string]int      // to be published: the highest seq by subject
	lost       bool                // wake every reader
	last       error               // logged last
	newSubject chan struct{}       // capacity one: changed or lost is set
	newSeq     chan struct{}       // capacity one: waiting is not empty
}

var _ cluster.Bus = (*Bus)(nil)

// Open returns a bus that connects to NATS at a URL, or at several divided by commas.
// NATS may be away: the bus connects as soon as it can. The only error is a malformed
// URL.
func Open(url string, log *slog.Logger) (*Bus, error) {
	b := &Bus{
		log: log, local: mem.New(), in: make(chan *nats.Msg, inbox), done: make(chan struct{}),
		readers: map[string]int{}, changed: map[string]struct{}{}, waiting: map[string]int{},
		newSubject: make(chan struct{}, 1), newSeq: make(chan struct{}, 1),
	}
	conn, err := nats.Connect(url, b.options()...)
	if err != nil {
		return nil, errors.New("bus: want a URL like nats://127.0.0.1:4222") // err may hold a password
	}
	b.conn = conn
	if !conn.IsConnected() {
		log.Warn("NATS is away: the server goes on, and connects when it can")
	}
	b.all.Go(b.receive)
	b.all.Go(b.send)
	b.all.Go(b.subscribe)
	return b, nil
}

// options returns the options of the connection, which is retried for ever.
func (b *Bus) options() []nats.Option {
	return []nats.Option{
		nats.Name("cairn"), nats.NoEcho(),
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.IgnoreAuthErrorAbort(),
		nats.ReconnectWait(reconnectsIn), nats.Timeout(connectTime),
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2),
		nats.FlusherTimeout(writeTime), nats.ReconnectBufSize(outageBuffer),
		nats.ConnectHandler(b.connected), nats.ReconnectHandler(b.connected),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil { // nil when the bus is closed
				b.log.Warn("NATS is away: until it is back, nodes ask the database for moves of other nodes every two seconds", "err", err)
			}
		}),
		nats.ReconnectErrHandler(func(_ *nats.Conn, err error) { b.failed(nil, nil, err) }),
		nats.ErrorHandler(b.failed),
	}
}

func (b *Bus) connected(conn *nats.Conn) {
	b.log.Info("connected to NATS", "server", conn.ConnectedAddr()) // the URL may hold a token
	b.wakeAll()
}

// failed notes an error that does not end the connection. A repeated error is logged
// once: it may come with every message.
func (b *Bus) failed(_ *nats.Conn, _ *nats.Subscription, err error) {
	b.mutex.Lock()
	again := b.last != nil && b.last.Error() == err.Error()
	b.last = err
	b.mutex.Unlock()
	if !again {
		b.log.Warn("NATS", "err", err)
	}
	if errors.Is(err, nats.ErrSlowConsumer) { // messages were dropped
		b.wakeAll()
	}
}

// Connected reports whether the bus has a connection to NATS.
func (b *Bus) Connected() bool { return b.conn.IsConnected() }

// Err returns the last error of NATS, nil if there was none.
func (b *Bus) Err() error {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return b.last
}

// RoundTrip returns how long NATS takes to answer.
func (b *Bus) RoundTrip() (time.Duration, error) { return b.conn.RTT() }

// Close flushes the messages, if NATS is there, and closes the connection.
func (b *Bus) Close() {
	close(b.done)
	b.all.Wait()
	if b.Connected() {
		_ = b.conn.FlushTimeout(closeTime) // the messages are lost otherwise
	}
	b.conn.Close()
}

// Publish implements cluster.Bus.
func (b *Bus) Publish(topic string, seq int) {
	s := subject(topic)
	b.local.Publish(s, seq)
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if before, found := b.waiting[s]; found {
		seq = max(seq, before)
	} else if len(b.waiting) >= maxWaiting {
		return
	}
	b.waiting[s] = seq
	kick(b.newSeq)
}

// Subscribe implements cluster.Bus. The returned function may be called again.
func (b *Bus) Subscribe(topic string) (<-chan int, func()) {
	s := subject(topic)
	signal, end := b.local.Subscribe(s)
	b.count(s, 1)
	return signal, sync.OnceFunc(func() {
		end()
		b.count(s, -1)
	})
}

// count changes the number of readers of a subject.
func (b *Bus) count(subject string, by int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	before := b.readers[subject]
	b.readers[subject] += by
	if b.readers[subject] == 0 {
		delete(b.readers, subject)
	}
	if before == 0 || before+by == 0 {
		b.changed[subject] = struct{}{}
		kick(b.newSubject)
	}
}

// wakeAll makes all readers ask the store.
func (b *Bus) wakeAll() {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	b.lost = true
	kick(b.newSubject)
}

// kick wakes the receiver of a channel of capacity one; wake-ups coalesce.
func kick(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// send publishes messages until the bus is closed. It alone blocks when the connection
// takes no bytes; meanwhile the messages of a subject coalesce.
func (b *Bus) send() {
	for open := true; open; {
		select {
		case <-b.newSeq:
		case <-b.done:
			open = false
		}
		b.mutex.Lock()
		waiting := b.waiting
		b.waiting = make(map[string]int, min(len(waiting), 64))
		b.mutex.Unlock()
		for subject, seq := range waiting {
			// Fails if NATS is away for long: readers ask the store when it is back.
			_ = b.conn.Publish(subject, strconv.AppendInt(nil, int64(seq), 10))
		}
	}
}

// receive delivers messages until the bus is closed.
func (b *Bus) receive() {
	for {
		select {
		case message := <-b.in:
			b.deliver(message)
		case <-b.done:
			return
		}
	}
}
