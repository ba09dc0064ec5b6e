// SPDX-License-Identifier: Apache-2.0

package load

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/coder/websocket"
)

// ErrLeave is returned by what watches a stream to end it.
var ErrLeave = errors.New("leave the stream")

// The codes a server closes a stream with for good.
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
	s := stream{client: c, match: match, watch: watch}
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
		c.retries.Add(1)
		if err := pause.wait(ctx); err != nil {
			return err
		}
	}
}

// errBroken is a connection that is gone and may come back.
var errBroken = errors.New("the stream is broken")

// stream is where a reader of a match is.
type stream struct {
	client *Client
	match  string
	seen   int // the seq of the last event
	least  int // what the match had come to when the stream was opened
	watch  func(*State) error
}

// read opens the stream and reads it until it breaks.
func (s *stream) read(ctx context.Context) error {
	s.least = s.client.promised(s.match)
	conn, err := openStream(ctx, s.client, s.match, s.seen, nil)
	if err != nil {
		return err
	}
	defer conn.CloseNow()
	for {
		_, text, err := conn.Read(ctx)
		if err != nil {
			return broken(err)
		}
		state, err := stateOf(text)
		if err != nil {
			return fmt.Errorf("match %s: %w", s.match, err)
		}
		if state == nil {
			continue
		}
		if err := s.advance(state); err != nil {
			return err
		}
		if err := s.watch(state); err != nil {
			return err
		}
	}
}

// broken tells a stream that the server ended for good from one to be opened
// again.
func broken(err error) error {
	switch code := websocket.CloseStatus(err); code {
	case closeSession, closeNotFound:
		return fmt.Errorf("the server ended the stream with code %d: %w", code, err)
	}
	return fmt.Errorf("%w: %w", errBroken, err)
}

// openStream opens the live stream of a match from a seq on. A nil transport is
// the usual one.
func openStream(ctx context.Context, c *Client, match string, since int, transport *http.Transport) (*websocket.Conn, error) {
	address := *c.server
	address.Path = "/match/" + match + "/live"
	address.RawQuery = url.Values{"since": {strconv.Itoa(since)}}.Encode()
	options := &websocket.DialOptions{HTTPHeader: http.Header{}, CompressionMode: websocket.CompressionDisabled}
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
