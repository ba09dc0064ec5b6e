// SPDX-License-Identifier: Apache-2.0

package mail_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/textproto"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"cairn/internal/mail"
)

// postman replaces a Sender and records every attempt.
type postman struct {
	start    time.Time
	attempts []string
	deliver  func(ctx context.Context, m mail.Message) error
}

func (p *postman) send(ctx context.Context, m mail.Message) error {
	p.attempts = append(p.attempts, fmt.Sprint(m.To, " ", time.Since(p.start)))
	return p.deliver(ctx, m)
}

func (p *postman) check(t *testing.T, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, p.attempts); diff != "" {
		t.Errorf("attempts (-want +got):\n%s", diff)
	}
}

// queue starts a queue that sends with a postman and logs to a buffer.
func queue(deliver func(ctx context.Context, m mail.Message) error) (*mail.Queue, *postman, *bytes.Buffer) {
	p := &postman{start: time.Now(), deliver: deliver}
	log := &bytes.Buffer{}
	return mail.NewQueue(p.send, slog.New(slog.NewTextHandler(log, nil))), p, log
}

func push(t *testing.T, q *mail.Queue, to ...string) {
	t.Helper()
	for _, address := range to {
		if !q.Push(mail.Message{To: address}) {
			t.Fatalf("%s: got a full queue", address)
		}
	}
}

func closeQueue(t *testing.T, q *mail.Queue) {
	t.Helper()
	if err := q.Close(t.Context()); err != nil {
		t.Errorf("close: %v", err)
	}
}

// pass lets time pass and waits until the goroutines are idle.
func pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func taking(context.Context, mail.Message) error { return nil }

var errAway = errors.New("the server is away")

func away(context.Context, mail.Message) error { return errAway }

func TestQueueSendsInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, p, log := queue(taking)
		push(t, q, "a@x", "b@x", "c@x")
		synctest.Wait()
		p.check(t, "a@x 0s", "b@x 0s", "c@x 0s")
		pass(3 * time.Hour) // idle
		push(t, q, "d@x")
		synctest.Wait()
		p.check(t, "a@x 0s", "b@x 0s", "c@x 0s", "d@x 3h0m0s")
		closeQueue(t, q)
		if log.Len() > 0 {
			t.Errorf("got the log %s, want none", log)
		}
	})
}

func TestQueueTriesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, p, log := queue(away)
		push(t, q, "a@x")
		pass(24 * time.Hour)
		p.check(t, "a@x 0s", "a@x 5s", "a@x 1m5s", "a@x 6m5s")
		if got := strings.Count(log.String(), "level=WARN"); got != 3 {
			t.Errorf("got %d warnings, want 3:\n%s", got, log)
		}
		if got := strings.Count(log.String(), "level=ERROR"); got != 1 {
			t.Errorf("got %d errors, want 1:\n%s", got, log)
		}
		closeQueue(t, q)
	})
}

// A message that failed does not delay the others.
func TestOthersDoNotWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failures := 2
		q, p, _ := queue(func(_ context.Context, m mail.Message) error {
			if m.To == "a@x" && failures > 0 {
				failures--
				return errAway
			}
			return nil
		})
		push(t, q, "a@x", "b@x")
		pass(10 * time.Second)
		push(t, q, "c@x")
		pass(time.Hour)
		p.check(t, "a@x 0s", "b@x 0s", "a@x 5s", "c@x 10s", "a@x 1m5s")
		closeQueue(t, q)
	})
}

func wantLost(t *testing.T, q *mail.Queue, want int) {
	t.Helper()
	if got := q.Lost(); got != want {
		t.Errorf("got %d messages lost, want %d", got, want)
	}
}

// After a 5xx reply a message is not retried; after a 4xx reply it is.
func TestRefusedForGood(t *testing.T) {
	for _, c := range []struct {
		name     string
		err      error
		attempts int
	}{
		{"for good", fmt.Errorf("mail: %w", &textproto.Error{Code: 550, Msg: "unknown"}), 1},
		{"for now", fmt.Errorf("mail: %w", &textproto.Error{Code: 450, Msg: "busy"}), 4},
		{"bad message", fmt.Errorf("%w: no address", mail.ErrMessage), 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q, p, _ := queue(func(context.Context, mail.Message) error { return c.err })
				push(t, q, "a@x")
				pass(time.Hour)
				if got := len(p.attempts); got != c.attempts {
					t.Errorf("got %d attempts, want %d", got, c.attempts)
				}
				wantLost(t, q, 1)
				closeQueue(t, q)
			})
		})
	}
}

