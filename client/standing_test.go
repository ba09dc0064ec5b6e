// SPDX-License-Identifier: Apache-2.0

package client_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"testing"
	"time"

	"cairn/client"
	"cairn/internal/limit"
	"cairn/internal/server/servertest"
	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// await waits until something holds.
func await(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for began := time.Now(); !holds(); time.Sleep(5 * time.Millisecond) {
		if time.Since(began) > long {
			t.Fatalf("waited too long: %s", what)
		}
	}
}

// private creates a match as a guest.
func private(p *webtest.Program) string {
	p.T.Helper()
	var made struct{ Match string }
	p.Send("POST /matches", `{"game":"three","opponent":"private","shown":true}`).Want(http.StatusOK).JSON(&made)
	return made.Match
}

// TestSlowReader has a stream whose reader reads nothing: other streams continue, and it ends.
func TestSlowReader(t *testing.T) {
	site := webtest.NewSite(t, func(o *web.Options) { o.SlowReader = 3 * time.Second })
	p := site.Program()
	match := private(p)
	near, far := net.Pipe() // has no buffer: a write waits for its reader
	defer near.Close()
	pipes := &http.Server{Handler: site.Web}
	go func() { _ = pipes.Serve(&pipe{far: far, closed: make(chan struct{})}) }()
	defer pipes.Close()
	if _, err := io.WriteString(near, "GET /api/v1/matches/"+match+"/events HTTP/1.1\r\nHost: cairn\r\nAuthorization: Bearer "+p.Token+"\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if _, err := near.Read(make([]byte, 1)); err != nil { // the rest of the first message waits
		t.Fatal(err)
	}
	other := open(t, site, p.Token, match, "", "")
	site.Program().Send("POST /matches/"+match+"/join", "").Want(http.StatusOK)
	until(t, other, `"kind":"joined"`)
	await(t, "the slow stream ends", func() bool { return site.Web.Streams.Count() <= 1 })
}

// pipe is a listener that accepts one connection.
type pipe struct {
	far    net.Conn // nil when it was accepted
	closed chan struct{}
}

func (p *pipe) Accept() (net.Conn, error) {
	if conn := p.far; conn != nil {
		p.far = nil
		return conn, nil
	}
	<-p.closed
	return nil, net.ErrClosed
}

func (p *pipe) Close() error {
	close(p.closed)
	return nil
}

func (p *pipe) Addr() net.Addr { return &net.TCPAddr{} }

// TestLimitedStands has several streams of one token, which stay open when its requests
// are refused.
func TestLimitedStands(t *testing.T) {
	site := webtest.NewSite(t, func(o *web.Options) { o.Limits.Token = limit.Rate{Every: time.Hour, Burst: 5} })
	p := site.Program()
	match := private(p)
	var streams []*bufio.Scanner
	for range 3 {
		streams = append(streams, open(t, site, p.Token, match, "", ""))
	}
	for p.Send("GET /account", "").StatusCode != http.StatusTooManyRequests {
	}
	site.Program().Send("POST /matches/"+match+"/join", "").Want(http.StatusOK)
	for _, stream := range streams {
		until(t, stream, `"kind":"joined"`)
	}
	p.Send("GET /matches/"+match+"/events", "").Trouble(http.StatusTooManyRequests)
}

// TestRestart restarts the server of two players and a spectator: no event is missing
// and none comes twice.
func TestRestart(t *testing.T) {
	dir, address, ctx := t.TempDir(), servertest.FreeAddress(t), within(t)
	home, stop, err := run(dir, address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if stop != nil {
			_ = stop()
		}
	}()
	var clients [3]*client.Client
	for i := range clients {
		if clients[i], err = client.New(home); err != nil {
			t.Fatal(err)
		}
	}
	match, err := clients[0].Create(ctx, client.Spec{Game: "three", Shown: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := clients[1].Join(ctx, match); err != nil {
		t.Fatal(err)
	}
	const half, turns = 4, 8
	ended := make(chan error, 2)
	for _, c := range clients[:2] {
		go func() {
			_, _, err := play(ctx, c, match, turns)
			ended <- err
		}()
	}
	var events []client.Event
	restarted := false
	for m, err := range clients[2].Follow(ctx, match, 0) {
		if err != nil {
			t.Fatal(err)
		}
		events = append(events, m.Events...)
		if m.State == nil {
			continue
		}
		if m.State.Status == "over" {
			contiguous(t, events, m.State.Seq)
			break
		}
		if !restarted && len(m.State.Line) >= half {
			restarted = true
			if err := stop(); err != nil {
				t.Fatal(err)
			}
			await(t, "the server starts again", func() bool { // another program may have the port for a moment
				_, stop, err = run(dir, address)
				return err == nil
			})
		}
	}
	if err := errors.Join(<-ended, <-ended); err != nil {
		t.Fatal(err)
	}
	if !restarted || clients[2].Retries() == 0 {
		t.Errorf("restarted: %t, with %d retries", restarted, clients[2].Retries())
	}
}
