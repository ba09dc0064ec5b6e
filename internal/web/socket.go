// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/failure"
)

// Socket is one open stream: a WebSocket, or lines of the API. Messages go only from
// server to client.
type Socket struct {
	*frames        // of a WebSocket
	lines   *lines // of a stream of the API; nil for a WebSocket
	api     bool
	workers *Workers
	drop    func() // ends the stream
	// ctx is done when either side ends the stream. It is not for writing: the page
	// would not learn why the stream ends.
	Ctx context.Context
}

// Accept opens a WebSocket, from our own pages only, and serves it. The
// handler returns meanwhile, and the memory of the request is freed. Programs may
// have lines instead.
func (s *Streams) Accept(w http.ResponseWriter, r *http.Request, serve func(*Socket) error) error {
	api := IsAPI(r)
	if api && r.Header.Get("Upgrade") == "" {
		return s.acceptLines(w, r, serve)
	}
	ctx, cancel, end, err := s.begin(ownerOf(r))
	if err != nil {
		return err
	}
	frames := acceptFrames(w, r, s.slowReader)
	if frames == nil {
		end()
		return nil // it was answered
	}
	socket := &Socket{frames: frames, workers: s.workers, drop: func() { cancel(nil) }, Ctx: ctx, api: api}
	path, visitor := r.URL.Path, VisitorOf(r)
	go func() {
		defer end()
		// Thousands of streams wait in serve: calls before and after it must not grow
		// their stacks.
		frames.reader.Go(socket.watch)
		err := s.CheckSession(ctx, visitor) // it may have ended before the stream began
		if err == nil {
			err = safely(func() error { return serve(socket) })
		}
		socket.end(s.log, path, err)
	}()
	return nil
}

// watch ends the stream when the client does.
func (c *Socket) watch() {
	c.read()
	c.drop()
}

// end closes a stream with the reason, and logs errors of the server.
//
//go:noinline
func (c *Socket) end(log *slog.Logger, path string, err error) {
	e := endingOf(errors.Join(err, context.Cause(c.Ctx)))
	c.bye(e.code, e.reason)
	c.reader.Wait()
	if e.code == websocket.StatusInternalError {
		log.Error("stream", "path", path, "err", err)
	}
}

// ending is why a stream ends: by the close code and reason of a WebSocket, and in the last line of a
// stream of the API.
type ending struct {
	code     websocket.StatusCode
	reason   string
	lastLine string
}

// endingOf returns the ending of a stream. Codes from 4000 are for applications.
func endingOf(err error) ending {
	switch {
	case errors.Is(err, errSessionEnded):
		return ending{4001, "session ended", "session-ended"}
	case failure.CodeOf(err) == failure.NotFound:
		return ending{4004, "not found", "not-found"}
	case errors.Is(err, errElsewhere):
		return ending{4010, "connect again", "stopping"}
	case errors.Is(err, errStopping), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return ending{websocket.StatusGoingAway, "going away", "stopping"}
	case err == nil:
		return ending{websocket.StatusNormalClosure, "", "finished"}
	}
	return ending{websocket.StatusInternalError, "internal", "internal"}
}

// Send writes one message, or drops a client that does not read it in time. A
// worker makes the message.
func (c *Socket) Send(makes func() (any, error)) error {
	var data []byte
	seq := 0
	err := c.workers.Do(func() error {
		message, err := makes()
		if err == nil {
			data, err = json.Marshal(message)
		}
		if m, ok := message.(interface{ ResumeFrom() int }); ok {
			seq = m.ResumeFrom()
		}
		return err
	})
	if err != nil {
		return err
	}
	return c.send(data, seq)
}

// SendText writes an encoded message, which several streams may share.
func (c *Socket) SendText(data []byte) error { return c.send(data, 0) }

// send writes a message; seq is where a reader that has it may resume, or 0.
func (c *Socket) send(data []byte, seq int) error {
	if c.lines != nil {
		return c.lines.write(data, seq)
	}
	if c.write(textFrame, data) != nil {
		return context.Canceled // the reader has gone, or is too slow
	}
	return nil
}

// pingMessage is the heartbeat of a quiet stream.
var pingMessage = []byte(`{"type":"ping"}`)

// Ping shows the client that the stream is alive.
func (c *Socket) Ping() error { return c.send(pingMessage, 0) }

// Beat returns how long a stream may be quiet that pings in that interval: programs
// get them more often.
func (c *Socket) Beat(interval time.Duration) time.Duration {
	if c.api {
		return min(interval, apiBeat)
	}
	return interval
}

// Probe is Ping with a ping frame, which browsers answer by themselves. It ends the stream
// if the last pong did not come in time. Streams of lines have no pongs.
func (c *Socket) Probe(within time.Duration) error {
	if c.lines != nil {
		return c.Ping()
	}
	if !c.probe(within, pingMessage) {
		return context.Canceled
	}
	return nil
}
