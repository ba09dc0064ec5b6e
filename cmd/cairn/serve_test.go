// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/bench"
	"cairn/internal/server/servertest"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// serveOn starts a server on a data folder, in a process of its own.
func serveOn(t *testing.T, dir string, args ...string) *bench.Process {
	t.Helper()
	program, err := exec.LookPath("cairn")
	if err != nil {
		t.Fatal(err)
	}
	args = append([]string{"serve", "--addr", "127.0.0.1:0", "--data", dir, "--log-level", "warn"}, args...)
	p, err := bench.Start(t.Context(), os.Stderr, program, args...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Kill)
	return p
}

// kindsOf returns the kinds of the events of a match.
func kindsOf(t *testing.T, dir, id string) (kinds []match.EventKind) {
	t.Helper()
	store, err := sqlite.Open(dir, sqlite.Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	events, err := store.FindEvents(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}

// A server that stops closes the streams and pauses the clocks, which resume when it
// starts again. One that was killed did not pause them: it does so when it starts.
func TestServePausesClocks(t *testing.T) {
	dir := t.TempDir()
	first := serveOn(t, dir)
	id := seat(t, first.URL, "5m+0s")
	conn, _, err := websocket.Dial(t.Context(), first.URL+"/match/"+id+"/live", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.CloseNow()
	code := make(chan websocket.StatusCode, 1)
	go func() {
		var err error
		for err == nil {
			_, _, err = conn.Read(t.Context())
		}
		code <- websocket.CloseStatus(err)
	}()
	if err := first.Stop(); err != nil {
		t.Fatalf("stop: %v", err)
	}
	if got, want := <-code, websocket.StatusGoingAway; got != want {
		t.Errorf("the stream ended with code %d, want %d", got, want)
	}
	want := []match.EventKind{match.Created, match.Joined, match.Started, match.Moved, match.Paused}
	compareKinds(t, "stopped", kindsOf(t, dir, id), want)

	second := serveOn(t, dir)
	want = append(want, match.Resumed)
	compareKinds(t, "started again", kindsOf(t, dir, id), want)
	second.Kill()
	compareKinds(t, "killed", kindsOf(t, dir, id), want)
	serveOn(t, dir)
	compareKinds(t, "started after that", kindsOf(t, dir, id), append(want, match.Paused, match.Resumed))
}

func compareKinds(t *testing.T, when string, got, want []match.EventKind) {
	t.Helper()
	if strings.Join(texts(got), " ") != strings.Join(texts(want), " ") {
		t.Errorf("%s: got %v, want %v", when, got, want)
	}
}

func texts(kinds []match.EventKind) []string {
	var all []string
	for _, kind := range kinds {
		all = append(all, string(kind))
	}
	return all
}

// seat creates a match of two guests and lets the first make one move.
func seat(t *testing.T, url, clock string) string {
	t.Helper()
	var clients [2]*bench.Client
	for i := range clients {
		client, err := bench.NewClient(url)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		clients[i] = client
	}
	id, err := clients[0].Create(t.Context(), "nine", clock)
	if err != nil {
		t.Fatal(err)
	}
	if err := clients[1].Join(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	ctx, enough := context.WithCancel(t.Context())
	player := &bench.Player{Client: clients[0], Random: rand.New(rand.NewPCG(1, 1)), Acked: func(d bench.Sent) {
		if d.Action == "move" {
			enough()
		}
	}}
	if err := player.Play(ctx, id); ctx.Err() == nil {
		t.Fatalf("play: %v", err)
	}
	return id
}

// A second signal does not wait for open connections.
func TestServeSecondSignal(t *testing.T) {
	program, err := exec.LookPath("cairn")
	if err != nil {
		t.Fatal(err)
	}
	log := &signpost{text: "msg=stopping", seen: make(chan struct{})}
	address := servertest.FreeAddress(t)
	command := exec.Command(program, "serve", "--addr", address, "--data", t.TempDir())
	command.Stderr = log
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 100)); err != nil { // ready
		t.Fatal(err)
	}
	slow, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer slow.Close()
	if _, err := io.WriteString(slow, "GET / HTTP/1.1\r\n"); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	signal := func() { _ = command.Process.Signal(syscall.SIGTERM) }
	signal()
	<-log.seen
	go func() { ended <- command.Wait() }()
	for done := false; !done; {
		signal() // repeated, since the first may come before the handler is removed
		select {
		case <-ended:
			done = true
		case <-time.After(10 * time.Millisecond):
		}
	}
	if got := command.ProcessState.Sys().(syscall.WaitStatus); !got.Signaled() {
		t.Errorf("it ended with status %d, want by the signal", got.ExitStatus())
	}
}

// signpost is a log that closes seen when it contains a text.
type signpost struct {
	text string
	seen chan struct{}
	log  []byte
	done bool
}

func (s *signpost) Write(p []byte) (int, error) {
	s.log = append(s.log, p...)
	if !s.done && bytes.Contains(s.log, []byte(s.text)) {
		s.done = true
		close(s.seen)
	}
	return len(p), nil
}
