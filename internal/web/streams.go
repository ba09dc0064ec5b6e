// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"errors"
	"sync"
)

// Why a stream ends.
var (
	errStopping     = errors.New("the server stops")
	errSessionEnded = errors.New("the session has ended")
)

// streams are the open live streams. They outlive the handlers of net/http, so
// that somebody has to know them.
type streams struct {
	mu     sync.Mutex
	open   map[*stream]struct{}
	closed bool
	done   sync.WaitGroup
}

// stream is one of them.
type stream struct {
	token  string // of the session it was opened with; empty for nobody's
	cancel context.CancelCauseFunc
}

func (s *streams) init() { s.open = map[*stream]struct{}{} }

// begin notes a stream; end must be called. The context is cancelled with the
// reason when the stream has to end.
func (s *streams) begin(token string) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancelCause(context.Background())
	st := &stream{token, cancel}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		cancel(errStopping)
	}
	s.open[st] = struct{}{}
	s.done.Add(1)
	return ctx, func() {
		cancel(nil)
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.open, st)
		s.done.Done()
	}
}

// endSession ends the streams of a session.
func (s *streams) endSession(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for st := range s.open {
		if st.token == token {
			st.cancel(errSessionEnded)
		}
	}
}

// close ends all streams and waits for them.
func (s *streams) close(ctx context.Context) error {
	s.mu.Lock()
	s.closed = true
	for st := range s.open {
		st.cancel(errStopping)
	}
	s.mu.Unlock()
	ended := make(chan struct{})
	go func() {
		s.done.Wait()
		close(ended)
	}()
	select {
	case <-ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (s *streams) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}
