// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bufio"
	"encoding/binary"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
)

// The first bytes of the frames of a WebSocket (RFC 6455, section 5.2), each of them
// final.
const (
	textFrame  = 0x80 | 0x1
	closeFrame = 0x80 | 0x8
	pingFrame  = 0x80 | 0x9
	pongFrame  = 0x80 | 0xA
)

const (
	// maxControl is the length of a control frame without its header, in bytes.
	maxControl = 125
	// headLength is the length of the header of a control frame from a client, with its
	// mask.
	headLength = 6
	// closeTime is how long a stream waits for the client after it was closed.
	closeTime = 5 * time.Second
)

// frames is a WebSocket that sends messages and receives none. A library makes the
// handshake; its connection would take several kilobytes for each of thousands of mostly
// idle streams, and more time for each message.
type frames struct {
	conn   net.Conn
	within time.Duration // for one write: a slower reader is dropped, and reconnects
	early  []byte        // bytes that came with the handshake
	in     [headLength + maxControl]byte
	reader sync.WaitGroup // done when nothing more is read

	pingSent atomic.Int64 // when the ping was sent whose pong is missing, in Unix nanoseconds; 0 for none
	closing  atomic.Bool  // a close frame was sent

	mu            sync.Mutex // for writing
	writeDeadline time.Time
}

// acceptFrames opens a WebSocket for pages of this server, or answers why not and
// returns nil.
func acceptFrames(w http.ResponseWriter, r *http.Request, within time.Duration) *frames {
	f := &frames{within: within}
	unused, err := websocket.Accept(&handshake{w, f}, r, &websocket.AcceptOptions{CompressionMode: websocket.CompressionDisabled})
	if err != nil {
		return nil
	}
	_ = unused.CloseNow()
	return f
}

// handshake keeps the connection of a handshake for frames.
type handshake struct {
	http.ResponseWriter
	frames *frames
}

// Unwrap gives http.ResponseController the connection.
func (h *handshake) Unwrap() http.ResponseWriter { return h.ResponseWriter }

// Hijack implements http.Hijacker.
func (h *handshake) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	h.frames.conn = conn
	if n := buffers.Reader.Buffered(); n > 0 {
		early, _ := buffers.Reader.Peek(n)
		h.frames.early = append([]byte(nil), early...)
	}
	return noConn{}, bufio.NewReadWriter(bufio.NewReaderSize(nil, 16), bufio.NewWriterSize(nil, 16)), nil
}

// noConn is given to the library in place of the connection; the library only closes it.
type noConn struct{ net.Conn }

func (noConn) Close() error { return nil }

// buffers are for frames that are sent.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// maxBuffer is the size from which on a buffer is not used again.
const maxBuffer = 64 << 10

// write sends a frame. Its time limit is not set anew for every one: a slow reader may
// have a quarter less than its time.
func (f *frames) write(kind byte, data []byte) error {
	buffer := buffers.Get().(*[]byte)
	*buffer = appendFrame((*buffer)[:0], kind, data)
	return f.flush(buffer)
}

// flush sends a buffer from the pool, and returns it to the pool.
func (f *frames) flush(buffer *[]byte) error {
	f.mu.Lock()
	if now := time.Now(); f.writeDeadline.Sub(now) < f.within/4*3 {
		f.writeDeadline = now.Add(f.within)
		_ = f.conn.SetWriteDeadline(f.writeDeadline) // a closed connection fails below
	}
	_, err := f.conn.Write(*buffer)
	if err != nil {
		_ = f.conn.Close() // nothing can follow half a frame
	}
	f.mu.Unlock()
	if cap(*buffer) <= maxBuffer {
		buffers.Put(buffer)
	}
	return err
}

// appendFrame appends a frame of a server.
func appendFrame(b []byte, kind byte, data []byte) []byte {
	b = append(b, kind)
	switch n := len(data); {
	case n <= maxControl:
		b = append(b, byte(n))
	case n < 1<<16:
		b = binary.BigEndian.AppendUint16(append(b, 126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 127), uint64(n))
	}
	return append(b, data...)
}

// probe sends a message, with a ping unless one is unanswered. It reports false if the pong
// is late, or the client is gone.
func (f *frames) probe(within time.Duration, message []byte) bool {
	now, asked := time.Now().UnixNano(), f.pingSent.Load()
	if asked != 0 && now-asked >= int64(within) {
		return false
	}
	buffer := buffers.Get().(*[]byte)
	*buffer = (*buffer)[:0]
	if asked == 0 {
		f.pingSent.Store(now)
		*buffer = appendFrame(*buffer, pingFrame, nil)
	}
	*buffer = appendFrame(*buffer, textFrame, message)
	return f.flush(buffer) == nil
}

// bye sends a close frame, if none was sent, and lets the client take closeTime to
// answer it.
func (f *frames) bye(code websocket.StatusCode, reason string) {
	if f.closing.Swap(true) {
		return
	}
	_ = f.write(closeFrame, append(binary.BigEndian.AppendUint16(nil, uint16(code)), reason...)) // the client may be gone
	_ = f.conn.SetReadDeadline(time.Now().Add(closeTime))
}

// read answers the control frames of the client until it closes the stream, sends
// anything else or is gone, and closes the connection.
func (f *frames) read() {
	defer f.conn.Close()
	for have := 0; ; {
		n, err := f.receive(f.in[have:])
		if err != nil {
			return
		}
		have += n
		for have >= headLength {
			length := headLength + int(f.in[1]&0x7F)
			if !wellFormed(&f.in) {
				f.refuse()
				return
			}
			if have < length {
				break
			}
			if !f.control(f.in[0], f.unmask(length)) {
				return
			}
			have = copy(f.in[:], f.in[length:have])
		}
	}
}

// receive reads the bytes that came with the handshake, and then from the connection.
func (f *frames) receive(into []byte) (int, error) {
	if len(f.early) == 0 {
		return f.conn.Read(into)
	}
	n := copy(into, f.early)
	f.early = f.early[n:]
	return n, nil
}

// wellFormed reports whether a header belongs to a masked control frame.
func wellFormed(head *[headLength + maxControl]byte) bool {
	switch head[0] {
	case closeFrame, pingFrame, pongFrame:
		return head[1]&0x80 != 0 && head[1]&0x7F <= maxControl
	}
	return false
}

// unmask returns the payload of a frame.
func (f *frames) unmask(length int) []byte {
	mask, data := f.in[2:headLength], f.in[headLength:length]
	for i := range data {
		data[i] ^= mask[i%len(mask)]
	}
	return data
}

// control handles a control frame and reports whether more may come.
func (f *frames) control(kind byte, data []byte) bool {
	switch kind {
	case pongFrame:
		f.pingSent.Store(0)
	case pingFrame:
		return f.write(pongFrame, data) == nil
	case closeFrame:
		if !f.closing.Swap(true) {
			_ = f.write(closeFrame, data) // the client may be gone
		}
		return false
	}
	return true
}

// refuse closes the stream of a client that sends a data frame or a malformed one. The connection is
// read to its end, or for closeTime: else the client might not get the reason.
//
//go:noinline
func (f *frames) refuse() {
	f.bye(websocket.StatusPolicyViolation, "unexpected message")
	for {
		if _, err := f.conn.Read(f.in[:]); err != nil {
			return
		}
	}
}
