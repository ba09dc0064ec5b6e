// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bufio"
	"bytes"
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

	"cairn/client"
	"cairn/internal/server/servertest"
	"cairn/internal/store/sqlite"
	"cairn/match"
)

// serverProcess is a server in its own process.
type serverProcess struct {
	*exec.Cmd
	url string
}

// end ends the server by a signal and waits for it.
func (p *serverProcess) end(signal syscall.Signal) error {
	_ = p.Process.Signal(signal) // it may have ended
	return p.Wait()
}

// serveOn starts a server on a data folder, in its own process.
func serveOn(t *testing.T, dir string) *serverProcess {
	t.Helper()
	program, err := exec.LookPath("cairn")
	if err != nil {
		t.Fatal(err)
	}
	p := &serverProcess{Cmd: exec.Command(program, "serve", "--addr", "127.0.0.1:0", "--data", dir, "--log-level", "warn")}
	p.Stderr = os.Stderr
	out, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = p.end(syscall.SIGKILL) })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	p.url = strings.TrimSpace(line[strings.LastIndex(line, " "):])
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
	id := seat(t, first.url, "5m+0s")
	conn, _, err := websocket.Dial(t.Context(), first.url+"/match/"+id+"/live", nil)
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
	if err := first.end(syscall.SIGTERM); err != nil {
		t.Fatalf("stop: %v", err)
	}
	if got, want := <-code, websocket.StatusGoingAway; got != want {
		t.Errorf("the stream ended with code %d, want %d", got, want)
	}
	stopped := kindsOf(t, dir, id)
	if last := stopped[len(stopped)-1]; last != match.Paused {
		t.Errorf("stopped: got %v, want it paused", stopped)
	}

	second := serveOn(t, dir)
	waitResumed(t, dir, id, len(stopped))
	_ = second.end(syscall.SIGKILL)
	killed := kindsOf(t, dir, id)
	if last := killed[len(killed)-1]; last != match.Resumed {
		t.Errorf("killed: got %v, want it to run", killed)
	}
	serveOn(t, dir)
	waitResumed(t, dir, id, len(killed)+1)
}

// waitResumed waits until a match with more than n events runs. On a busy machine
// its clocks may stop more often than the test stops the server.
func waitResumed(t *testing.T, dir, id string, n int) {
	t.Helper()
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		kinds := kindsOf(t, dir, id)
		if len(kinds) > n && kinds[len(kinds)-1] == match.Resumed {
			return
		}
		if time.Since(begin) > 2*time.Minute {
			t.Fatalf("got %v, want it resumed", kinds)
		}
	}
}

// seat creates a match of two guests and lets the first make one move.
func seat(t *testing.T, url, clock string) string {
	t.Helper()
	var clients [2]*client.Client
	for i := range clients {
		c, err := client.New(url)
		if err != nil {
			t.Fatal(err)
		}
		clients[i] = c
	}
	id, err := clients[0].Create(t.Context(), client.Spec{Game: "nine", Clock: clock, Shown: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := clients[1].Join(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	if err := playRandom(t.Context(), clients[0], id, rand.New(rand.NewPCG(1, 1)), 1); err != nil {
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
	request := "POST /login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n"
	if _, err := io.WriteString(slow, request); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(slow).ReadString('\n'); !strings.Contains(line, " 100 ") { // its handler waits for the body
		t.Fatalf("got %q, %v, want that the server goes on to read", line, err)
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
