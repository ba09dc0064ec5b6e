// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"cairn/internal/account"
)

// Why a stream ends.
var (
	errStopping     = errors.New("the server stops")
	errSessionEnded = errors.New("the session has ended")
)

// streams are the open live streams. They outlive the handlers of net/http, so
// that somebody has to know them.
type streams struct {
	most StreamLimit

	mu     sync.Mutex
	open   map[*stream]struct{}
	of     map[string]int // how many a person has, by id
	from   map[string]int // how many an address has
	closed bool
	done   sync.WaitGroup
}

// streamRetry is when somebody with too many streams may try again.
const streamRetry = 10 * time.Second

// stream is one of them.
type stream struct {
	streamOwner
	cancel context.CancelCauseFunc
}

// streamOwner is whose a stream is.
type streamOwner struct {
	session string // hash of the token it was opened with; empty for nobody's
	user    string // id of the person; empty for nobody
	address string
}

func ownerOf(r *http.Request) streamOwner {
	v := visitorOf(r)
	o := streamOwner{user: v.user.ID, address: addressOf(r)}
	if v.token != "" {
		o.session = account.HashToken(v.token)
	}
	return o
}

func (s *streams) init(most StreamLimit) {
	s.most, s.open = most, map[*stream]struct{}{}
	s.of, s.from = map[string]int{}, map[string]int{}
}

// begin notes a stream; end must be called. The context is cancelled with the
// reason when the stream has to end. Whoever has too many open gets an error.
func (s *streams) begin(owner streamOwner) (ctx context.Context, end func(), err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full(owner) {
		return nil, nil, &limitError{retry: streamRetry}
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	st := &stream{owner, cancel}
	if s.closed {
		cancel(errStopping)
	}
	s.note(owner, 1)
	s.open[st] = struct{}{}
	s.done.Add(1)
	return ctx, func() {
		cancel(nil)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.note(owner, -1)
		delete(s.open, st)
		s.done.Done()
	}, nil
}

// full reports whether somebody may open no more.
func (s *streams) full(o streamOwner) bool {
	person := s.most.Person > 0 && o.user != "" && s.of[o.user] >= s.most.Person
	return person || s.most.Address > 0 && s.from[o.address] >= s.most.Address
}

// note counts the streams of an owner up or down, and forgets who has none.
func (s *streams) note(o streamOwner, by int) {
	if s.of[o.user] += by; s.of[o.user] == 0 {
		delete(s.of, o.user)
	}
	if s.from[o.address] += by; s.from[o.address] == 0 {
		delete(s.from, o.address)
	}
}

// endSession ends the streams of a session, named by the hash of its token.
func (s *streams) endSession(hash string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for st := range s.open {
		if st.session == hash {
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
