// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// ErrLeave is returned by what watches a stream to end it.
var ErrLeave = errors.New("leave the stream")

// errAgain is returned by what watches a stream to open it again.
var errAgain = errors.New("open the stream again")

// Follow keeps a live stream of a match open and calls watch with every state.
// A stream that breaks is opened again from the last seq on. Follow returns nil
// when watch returns ErrLeave; a *Fault when the server left events out, sent
// them twice or out of order, or forgot what it had answered; else watch's error
// or the context's.
func (c *Client) Follow(ctx context.Context, match string, watch func(*State) error) error {
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
	seen   int       // the seq of the last event
	last   State     // as of the last message
	opened time.Time // when the stream was opened
	least  int       // the seq that the match had reached then
	watch  func(*State) error
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

// State is the part of the page state that a player needs.
type State struct {
	Opened time.Time `json:"-"` // when the stream that brought it was opened

	Seq    int    `json:"seq"`
	Status string `json:"status"`
	You    string `json:"you"`
	Moves  []struct {
		Text string `json:"text"`
	} `json:"moves"`
	Log []struct {
		Seq int `json:"seq"`
	} `json:"log"`
	Can struct {
		Start bool `json:"start"`
	} `json:"can"`
}

// Over reports whether the match has ended.
func (s *State) Over() bool { return s.Status == "over" }

// message is one text of a live stream.
type message struct {
	Type   string `json:"type"`
	State  State  `json:"state"`
	Since  int    `json:"since"`
	Change struct {
		Seq   int      `json:"seq"`
		Moves []string `json:"moves"` // the text of each ends at the first bar
		Log   []struct {
			Seq int `json:"seq"`
		} `json:"log"`
	} `json:"change"`
}

// stateOf reads a message; nil for one that carries no state, like a heartbeat. A change
// is added to the state before it.
func (s *stream) stateOf(text []byte) (*State, error) {
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("match %s: %w", s.match, err)
	}
	switch m.Type {
	case "state":
		s.last = m.State
	case "change":
		if m.Since != s.seen {
			return nil, s.fault("a change follows event %d, but the last one was event %d", m.Since, s.seen)
		}
		s.last.Seq, s.last.Log, s.last.Moves = m.Change.Seq, m.Change.Log, nil
		for _, packed := range m.Change.Moves {
			move, _, _ := strings.Cut(packed, "|")
			s.last.Moves = append(s.last.Moves, struct {
				Text string `json:"text"`
			}{move})
		}
	default:
		return nil, nil
	}
	state := s.last
	return &state, nil
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
func (s *stream) advance(state *State) error {
	if state.Seq < s.least {
		return s.fault("the state is at event %d, but a command was answered with event %d before", state.Seq, s.least)
	}
	at := s.seen
	for _, line := range state.Log {
		switch {
		case line.Seq <= s.seen:
			return s.fault("event %d came again after event %d", line.Seq, s.seen)
		case line.Seq != at && line.Seq != at+1: // an event may have several lines
			return s.fault("event %d came after event %d, want event %d", line.Seq, at, at+1)
		}
		at = line.Seq
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
