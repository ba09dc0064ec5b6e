// SPDX-License-Identifier: Apache-2.0

package server

import (
	"crypto/tls"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"syscall"
	"time"

	"cairn/internal/config"
	"cairn/internal/failure"
	"cairn/internal/web"
)

const (
	// reservedFiles are the files that connections leave to the database, the log
	// and outgoing mail, or a quarter of all if they are few.
	reservedFiles = 256
	// playersShare is the part of all connections that only addresses with an open
	// live stream can use: their moves need connections too.
	playersShare = 8
	// sample is how many connections findSpare compares.
	sample = 100
)

// connections bounds the open connections of an address and of all. The connections
// of trusted proxies, which have many clients each, are bounded only as a part of all.
type connections struct {
	ofAddress int // 0 for no bound
	most      int // of all; 0 for no bound
	proxies   []netip.Prefix
	crowded   *failure.Log // one address has too many
	full      *failure.Log // all have too many

	mu      sync.Mutex
	open    int
	spare   map[*connection]struct{} // without a request, which can be closed
	from    map[string]int           // by address and by network
	streams map[string]int           // by address
}

var (
	errCrowded = errors.New("too many connections from one address")
	errFull    = errors.New("too many connections")
)

func newConnections(c *config.Config, files int, log *slog.Logger) *connections {
	return &connections{
		ofAddress: c.EffectiveLimits().Connections, most: max(0, files-min(reservedFiles, files/4)), proxies: c.Proxies,
		crowded: failure.NewLog(log, time.Now, "connection refused"), full: failure.NewLog(log, time.Now, "out of connections"),
		spare: map[*connection]struct{}{}, from: map[string]int{}, streams: map[string]int{},
	}
}

// limit bounds the connections that a listener accepts.
func (c *connections) limit(l net.Listener) net.Listener { return &boundedListener{l, c} }

type boundedListener struct {
	net.Listener
	all *connections
}

// Accept implements net.Listener. It closes a connection above the bounds at once. When
// the process has no more files, it closes an unused connection; the caller retries.
func (l *boundedListener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			if errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE) {
				l.all.closeSpare(err)
			}
			return nil, err
		}
		if c := l.all.add(conn); c != nil {
			return c, nil
		}
		_ = conn.Close()
	}
}

// connection is an open connection.
type connection struct {
	net.Conn
	all    *connections
	origin web.Origin
	stream bool
	gone   bool // counts no longer
}

// keys are the address and the network for which a connection counts.
func (c *connection) keys() [2]string {
	return [2]string{"address " + c.origin.Address, "network " + c.origin.Network}
}

// Close implements net.Conn.
func (c *connection) Close() error {
	c.all.mu.Lock()
	c.all.forget(c)
	c.all.mu.Unlock()
	return c.Conn.Close()
}

// add counts a new connection; nil if there are too many.
func (c *connections) add(conn net.Conn) *connection {
	remote := conn.RemoteAddr().String()
	n := &connection{Conn: conn, all: c, origin: web.ParseOrigin(remote)}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ofAddress > 0 && !c.trusts(remote) {
		keys := n.keys()
		if c.from[keys[0]] >= c.ofAddress || c.from[keys[1]] >= web.OfNetwork*c.ofAddress {
			c.crowded.Note(errCrowded)
			return nil
		}
	}
	if c.most > 0 && c.open >= c.room(n) {
		c.full.Note(errFull)
		victim := c.findSpare()
		if victim == nil || c.from[victim.keys()[1]] < c.from[n.keys()[1]] {
			return nil
		}
		c.forget(victim)
		go victim.Conn.Close()
	}
	c.open++
	for _, key := range n.keys() {
		c.from[key]++
	}
	c.spare[n] = struct{}{}
	return n
}

// room returns how many connections there may be when an address opens one.
func (c *connections) room(n *connection) int {
	if c.streams[n.origin.Address] > 0 {
		return c.most
	}
	return c.most - c.most/playersShare
}

// findSpare returns a connection without a request, of the network that has the most
// connections in a sample; nil if there is none.
func (c *connections) findSpare() (found *connection) {
	n := 0
	for conn := range c.spare {
		if found == nil || c.from[conn.keys()[1]] > c.from[found.keys()[1]] {
			found = conn
		}
		if n++; n == sample {
			break
		}
	}
	return found
}

// closeSpare closes a connection without a request, because of an error.
func (c *connections) closeSpare(err error) {
	c.mu.Lock()
	c.full.Note(err)
	victim := c.findSpare()
	c.mu.Unlock()
	if victim != nil {
		_ = victim.Close()
	}
}

// forget removes a connection that is closed.
func (c *connections) forget(conn *connection) {
	if conn.gone {
		return
	}
	conn.gone = true
	c.open--
	delete(c.spare, conn)
	for _, key := range conn.keys() {
		decrease(c.from, key)
	}
	if conn.stream {
		decrease(c.streams, conn.origin.Address)
	}
}

func decrease(counts map[string]int, key string) {
	if counts[key]--; counts[key] <= 0 {
		delete(counts, key)
	}
}

// changed is the ConnState of servers: it notes which connections have a request, and
// which are live streams.
func (c *connections) changed(conn net.Conn, state http.ConnState) {
	if t, ok := conn.(*tls.Conn); ok {
		conn = t.NetConn()
	}
	n, ok := conn.(*connection)
	if !ok || state == http.StateNew || state == http.StateClosed {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if n.gone {
		return
	}
	switch state {
	case http.StateIdle:
		c.spare[n] = struct{}{}
	case http.StateHijacked:
		n.stream = true
		c.streams[n.origin.Address]++
		fallthrough
	default:
		delete(c.spare, n)
	}
}

func (c *connections) trusts(remote string) bool {
	at, err := netip.ParseAddrPort(remote)
	return err == nil && slices.ContainsFunc(c.proxies, func(p netip.Prefix) bool { return p.Contains(at.Addr().Unmap()) })
}
