// SPDX-License-Identifier: Apache-2.0

package mailer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/textproto"
	"slices"
	"sync"
	"time"
)

// capacity is how many letters a Queue holds: more are a flood, or a server that
// has been away for long.
const capacity = 256

// pauses are the times before the second, third and fourth attempt. People wait
// for a letter to reset a password, so the first pause is short.
var pauses = []time.Duration{5 * time.Second, time.Minute, 5 * time.Minute}

// Queue sends letters in the background, one at a time, and tries again those that
// could not be sent; the others do not wait for them.
type Queue struct {
	send   func(context.Context, Message) error
	log    *slog.Logger
	cancel context.CancelFunc // of the attempts
	wake   chan struct{}      // something changed below
	done   chan struct{}      // closed when the last attempt is over

	mu      sync.Mutex
	waiting []letter
	busy    bool // with a letter that is not among those waiting
	closed  bool
	lost    int // given up, or never taken
}

// letter is a Message on its way.
type letter struct {
	Message
	attempts int
	due      time.Time
}

// NewQueue starts a queue in front of a function such as Sender.Send. Close it to
// end its goroutine. Failures are logged, without the addresses in them.
func NewQueue(send func(context.Context, Message) error, log *slog.Logger) *Queue {
	ctx, cancel := context.WithCancel(context.Background())
	q := &Queue{send: send, log: log, cancel: cancel, wake: make(chan struct{}, 1), done: make(chan struct{})}
	go q.run(ctx)
	return q
}

// Push adds a letter and returns at once; false says that the queue is full or
// closed, and the letter is not in it.
func (q *Queue) Push(m Message) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || q.size() >= capacity {
		q.lost++
		return false
	}
	q.waiting = append(q.waiting, letter{Message: m, due: time.Now()})
	q.signal()
	return true
}

// Lost counts the letters that were given up, or not taken because there were too
// many.
func (q *Queue) Lost() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lost
}

// Close takes no more letters and tries each that waits once more, without a
// pause. When the context ends first, the error says how many letters are lost.
// Failed last attempts are logged like others and are no error here.
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
	lost := q.size()
	q.lost += len(q.waiting) // the one under way is counted when its attempt ends
	q.waiting = nil
	q.mu.Unlock()
	q.cancel()
	<-q.done
	return fmt.Errorf("mail: %d letters are not sent: %w", lost, ctx.Err())
}

// size counts the letters not yet sent or given up; the lock is held.
func (q *Queue) size() int {
	if q.busy {
		return len(q.waiting) + 1
	}
	return len(q.waiting)
}

// signal wakes the goroutine, if it is not about to wake anyway.
func (q *Queue) signal() {
	select {
	case q.wake <- struct{}{}:
	default:
	}
}

func (q *Queue) run(ctx context.Context) {
	defer close(q.done)
	for {
		l, pause, ok := q.next(time.Now())
		switch {
		case ok:
			q.attempt(ctx, l)
		case pause < 0:
			return
		default:
			q.sleep(pause)
		}
	}
}

// next takes out the letter that is due, or tells how long to wait for one: less
// than nothing when none will come.
func (q *Queue) next(now time.Time) (l letter, pause time.Duration, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.waiting) == 0 {
		if q.closed {
			return letter{}, -1, false
		}
		return letter{}, time.Hour, false // or until it is woken
	}
	i := 0
	for j, other := range q.waiting {
		if other.due.Before(q.waiting[i].due) {
			i = j
		}
	}
	l = q.waiting[i]
	if pause := l.due.Sub(now); pause > 0 && !q.closed {
		return letter{}, pause, false
	}
	q.waiting = slices.Delete(q.waiting, i, i+1)
	q.busy = true
	return l, 0, true
}

func (q *Queue) sleep(pause time.Duration) {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-q.wake:
	case <-timer.C:
	}
}

// attempt sends a letter, or puts it back for later.
func (q *Queue) attempt(ctx context.Context, l letter) {
	err := q.send(ctx, l.Message)
	l.attempts++
	q.mu.Lock()
	again := err != nil && !permanent(err) && !q.closed && l.attempts <= len(pauses)
	if again {
		l.due = time.Now().Add(pauses[l.attempts-1])
		q.waiting = append(q.waiting, l)
	}
	if err != nil && !again {
		q.lost++
	}
	q.busy = false
	q.mu.Unlock()
	switch {
	case again:
		q.log.Warn("mail: not sent, will try again", "attempt", l.attempts, "err", redact(err, l.To))
	case err != nil:
		q.log.Error("mail: not sent, given up", "attempt", l.attempts, "err", redact(err, l.To))
	}
}

// permanent reports whether another attempt would end the same way: the message is
// bad, or the server said no for good (RFC 5321, section 4.2.1).
func permanent(err error) bool {
	var reply *textproto.Error
	return errors.Is(err, ErrMessage) || errors.As(err, &reply) && reply.Code >= 500
}
