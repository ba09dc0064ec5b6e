// SPDX-License-Identifier: Apache-2.0

package failure

import (
	"context"
	"errors"
	"log/slog"
	"time"
)

// logEvery is the shortest time between two lines of a Log.
const logEvery = time.Minute

// Log logs the errors of work that is repeated, at most one a minute. On a full
// disk such work fails twice a second, and a line for each failure would fill
// what is left of the disk. A Log is for one goroutine.
type Log struct {
	log     *slog.Logger
	now     func() time.Time
	what    string
	last    time.Time
	skipped int  // since last
	failing bool // the last line was an error, and the work has not succeeded since
}

// NewLog returns a Log; what names the work.
func NewLog(log *slog.Logger, now func() time.Time, what string) *Log {
	return &Log{log: log, now: now, what: what}
}

// Note logs an error, with the number of errors that were skipped before it, and the
// first success after it. It ignores context.Canceled.
func (l *Log) Note(err error) {
	if err == nil && l.failing {
		l.log.Info(l.what + ": works again")
		l.failing = false
	}
	if err == nil || errors.Is(err, context.Canceled) {
		return
	}
	now := l.now()
	if !l.last.IsZero() && now.Sub(l.last) < logEvery {
		l.skipped++
		return
	}
	l.log.Error(l.what, "err", err, "skipped", l.skipped)
	l.last, l.skipped, l.failing = now, 0, true
}

// Every does work again and again, with a pause before each time, until ctx ends, and
// notes its errors.
func (l *Log) Every(ctx context.Context, pause time.Duration, work func(context.Context) error) {
	ticker := time.NewTicker(pause)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			l.Note(work(ctx))
		}
	}
}
