// SPDX-License-Identifier: Apache-2.0

package mailer_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"cairn/internal/mailer"
)

// dialogue serves one visitor by hand: it writes the answers in turn, each after a
// line of the visitor but the first, and then does what the last function does.
func dialogue(t *testing.T, then func(net.Conn), answers ...string) mailer.Options {
	t.Helper()
	listener := listen(t)
	done := make(chan struct{})
	t.Cleanup(func() {
		listener.Close()
		<-done
	})
	go func() {
		defer close(done)
		conn, err := listener.Accept()
		if err != nil {
			return
		}
		defer conn.Close()
		lines := bufio.NewScanner(conn)
		for i, answer := range answers {
			if i > 0 && !lines.Scan() {
				return
			}
			fmt.Fprintf(conn, "%s\r\n", answer)
		}
		then(conn)
	}()
	return mailer.Options{Addr: listener.Addr().String(), From: sender, TLS: mailer.None}
}

// hang waits until the visitor goes.
func hang(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }

func leave(net.Conn) {}

func TestBrokenServers(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []string
		want    string // part of the error
	}{
		{"closes at once", nil, "greeting: "},
		{"closes after the greeting", []string{"220 here"}, "hello: "},
		{"speaks another language", []string{"HTTP/1.1 400 Bad Request"}, "greeting: "},
		{"is closed today", []string{"554 go away"}, `greeting: 554 "go away"`},
		{"closes after the hello", []string{"220 here", "250 hello"}, "sender: "},
		{"refuses the sender", []string{"220 here", "250 hello", "550 no"}, `sender: 550 "no"`},
		{"closes after the sender", []string{"220 here", "250 hello", "250 ok"}, "recipient: "},
		{"refuses data", []string{"220 here", "250 hello", "250 ok", "250 ok", "451 later"}, `data: 451 "later"`},
		{"closes in the text", []string{"220 here", "250 hello", "250 ok", "250 ok", "354 go"}, "data: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := newSender(t, dialogue(t, leave, c.answers...)).Send(t.Context(), letter)
			if err == nil || !strings.HasPrefix(err.Error(), "mail: "+c.want) {
				t.Errorf("got %v, want mail: %s...", err, c.want)
			}
		})
	}
}

func TestNoLogInOffered(t *testing.T) {
	options := dialogue(t, hang, "220 here", "250 hello")
	options.User, options.Password = user, secret
	err := newSender(t, options).Send(t.Context(), letter)
	if err == nil || !strings.Contains(err.Error(), "offers no log-in") {
		t.Errorf("got %v, want it to say that there is no log-in", err)
	}
}

func TestNobodyListens(t *testing.T) {
	listener := listen(t)
	listener.Close()
	s := newSender(t, mailer.Options{Addr: listener.Addr().String(), From: sender, TLS: mailer.None})
	var refused *net.OpError
	if err := s.Send(t.Context(), letter); !errors.As(err, &refused) {
		t.Errorf("got %v, want the connection refused", err)
	}
}

// A server that stops answering holds nobody longer than the options say.
func TestSlowServer(t *testing.T) {
	for _, answers := range [][]string{nil, {"220 here"}, {"220 here", "250 hello", "250 ok", "250 ok", "354 go"}} {
		t.Run(fmt.Sprintf("after %d answers", len(answers)), func(t *testing.T) {
			options := dialogue(t, hang, answers...)
			options.Timeout = 20 * time.Millisecond
			if err := newSender(t, options).Send(t.Context(), letter); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want the deadline exceeded", err)
			}
		})
	}
}

// The same holds when it stops in the middle of the first handshake of TLS.
func TestSlowHandshake(t *testing.T) {
	options := dialogue(t, hang)
	options.TLS, options.Timeout = mailer.TLS, 20*time.Millisecond
	if err := newSender(t, options).Send(t.Context(), letter); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the deadline exceeded", err)
	}
}

// Whoever waits can give up before that.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	options := dialogue(t, func(conn net.Conn) { cancel(); hang(conn) }, "220 here")
	if err := newSender(t, options).Send(ctx, letter); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want it canceled", err)
	}
}

// A letter that was taken stays so, even when the server then goes without a word.
func TestServerGoesAfterTheLetter(t *testing.T) {
	options := dialogue(t, func(conn net.Conn) {
		lines := bufio.NewScanner(conn)
		for lines.Scan() && lines.Text() != "." {
		}
		fmt.Fprint(conn, "250 taken\r\n")
	}, "220 here", "250 hello", "250 ok", "250 ok", "354 go")
	if err := newSender(t, options).Send(t.Context(), letter); err != nil {
		t.Errorf("got %v, want no error", err)
	}
}
