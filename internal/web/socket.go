// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/failure"
)

// Sizes of the buffers of a stream in bytes. Clients send next to nothing, and the
// library writes nothing but control frames, each at once: 2 bytes and at most 125.
const (
	readBuffer  = 128
	writeBuffer = 128
)

// smallBuffers hands a connection over with small buffers, and keeps it: those of
// net/http take 8 kB for each of thousands of mostly idle streams.
type smallBuffers struct {
	http.ResponseWriter
	line *line
}

// line is a connection with a time limit for each write: a reader that takes longer is
// dropped, and gets what it missed when it reconnects. Two writes are not mixed.
type line struct {
	net.Conn
	within time.Duration
	mu     sync.Mutex
}

// Write implements net.Conn.
func (l *line) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	_ = l.SetWriteDeadline(time.Now().Add(l.within)) // a closed connection fails below
	return l.Conn.Write(b)
}

// Unwrap gives http.ResponseController the connection.
func (s *smallBuffers) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// Hijack implements http.Hijacker. Data that was read already stays in its
// buffer.
func (s *smallBuffers) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(s.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	s.line.Conn = conn
	buffers.Writer = bufio.NewWriterSize(s.line, writeBuffer)
	if buffers.Reader.Buffered() == 0 {
		buffers.Reader = bufio.NewReaderSize(conn, readBuffer)
	}
	return s.line, buffers, nil
}

// Close codes of streams, from the range for applications.
const (
	closeSessionEnded websocket.StatusCode = 4001
	closeNotFound     websocket.StatusCode = 4004
	closeElsewhere    websocket.StatusCode = 4010
	closeInternal                          = websocket.StatusInternalError
)

// Why a stream ends, beside its close code.
const (
	reasonSession   = "session ended"
	reasonNotFound  = "not found"
	reasonElsewhere = "connect again"
	reasonGoing     = "going away"
	reasonInternal  = "internal"
)

// Socket is one open stream: a WebSocket, or one of the API as lines. It is only
// written to.
type Socket struct {
	conn    *websocket.Conn
	line    *line  // below conn
	lines   *lines // of a stream of the API; nil for a WebSocket
	api     bool
	workers *Workers
	drop    func() // ends the stream
	probing atomic.Bool
	// ctx is done when either side ends the stream. It is not for writing: the
	// library cuts the connection when the context of a write ends, and the page
	// would not learn why.
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
	taken := &smallBuffers{w, &line{within: s.slowReader}}
	conn, err := websocket.Accept(taken, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		end()
		return nil // it was answered
	}
	socket := &Socket{conn: conn, line: taken.line, workers: s.workers, drop: func() { cancel(nil) }, Ctx: ctx, api: api}
	path := r.URL.Path
	go func() {
		defer end()
		// Thousands of streams wait in serve: what comes before and after it is not
		// on their stacks.
		go socket.watch()
		err := safely(func() error { return serve(socket) })
		socket.end(s.log, path, err)
	}()
	return nil
}

// watch ends the stream when the client closes it or sends a message. Reading also
// answers pings and sees pongs.
func (c *Socket) watch() {
	if _, _, err := c.conn.Reader(context.Background()); err == nil {
		c.conn.Close(websocket.StatusPolicyViolation, "unexpected message")
	}
	c.drop()
	c.conn.CloseNow()
}

// end closes a stream with the reason, and logs errors of the server.
//
//go:noinline
func (c *Socket) end(log *slog.Logger, path string, err error) {
	defer c.conn.CloseNow()
	code, reason := closeCode(errors.Join(err, context.Cause(c.Ctx)))
	c.conn.Close(code, reason)
	if code == closeInternal {
		log.Error("stream", "path", path, "err", err)
	}
}

// closeCode is the reason why a stream ends.
func closeCode(err error) (websocket.StatusCode, string) {
	switch {
	case errors.Is(err, errSessionEnded):
		return closeSessionEnded, reasonSession
	case failure.CodeOf(err) == failure.NotFound:
		return closeNotFound, reasonNotFound
	case errors.Is(err, errElsewhere):
		return closeElsewhere, reasonElsewhere
	case errors.Is(err, errStopping), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return websocket.StatusGoingAway, reasonGoing
	case err == nil:
		return websocket.StatusNormalClosure, ""
	}
	return closeInternal, reasonInternal
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

// SendText writes a message that others may get too.
func (c *Socket) SendText(data []byte) error { return c.send(data, 0) }

// send writes a message; seq is where a reader that has it may resume, or 0. The
// library would take locks and buffers of its own for every message, and writes only
// the other frames.
func (c *Socket) send(data []byte, seq int) error {
	if c.lines != nil {
		return c.lines.write(data, seq)
	}
	frame := frames.Get().(*[]byte)
	*frame = appendFrame((*frame)[:0], data)
	_, err := c.line.Write(*frame)
	if cap(*frame) <= maxFrame {
		frames.Put(frame)
	}
	if err != nil {
		return context.Canceled // the reader has gone, or is too slow
	}
	return nil
}

// frames are buffers for messages.
var frames = sync.Pool{New: func() any { return new([]byte) }}

// maxFrame is the size from which on a buffer is not used again.
const maxFrame = 64 << 10

// appendFrame appends a text message as one frame of a server (RFC 6455, section 5.2).
func appendFrame(b, text []byte) []byte {
	const finalText = 0x80 | 0x1
	b = append(b, finalText)
	switch n := len(text); {
	case n < 126:
		b = append(b, byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 127), uint64(n))
	}
	return append(b, text...)
}

// Ping shows the client that the stream is alive.
func (c *Socket) Ping() error { return c.send([]byte(`{"type":"ping"}`), 0) }

// Beat returns how long a stream may be quiet that pings in that interval: programs
// get them more often.
func (c *Socket) Beat(interval time.Duration) time.Duration {
	if c.api {
		return min(interval, apiBeat)
	}
	return interval
}

// Probe asks the client for a sign of life, a pong frame, which browsers send by
// themselves. Without one in time the line is cut, and the stream ends. Lines have no
// such sign.
func (c *Socket) Probe(within time.Duration) {
	if c.lines != nil || !c.probing.CompareAndSwap(false, true) {
		return
	}
	go func() {
		defer c.probing.Store(false)
		ctx, cancel := context.WithTimeout(context.Background(), within)
		defer cancel()
		if c.conn.Ping(ctx) != nil {
			c.drop()
		}
	}()
}
