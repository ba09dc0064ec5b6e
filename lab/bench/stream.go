// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// ErrLeave is returned by the callback of a stream to end it.
var ErrLeave = errors.New("leave the stream")

// errAgain is returned by the callback of a stream to open it again.
var errAgain = errors.New("open the stream again")

// Follow keeps a live stream of a match open and calls watch with every state.
// A stream that breaks is opened again from the last seq on. Follow returns nil
// when watch returns ErrLeave; a *Fault when the server left events out, sent
// them twice or out of order, or forgot what it had answered; else watch's error
// or the context's.
func (c *Client) Follow(ctx context.Context, match string, watch func(*PlayerState) error) error {
	s := stream{client: c, match: match, watch: watch}
	for {
		switch err := s.read(ctx); {
		case errors.Is(err, ErrLeave):
			return nil
		case !errors.Is(err, errAgain):
			return err
		}
	}
}

// stream is the state of a reader of a match.
type stream struct {
	client *Client
	match  string
	seen   int         // the seq of the last event
	last   PlayerState // as of the last message
	opened time.Time   // when the stream was opened
	least  int         // the seq that the match had reached then
	watch  func(*PlayerState) error
}

// read reads the stream until it ends for good.
func (s *stream) read(ctx context.Context) error {
	for text, err := range s.client.Stream(ctx, streamPath(s.match), s.open) {
		if err == nil {
			err = s.take(text)
		}
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// streamPath is the address of the stream of a match.
func streamPath(match string) string { return "/matches/" + match + "/events" }

// open is called when the stream is about to be opened, and returns its query: what
// is new, as changes.
func (s *stream) open() url.Values {
	s.least, s.opened = s.client.promised(s.match), time.Now()
	return changesSince(s.seen)
}

// changesSince is the query of a stream.
func changesSince(seq int) url.Values {
	return url.Values{"since": {strconv.Itoa(seq)}, "changes": {"1"}}
}

// take checks a message and passes its state on.
func (s *stream) take(text []byte) error {
	state, err := s.stateOf(text)
	if state == nil || err != nil {
		return err
	}
	state.Opened = s.opened
	if err := s.advance(state); err != nil {
		return err
	}
	return s.watch(state)
}

// PlayerState is the part of the page state that a player needs.
type PlayerState struct {
	Opened time.Time // when the stream that brought it was opened

	Seq      int
	Status   string
	You      string   // the side of the player
	Moves    []string // that the player may make
	Log      []int    // the seq of each line
	CanStart bool
}

// Over reports whether the match has ended.
func (s *PlayerState) Over() bool { return s.Status == "over" }

// stateOf reads a message; nil for a message without a state, like a heartbeat. A change
// is added to the state before it.
func (s *stream) stateOf(text []byte) (*PlayerState, error) {
	var kind string
	since := 0
	next := s.last
	err := fields(string(text), func(name, value string) (err error) {
		switch name {
		case "type":
			kind, err = stringOf(value)
		case "since":
			since, err = strconv.Atoi(value)
		case "state":
			next = PlayerState{}
			err = next.read(value)
		case "change":
			next.Moves, next.Log, next.CanStart = nil, nil, false
			err = next.read(value)
		}
		return err
	})
	switch {
	case err != nil:
		return nil, fmt.Errorf("match %s: %w: %.200s", s.match, err, text)
	case kind != "state" && kind != "change":
		return nil, nil
	case kind == "change" && since != s.seen:
		return nil, s.fault("a change follows event %d, but the last one was event %d", since, s.seen)
	}
	s.last = next
	return &next, nil
}

// read reads the fields of a whole state or of a change.
func (s *PlayerState) read(object string) error {
	return fields(object, func(name, value string) (err error) {
		switch name {
		case "seq":
			s.Seq, err = strconv.Atoi(value)
		case "status":
			s.Status, err = stringOf(value)
		case "you":
			s.You, err = stringOf(value)
		case "moves":
			err = items(value, s.addMove)
		case "log":
			err = items(value, s.addLine)
		case "can":
			s.CanStart = strings.Contains(value, `"start":true`)
		}
		return err
	})
}

// usualMoves is room for the legal moves of most positions.
const usualMoves = 32

// addMove adds a legal move: an object in a state; in a change a text that ends at the
// first bar.
func (s *PlayerState) addMove(value string) error {
	if s.Moves == nil {
		s.Moves = make([]string, 0, usualMoves)
	}
	if value[0] == '"' {
		packed, err := stringOf(value)
		move, _, _ := strings.Cut(packed, "|")
		s.Moves = append(s.Moves, move)
		return err
	}
	return fields(value, func(name, value string) error {
		if name != "text" {
			return nil
		}
		move, err := stringOf(value)
		s.Moves = append(s.Moves, move)
		return err
	})
}

// addLine adds a line of the log.
func (s *PlayerState) addLine(value string) error {
	return fields(value, func(name, value string) error {
		if name != "seq" {
			return nil
		}
		seq, err := strconv.Atoi(value)
		s.Log = append(s.Log, seq)
		return err
	})
}

// Fault is a violation of the guarantees of the live stream.
type Fault struct {
	Match string
	Text  string
}

// Error implements error.
func (f *Fault) Error() string { return "match " + f.Match + ": " + f.Text }

// advance checks a state: every event since the last one must be in its log, once
// and in order.
func (s *stream) advance(state *PlayerState) error {
	if state.Seq < s.least {
		return s.fault("the state is at event %d, but a command was answered with event %d before", state.Seq, s.least)
	}
	at := s.seen
	for _, seq := range state.Log {
		switch {
		case seq <= s.seen:
			return s.fault("event %d came again after event %d", seq, s.seen)
		case seq != at && seq != at+1: // an event may have several lines
			return s.fault("event %d came after event %d, want event %d", seq, at, at+1)
		}
		at = seq
	}
	if at != state.Seq {
		return s.fault("the state is at event %d, but its log ends with event %d", state.Seq, at)
	}
	s.seen = at
	return nil
}

func (s *stream) fault(format string, args ...any) error {
	return &Fault{Match: s.match, Text: fmt.Sprintf(format, args...)}
}
