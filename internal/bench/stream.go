// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"
)

// ErrLeave is returned by what watches a stream to end it.
var ErrLeave = errors.New("leave the stream")

// The codes with which a server closes a stream for good.
const (
	closeSession  websocket.StatusCode = 4001
	closeNotFound websocket.StatusCode = 4004
)

// Follow keeps a live stream of a match open and calls watch with every state.
// A stream that breaks is opened again from the last seq on. Follow returns nil
// when watch returns ErrLeave; a *Fault when the server left events out, sent
// them twice or out of order, or forgot what it had answered; else watch's error
// or the context's.
func (c *Client) Follow(ctx context.Context, match string, watch func(*State) error) error {
	s := stream{client: c, match: match, watch: watch, node: int(c.asked.Load()) + 1}
	var pause backoff
	for {
		before := s.seen
		err := s.read(ctx)
		switch {
		case errors.Is(err, ErrLeave):
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case !errors.Is(err, errBroken):
			return err
		}
		if s.seen > before {
			pause = backoff{}
		}
		s.node++
		c.retries.Add(1)
		if err := pause.wait(ctx); err != nil {
			return err
		}
	}
}

// errBroken is a lost connection that can be opened again.
var errBroken = errors.New("the stream is broken")

// stream is the state of a reader of a match.
type stream struct {
	client *Client
	match  string
	node   int   // that the stream is at
	seen   int   // the seq of the last event
	last   State // as of the last message
	least  int   // the seq that the match had reached when the stream was opened
	watch  func(*State) error
}

// read opens the stream and reads it until it breaks.
func (s *stream) read(ctx context.Context) error {
	s.least = s.client.promised(s.match)
	opened := time.Now()
	conn, err := s.open(ctx)
	if err != nil {
		return err
	}
	defer conn.CloseNow()
	for {
		text, err := s.next(ctx, conn)
		if err != nil {
			return broken(err)
		}
		state, err := s.stateOf(text)
		if err != nil {
			return err
		}
		if state == nil {
			continue
		}
		state.Opened = opened
		if err := s.advance(state); err != nil {
			return err
		}
		if err := s.watch(state); err != nil {
			return err
		}
	}
}

// open opens the stream at the node whose turn it is.
func (s *stream) open(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := s.patient(ctx)
	defer cancel()
	return openStream(ctx, s.client, s.client.node(s.node), s.match, s.seen, nil)
}

// next returns the next message. A stream that has been quiet for too long is broken.
func (s *stream) next(ctx context.Context, conn *websocket.Conn) ([]byte, error) {
	ctx, cancel := s.patient(ctx)
	defer cancel()
	_, text, err := conn.Read(ctx)
	return text, err
}

// patient bounds one step by the client's Quiet.
func (s *stream) patient(ctx context.Context) (context.Context, context.CancelFunc) {
	if s.client.Quiet == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, s.client.Quiet)
}

// broken distinguishes a stream that the server ended for good from one to open
// again.
func broken(err error) error {
	switch code := websocket.CloseStatus(err); code {
	case closeSession, closeNotFound:
		return fmt.Errorf("the server ended the stream with code %d: %w", code, err)
	}
	return fmt.Errorf("%w: %w", errBroken, err)
}

// openStream opens the live stream of a match at a node, from a seq on. A nil
// transport connects as the client does.
func openStream(ctx context.Context, c *Client, node *url.URL, match string, since int, transport *http.Transport) (*websocket.Conn, error) {
	address := *node
	address.Path = "/match/" + match + "/live"
	address.RawQuery = url.Values{"since": {strconv.Itoa(since)}, "changes": {"1"}}.Encode()
	options := &websocket.DialOptions{HTTPHeader: http.Header{}, CompressionMode: websocket.CompressionDisabled}
	if transport == nil && (c.wire.dialer.LocalAddr != nil || c.wire.meter != nil) {
		transport = &http.Transport{DialContext: c.wire.dial}
	}
	if transport != nil {
		options.HTTPClient = &http.Client{Transport: transport}
	}
	if c.cookie != "" {
		options.HTTPHeader.Set("Cookie", c.cookie)
	}
	conn, response, err := websocket.Dial(ctx, address.String(), options)
	switch {
	case err == nil:
		conn.SetReadLimit(maxAnswer)
		return conn, nil
	case response != nil && response.StatusCode < http.StatusInternalServerError:
		return nil, fmt.Errorf("open stream of match %s: %w", match, &Refusal{Status: response.StatusCode, Text: err.Error()})
	}
	return nil, broken(err)
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
