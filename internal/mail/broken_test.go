// SPDX-License-Identifier: Apache-2.0

package mail_test

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

	"cairn/internal/mail"
)

// dialogue serves one client: it writes the answers in turn, each but the first
// after a line of the client, and then calls the function then.
func dialogue(t *testing.T, then func(net.Conn), answers ...string) mail.Options {
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
	return mail.Options{Addr: listener.Addr().String(), From: sender, TLS: mail.None}
}

// hang waits until the client closes the connection.
func hang(conn net.Conn) { _, _ = io.Copy(io.Discard, conn) }

func leave(net.Conn) {}

func TestBrokenServers(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers []string
		want    string // part of the error
	}{
		{"closes at once", nil, "connect: EOF"},
		{"closes after the greeting", []string{"220 here"}, "connect: smtp: EHLO/HELO"},
		{"speaks another language", []string{"HTTP/1.1 400 Bad Request"}, "connect: short response"},
		{"is closed today", []string{"554 go away"}, `connect: 554 "go away"`},
		{"closes after the hello", []string{"220 here", "250 hello"}, "sending SMTP MAIL FROM command: "},
		{"refuses the sender", []string{"220 here", "250 hello", "550 no"}, `sending SMTP MAIL FROM command: 550 "no"`},
		{"closes after the sender", []string{"220 here", "250 hello", "250 ok"}, "sending SMTP RCPT TO command: "},
		{"refuses data", []string{"220 here", "250 hello", "250 ok", "250 ok", "451 later"}, `sending SMTP DATA command: 451 "later"`},
		{"closes in the text", []string{"220 here", "250 hello", "250 ok", "250 ok", "354 go"}, "closing SMTP DATA writer: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := newSender(t, dialogue(t, leave, c.answers...)).Send(t.Context(), sample)
			if err == nil || !strings.HasPrefix(err.Error(), "mail: "+c.want) {
				t.Errorf("got %v, want mail: %s...", err, c.want)
			}
		})
	}
}

func TestNoLogInOffered(t *testing.T) {
	options := dialogue(t, hang, "220 here", "250 hello")
	options.User, options.Password = user, secret
	err := newSender(t, options).Send(t.Context(), sample)
	if err == nil || !strings.Contains(err.Error(), "does not support SMTP AUTH") {
		t.Errorf("got %v, want it to report that there is no log-in", err)
	}
}

func TestConnectionRefused(t *testing.T) {
	listener := listen(t)
	listener.Close()
	s := newSender(t, mail.Options{Addr: listener.Addr().String(), From: sender, TLS: mail.None})
	var refused *net.OpError
	if err := s.Send(t.Context(), sample); !errors.As(err, &refused) {
		t.Errorf("got %v, want the connection refused", err)
	}
}

// A server that stops answering blocks the sender for at most Options.Timeout.
func TestSlowServer(t *testing.T) {
	for _, answers := range [][]string{nil, {"220 here"}, {"220 here", "250 hello", "250 ok", "250 ok", "354 go"}} {
		t.Run(fmt.Sprintf("after %d answers", len(answers)), func(t *testing.T) {
			options := dialogue(t, hang, answers...)
			options.Timeout = 20 * time.Millisecond
			if err := newSender(t, options).Send(t.Context(), sample); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("got %v, want the deadline exceeded", err)
			}
		})
	}
}

// The same holds if it stops in the middle of the TLS handshake.
func TestSlowHandshake(t *testing.T) {
	options := dialogue(t, hang)
	options.TLS, options.Timeout = mail.TLS, 20*time.Millisecond
	if err := newSender(t, options).Send(t.Context(), sample); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v, want the deadline exceeded", err)
	}
}

// The caller can cancel before that.
func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	options := dialogue(t, func(conn net.Conn) { cancel(); hang(conn) }, "220 here")
	if err := newSender(t, options).Send(ctx, sample); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want it canceled", err)
	}
}

// A message that was accepted stays accepted, even if the server then closes the
// connection without a reply.
func TestServerLeavesAfterAccepting(t *testing.T) {
	options := dialogue(t, func(conn net.Conn) {
		lines := bufio.NewScanner(conn)
		for lines.Scan() && lines.Text() != "." {
		}
		fmt.Fprint(conn, "250 taken\r\n")
	}, "220 here", "250 hello", "250 ok", "250 ok", "354 go")
	if err := newSender(t, options).Send(t.Context(), sample); err != nil {
		t.Errorf("got %v, want no error", err)
	}
}
