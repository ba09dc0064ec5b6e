// SPDX-License-Identifier: Apache-2.0

// Package servertest runs whole servers inside tests.
package servertest

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/pflag"

	"cairn/catalog"
	"cairn/internal/config"
	"cairn/internal/server"
)

// Server is a server that runs.
type Server struct {
	Home string // its address
	Log  *Log
	Stop func() // stops it and waits; the end of the test does so too
}

// Run runs a server on a free port with the flags of "cairn serve", and returns its
// address and its log. It is stopped when the test ends.
func Run(t *testing.T, args ...string) (home string, log *Log) {
	t.Helper()
	s := Start(t, args...)
	return s.Home, s.Log
}

// Start runs a server as Run does.
func Start(t *testing.T, args ...string) *Server {
	t.Helper()
	flags, set := &config.Flags{}, pflag.NewFlagSet("serve", pflag.ContinueOnError)
	flags.Add(set, t.TempDir())
	if err := set.Parse(append([]string{"--addr", "127.0.0.1:0", "--data", t.TempDir()}, args...)); err != nil {
		t.Fatal(err)
	}
	c, err := config.Load(config.Environ(nil), flags)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	log := &Log{more: make(chan struct{})}
	ready, ended := make(chan string, 1), make(chan error, 1)
	go func() {
		ended <- server.Run(ctx, server.Options{
			Config: c, Games: catalog.Standard(), Log: log, Ready: func(home, _ string) { ready <- home },
		})
	}()
	s := &Server{Log: log}
	select {
	case s.Home = <-ready:
	case err := <-ended:
		cancel()
		t.Fatalf("the server ended: %v: %s", err, log)
	}
	s.Stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the server ended with %v: %s", err, log)
		}
	})
	t.Cleanup(s.Stop)
	return s
}

// Log is the log of a server.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
	more chan struct{} // closed by the next Write
}

// Write implements io.Writer.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	close(l.more)
	l.more = make(chan struct{})
	return l.text.Write(p)
}

// Await returns when the log contains a text.
func (l *Log) Await(t *testing.T, text string) {
	t.Helper()
	for {
		l.mu.Lock()
		found, more := strings.Contains(l.text.String(), text), l.more
		l.mu.Unlock()
		if found {
			return
		}
		select {
		case <-more:
		case <-t.Context().Done():
			t.Fatalf("%q is not in the log: %s", text, l)
		}
	}
}

// String returns the whole log.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// After returns what follows a text in the log, up to the end of the line.
func (l *Log) After(text string) string {
	_, rest, _ := strings.Cut(l.String(), text)
	word, _, _ := strings.Cut(rest, "\n")
	return word
}

// FreeAddress returns an address on this machine that is not in use. Its port is
// below those that systems give to connections and listeners without a port of
// their own, so that none of them takes it before the test does.
func FreeAddress(t *testing.T) string {
	t.Helper()
	var err error
	for range 100 {
		var listener net.Listener
		listener, err = net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", 10_000+rand.N(20_000)))
		if err == nil {
			defer listener.Close()
			return listener.Addr().String()
		}
	}
	t.Fatal(err)
	return ""
}
