// SPDX-License-Identifier: Apache-2.0

package server_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"cairn/internal/config"
	"cairn/internal/server"
	"cairn/internal/server/servertest"
)

// caller is a listener that accepts the connections of a test.
type caller struct {
	t     *testing.T
	calls chan net.Conn
	errs  chan error
	net.Listener
	changed func(net.Conn, http.ConnState)
	log     bytes.Buffer
}

// newCaller returns a listener with limits for a process with so many files.
func newCaller(t *testing.T, files int, change func(*config.Config)) *caller {
	c := &caller{t: t, calls: make(chan net.Conn, 1), errs: make(chan error, 1)}
	conf := config.New(t.TempDir())
	change(conf)
	c.Listener, c.changed = server.Limit(raw{c}, conf, files, slog.New(slog.NewTextHandler(&c.log, nil)))
	return c
}

type raw struct{ *caller }

// Accept implements net.Listener.
func (r raw) Accept() (net.Conn, error) {
	select {
	case conn := <-r.calls:
		return conn, nil
	case err := <-r.errs:
		return nil, err
	}
}

var errRefused = errors.New("refused")

// call opens a connection from an address; nil if it is refused.
func (c *caller) call(address string) *call {
	c.t.Helper()
	near, far := net.Pipe()
	c.calls <- &addressed{near, net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))}
	result := make(chan net.Conn, 1)
	go func() {
		conn, err := c.Accept()
		if err != nil && !errors.Is(err, errRefused) {
			c.t.Error(err)
		}
		result <- conn
	}()
	closed := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, far)
		close(closed)
	}()
	select {
	case conn := <-result:
		return &call{conn, closed}
	case <-closed:
		c.errs <- errRefused // end Accept
		<-result
		return nil
	}
}

type addressed struct {
	net.Conn
	address net.Addr
}

// RemoteAddr implements net.Conn.
func (a *addressed) RemoteAddr() net.Addr { return a.address }

// call is an open connection, with the end of its client.
type call struct {
	net.Conn
	closed chan struct{}
}

func (c *call) open() bool {
	select {
	case <-c.closed:
		return false
	default:
		return true
	}
}

func TestConnectionsOfAddress(t *testing.T) {
	c := newCaller(t, 0, func(c *config.Config) {
		c.Limits.Connections = 2
		c.Proxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	})
	first := c.call("192.0.2.1:1")
	c.call("192.0.2.1:2")
	for range 3 {
		if c.call("192.0.2.1:3") != nil {
			t.Error("the third of an address is open")
		}
	}
	if got := strings.Count(c.log.String(), "too many connections from one address"); got != 1 {
		t.Errorf("got %d lines in the log, want one a minute", got)
	}
	_ = first.Close()
	_ = first.Close() // as often as it likes
	if c.call("192.0.2.1:4") == nil || c.call("192.0.2.1:5") != nil {
		t.Error("one closed: want one more")
	}
	for i := range 16 { // eight addresses' worth
		if c.call(fmt.Sprintf("[2001:db8:1:%d::1]:1", i)) == nil {
			t.Fatalf("connection %d of a network is refused", i)
		}
	}
	if c.call("[2001:db8:1:99::1]:1") != nil {
		t.Error("one more of the network is open")
	}
	for i := range 50 {
		if c.call("10.0.0.1:1") == nil {
			t.Fatalf("connection %d of a proxy is refused", i)
		}
	}
}

// A process with few files closes connections that are not in use, first those of
// who has many, and keeps streams and room for those who have one.
func TestConnectionsOfAll(t *testing.T) {
	c := newCaller(t, 43, func(c *config.Config) { c.Unlimited = true }) // 33 connections, 4 of them for players
	player := c.call("192.0.2.1:1")
	c.changed(player.Conn, http.StateActive)
	c.changed(player.Conn, http.StateHijacked)
	quiet := c.call("203.0.113.1:1")
	var many []*call
	for i := range 27 {
		many = append(many, c.call(fmt.Sprintf("198.51.100.%d:1", i)))
	}
	newcomer := c.call("203.0.113.9:1")
	if newcomer == nil {
		t.Fatal("a newcomer is refused while others do nothing")
	}
	open := func() (n int) {
		for _, conn := range many {
			if conn.open() {
				n++
			}
		}
		return n
	}
	for open() == len(many) { // it is closed in the background
		time.Sleep(time.Millisecond)
	}
	if !player.open() || !quiet.open() || open() != len(many)-1 {
		t.Errorf("open: player %v, quiet %v, %d of %d of the crowd, want one of the crowd less", player.open(), quiet.open(), open(), len(many))
	}
	for _, conn := range append(many, quiet, newcomer) {
		c.changed(conn.Conn, http.StateActive)
	}
	if c.call("203.0.113.10:1") != nil {
		t.Error("a newcomer is let in while all others work")
	}
	for i := range 4 {
		conn := c.call("192.0.2.1:2")
		if conn == nil {
			t.Fatalf("connection %d of the player is refused", i)
		}
		c.changed(conn.Conn, http.StateActive)
	}
	if c.call("192.0.2.1:3") != nil {
		t.Error("got more connections than the process has room for")
	}
	c.changed(quiet.Conn, http.StateIdle)
	c.errs <- &net.OpError{Op: "accept", Err: os.NewSyscallError("accept", syscall.EMFILE)}
	if _, err := c.Accept(); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("got %v, want EMFILE", err)
	}
	<-quiet.closed
	if got := strings.Count(c.log.String(), "out of connections"); got != 1 {
		t.Errorf("got %d lines in the log, want one a minute: %s", got, c.log.String())
	}
}

// The limit holds for a whole server.
func TestServeConnections(t *testing.T) {
	home, _ := servertest.Run(t, "--data", t.TempDir(), "--limits-connections", "2")
	address := strings.TrimPrefix(home, "http://")
	for i := range 3 {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
		n, _ := conn.Read(make([]byte, 100))
		if answered := n > 0; answered != (i < 2) {
			t.Errorf("connection %d: answered: %v", i+1, answered)
		}
	}
}