// The log has no address, however the server repeats it.
func TestLogHasNoAddress(t *testing.T) {
	for _, c := range []struct {
		name     string
		err      error
		to, want string
	}{
		{
			"in a reply of two lines",
			&textproto.Error{Code: 450, Msg: "<Ann.Miller@Example.org>: full\nann.miller has no room"},
			"ann.miller@example.org",
			`450 \"<(address)>: full (address) has no room\"`,
		},
		{"the name of a mailbox", errors.New("user:ANN, ann ann unknown, cannot help"), "ann@example.org", `user:(address), (address) (address) unknown, cannot help`},
		{"of somebody else", errors.New("ask postmaster@example.org"), "ann@example.org", `ask (address)`},
		{"with signs", errors.New("no a+b (c) here"), "a+b@example.org", `no (address) (c) here`},
		{"no address at all", errors.New("what is this?"), "", `what is this?`},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q, _, log := queue(func(context.Context, mail.Message) error { return c.err })
				push(t, q, c.to)
				synctest.Wait()
				closeQueue(t, q)
				if got := log.String(); !strings.Contains(got, c.want) || strings.Contains(got, "@") {
					t.Errorf("got the log\n%swant %s in it", got, c.want)
				}
			})
		})
	}
}

func TestFullQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open := make(chan struct{})
		q, p, _ := queue(func(context.Context, mail.Message) error { <-open; return nil })
		for i := range 256 {
			push(t, q, fmt.Sprint(i, "@x"))
			synctest.Wait() // the first is being sent and counts too
		}
		if q.Push(mail.Message{To: "more@x"}) {
			t.Error("got room for one more, want none")
		}
		wantLost(t, q, 1)
		close(open)
		synctest.Wait()
		push(t, q, "later@x")
		closeQueue(t, q)
		if got, want := len(p.attempts), 257; got != want {
			t.Errorf("got %d messages sent, want %d", got, want)
		}
	})
}

// Close retries the waiting messages once, immediately, and then refuses new messages.
func TestCloseDrains(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		failing := true
		q, p, _ := queue(func(context.Context, mail.Message) error {
			if failing {
				return errAway
			}
			return nil
		})
		push(t, q, "a@x", "b@x")
		pass(time.Second)
		failing = false
		push(t, q, "c@x")
		closeQueue(t, q)
		p.check(t, "a@x 0s", "b@x 0s", "c@x 1s", "a@x 1s", "b@x 1s")
		wantLost(t, q, 0)
		if q.Push(mail.Message{To: "d@x"}) {
			t.Error("got a message accepted after Close, want it refused")
		}
		closeQueue(t, q) // a second call does nothing
	})
}

func TestCloseGivesUpWhatFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, p, log := queue(away)
		push(t, q, "a@x")
		synctest.Wait()
		closeQueue(t, q)
		p.check(t, "a@x 0s", "a@x 0s")
		if !strings.Contains(log.String(), "given up") {
			t.Errorf("got the log %s, want it to report a message given up", log)
		}
	})
}

// A server that does not answer delays Close only until its context ends.
func TestCloseInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, p, _ := queue(func(ctx context.Context, _ mail.Message) error { <-ctx.Done(); return ctx.Err() })
		push(t, q, "a@x", "b@x", "c@x")
		ctx, cancel := context.WithTimeout(t.Context(), 7*time.Second)
		defer cancel()
		err := q.Close(ctx)
		if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "3 messages") {
			t.Errorf("got %v, want the deadline exceeded with 3 messages not sent", err)
		}
		if got := time.Since(p.start); got != 7*time.Second {
			t.Errorf("got the end after %v, want 7s", got)
		}
		wantLost(t, q, 3)
		p.check(t, "a@x 0s")
	})
}

// Queue and Sender together, with a real server.
func TestQueueOfASender(t *testing.T) {
	office := open(t, mail.StartTLS, nil)
	q := mail.NewQueue(newSender(t, office.options(mail.StartTLS)).Send, slog.New(slog.DiscardHandler))
	push(t, q, "ann@example.org", "nobody@example.org")
	closeQueue(t, q)
	if got := office.taken(t).to; got != "ann@example.org" {
		t.Errorf("got a message to %s, want ann@example.org", got)
	}
}
