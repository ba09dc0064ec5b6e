// SPDX-License-Identifier: Apache-2.0

package mail

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/textproto"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// capacity bounds the messages in a Queue. It is reached in a flood, or when the SMTP
// server has been unreachable for long.
const capacity = 256

// backoff has the times before the second, third and fourth attempt. A user who resets a
// password waits for the message, so the first time is short.
var backoff = []time.Duration{5 * time.Second, time.Minute, 5 * time.Minute}

// Queue sends messages in the background, one at a time. A message that could not be
// sent is retried later and does not block the queue.
type Queue struct {
	send   func(context.Context, Message) error
	log    *slog.Logger
	cancel context.CancelFunc // ends the attempts
	wake   chan struct{}      // signals a change of the fields below
	done   chan struct{}      // closed when the last attempt is over

	mu      sync.Mutex
	waiting []job
	sending int // 1 while a message is sent, which is then not in waiting
	closed  bool
	lost    int // given up, or refused by Push
}

// job is a Message with its attempts so far.
type job struct {
	Message
	attempts int
	due      time.Time
}

// NewQueue starts a queue that sends with the given function, such as Sender.Send.
// Close ends its goroutine. Failures are logged without email addresses.
func NewQueue(send func(context.Context, Message) error, log *slog.Logger) *Queue {
	ctx, cancel := context.WithCancel(context.Background())
	q := &Queue{send: send, log: log, cancel: cancel, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go q.run(ctx)
	return q
}

// Push adds a message and returns at once. It returns false if the queue is full or
// closed; the message is then not added.
func (q *Queue) Push(m Message) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.waiting)+q.sending >= capacity {
		q.lost++
		return false
	}
	q.waiting = append(q.waiting, job{Message: m, due: time.Now()})
	q.signal()
	return true
}

// Lost returns the number of messages that were given up, or refused because the
// queue was full.
func (q *Queue) Lost() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lost
}

// Close refuses further messages and tries each waiting one once more, without a
// pause. If the context ends first, the error has the number of lost messages.
// Failed last attempts are logged like others and are not an error here.
func (q *Queue) Close(ctx context.Context) error {
	q.mu.Lock()
	q.closed = true
	q.signal()
	q.mu.Unlock()
	defer q.cancel()
	select {
	case <-q.done:
		return nil
	case <-ctx.Done():
	}
	q.mu.Lock()
	lost := len(q.waiting) + q.sending
	q.lost += len(q.waiting) // run counts the message that it is sending
	q.waiting = nil
	q.mu.Unlock()
	q.cancel()
	<-q.done
	return fmt.Errorf("mail: %d messages are not sent: %w", lost, ctx.Err())
}

// signal wakes the goroutine.
func (q *Queue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *Queue) run(ctx context.Context) {
	defer close(q.done)
	for {
		j, pause, ok := q.next(time.Now())
		switch {
		case ok:
			q.attempt(ctx, j)
		case pause < 0:
			return
		default:
			select {
			case <-q.wake:
			case <-time.After(pause):
			}
		}
	}
}

// next removes the message that is due first, or returns how long to wait for it; a
// negative pause means that the queue is closed and empty.
func (q *Queue) next(now time.Time) (j job, pause time.Duration, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		if q.closed {
			return job{}, -1, false
		}
		return job{}, time.Hour, false // or until signal
	}
	slices.SortStableFunc(q.waiting, func(a, b job) int { return a.due.Compare(b.due) })
	j = q.waiting[0]
	if pause := j.due.Sub(now); pause > 0 && !q.closed {
		return job{}, pause, false
	}
	q.waiting = slices.Delete(q.waiting, 0, 1)
	q.sending = 1
	return j, 0, true
}

// attempt sends a message, or puts it back for later.
func (q *Queue) attempt(ctx context.Context, j job) {
	err := q.send(ctx, j.Message)
	j.attempts++
	q.mu.Lock()
	again := err != nil && !permanent(err) && !q.closed && j.attempts <= len(backoff)
	if again {
		j.due = time.Now().Add(backoff[j.attempts-1])
		q.waiting = append(q.waiting, j)
	}
	if err != nil && !again {
		q.lost++
	}
	q.sending = 0
	q.mu.Unlock()
	switch {
	case again:
		q.log.Warn("mail: not sent, trying again", "attempt", j.attempts, "err", redact(err, j.To))
	case err != nil:
		q.log.Error("mail: not sent, given up", "attempt", j.attempts, "err", redact(err, j.To))
	}
}

// permanent reports whether another attempt would fail too: the message is bad, or
// the server refused it with a 5xx reply (RFC 5321, section 4.2.1).
func permanent(err error) bool {
	var reply *textproto.Error
	var refused *gomail.SendError
	return errors.Is(err, ErrMessage) || errors.As(err, &reply) && reply.Code >= 500 ||
		errors.As(err, &refused) && refused.ErrorCode() >= 500
}

// hidden replaces an email address in logs.
const hidden = "(address)"

var address = regexp.MustCompile(`[^\s<>"']*@[^\s<>"']*`)

// redact returns the text of an error without addresses and without words that
// begin like the recipient's: servers often repeat both. It hides too much rather
// than too little.
func redact(err error, to string) string {
	text := strings.ReplaceAll(err.Error(), `\n`, " ") // replies of many lines are quoted
	text = address.ReplaceAllString(text, hidden)
	if local, _, _ := strings.Cut(to, "@"); local != "" {
		begin := regexp.MustCompile(`(?i)(^|[^\pL\pN])` + regexp.QuoteMeta(local))
		text = begin.ReplaceAllString(text, "${1}"+hidden)
	}
	return strings.Join(strings.Fields(text), " ")
}
