// SPDX-License-Identifier: Apache-2.0

package client

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// ErrEnded is the error of a stream that the server ended for good, as when the token
// was revoked.
var ErrEnded = errors.New("the server ended the stream")

// Follow streams a match: first its whole state, then the state after every change,
// with the events since the message before. Events up to since are left out: 0 for
// all. A stream that breaks is opened again where it ended: no event is missing and
// none comes twice. It ends with an error when the context ends or the server ends it
// for good; it does not end with the match.
func (c *Client) Follow(ctx context.Context, match string, since int) iter.Seq2[Message, error] {
	return func(yield func(Message, error) bool) {
		f := follower{match: match, seen: since}
		query := func() url.Values { return url.Values{"since": {strconv.Itoa(f.seen)}} }
		for line, err := range c.Stream(ctx, "/matches/"+url.PathEscape(match)+"/events", query) {
			var m *Message
			if err == nil {
				m, err = f.read(line)
			}
			switch {
			case err != nil:
				yield(Message{}, err)
				return
			case m != nil && !yield(*m, nil):
				return
			}
		}
	}
}

// follower is the state of a reader of a match.
type follower struct {
	match string
	seen  int // the seq of the last event
}

// read decodes a message; nil for a type that only later versions know.
func (f *follower) read(line []byte) (*Message, error) {
	var m Message
	if err := json.Unmarshal(line, &m); err != nil {
		return nil, fmt.Errorf("match %s: %w", f.match, err)
	}
	switch {
	case m.Type == "aside":
		return &m, nil
	case m.Type != "state" || m.State == nil:
		return nil, nil
	}
	m.Seq = m.State.Seq
	if m.Seq < f.seen { // the server has lost events: start over
		f.seen = 0
	}
	for len(m.Events) > 0 && m.Events[0].Seq <= f.seen {
		m.Events = m.Events[1:]
	}
	f.seen = m.Seq
	return &m, nil
}

// Events streams the notices of the user: first a snapshot (open challenges, running
// matches), then every change. After a lost connection the snapshot comes again. The
// user is online meanwhile.
func (c *Client) Events(ctx context.Context) iter.Seq2[Notice, error] {
	return func(yield func(Notice, error) bool) {
		for line, err := range c.Stream(ctx, "/events", nil) {
			var n Notice
			if err == nil {
				err = json.Unmarshal(line, &n)
			}
			if !yield(n, err) || err != nil {
				return
			}
		}
	}
}

// Stream returns the lines of a stream without heartbeats. A line is valid until the next
// line. A stream that breaks is opened again; query makes the query of its address each
// time, and may be nil.
func (c *Client) Stream(ctx context.Context, path string, query func() url.Values) iter.Seq2[[]byte, error] {
	return func(yield func([]byte, error) bool) {
		var pause backoff
		for node := int(c.asked.Load()) + 1; ; node++ {
			address := path
			if query != nil {
				address += "?" + query().Encode()
			}
			err := c.read(ctx, node, address, func(line []byte) error {
				pause = backoff{}
				if !yield(line, nil) {
					return errLeave
				}
				return nil
			})
			if err = c.awaitRetry(ctx, err, &pause); err != nil {
				if !errors.Is(err, errLeave) {
					yield(nil, fmt.Errorf("GET %s: %w", path, err))
				}
				return
			}
		}
	}
}

// errLeave ends a stream that the reader has left.
var errLeave = errors.New("leave the stream")

// awaitRetry waits until a stream may be opened again, or returns why it may not.
func (c *Client) awaitRetry(ctx context.Context, err error, pause *backoff) error {
	refused, answered := errors.AsType[*Error](err)
	switch {
	case errors.Is(err, errLeave), errors.Is(err, ErrEnded):
		return err
	case ctx.Err() != nil:
		return ctx.Err()
	case answered:
		if refused.Status < http.StatusInternalServerError && (c.noWait || refused.Status != http.StatusTooManyRequests) {
			return err
		}
		pause.least = refused.Retry
	case c.hopeless(err, pause):
		return err
	}
	c.retries.Add(1)
	return pause.wait(ctx)
}

// lines is an open stream.
type lines interface {
	next(context.Context) ([]byte, error)
	close()
}

// read opens a stream and reads it until it breaks.
func (c *Client) read(ctx context.Context, node int, address string, each func([]byte) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var late *time.Timer
	if c.quiet > 0 {
		late = time.AfterFunc(c.quiet, cancel)
		defer late.Stop()
	}
	open := c.openLines
	if c.sockets {
		open = c.openSocket
	}
	stream, err := open(ctx, c.node(node), address)
	if err != nil {
		return err
	}
	defer stream.close()
	c.answered.Store(true)
	for {
		line, err := stream.next(ctx)
		if err != nil {
			return err
		}
		if late != nil {
			late.Reset(c.quiet)
		}
		ping, err := control(line)
		if err == nil && !ping {
			err = each(line)
		}
		if err != nil {
			return err
		}
	}
}

// errBroken is a lost connection that can be opened again.
var errBroken = errors.New("the stream is broken")

// control reports whether a line is a ping, and returns why the stream ends if it is
// the last one.
func control(line []byte) (skip bool, err error) {
	const most = 256 // states begin with their type too, and are long
	if len(line) > most {
		return false, nil
	}
	if bytes.Contains(line, []byte(`"type":"ping"`)) {
		return true, nil
	}
	if !bytes.Contains(line, []byte(`"type":"bye"`)) {
		return false, nil
	}
	var bye struct{ Reason string }
	if err := json.Unmarshal(line, &bye); err != nil {
		return false, err
	}
	return false, ended(bye.Reason)
}

// ended distinguishes a stream that the server ended for good from one to open
// again.
func ended(reason string) error {
	switch reason {
	case "session-ended", "not-found", "finished":
		return fmt.Errorf("%w: %s", ErrEnded, reason)
	}
	return fmt.Errorf("%w: %s", errBroken, reason)
}

// ndjson is a stream of lines over HTTP.
type ndjson struct {
	body io.ReadCloser
	in   *bufio.Reader
}

// openLines opens a stream of lines at a node.
func (c *Client) openLines(ctx context.Context, node *url.URL, address string) (lines, error) {
	request, err := c.request(ctx, node, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "application/x-ndjson")
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		defer response.Body.Close()
		body, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
		if err != nil {
			return nil, err
		}
		return nil, refusal(response, body)
	}
	return &ndjson{response.Body, bufio.NewReader(response.Body)}, nil
}

func (s *ndjson) close() { _ = s.body.Close() }

// next returns the next line.
func (s *ndjson) next(context.Context) ([]byte, error) {
	var line []byte
	for {
		part, err := s.in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case errors.Is(err, bufio.ErrBufferFull) && len(line) < maxAnswer:
			continue
		case err != nil:
			return nil, fmt.Errorf("%w: %w", errBroken, err)
		}
		return line[:len(line)-1], nil
	}
}
