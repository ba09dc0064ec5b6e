// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"
)

const (
	// patience bounds one request, unless a client has its own.
	patience = 30 * time.Second
	// maxAnswer bounds the bytes of an answer; the largest is the state of a
	// match with every legal move.
	maxAnswer = 4 << 20
	// sessionCookie is the cookie of the session; log-ins set others too.
	sessionCookie = "cairn"
)

// wire is one connection for one request at a time. The client of net/http passes
// each request through two goroutines, which costs more than the request itself on
// a machine that also runs the server.
type wire struct {
	server   *url.URL
	patience time.Duration
	dialer   net.Dialer
	meter    *atomic.Int64 // counts bytes; may be nil
	conn     net.Conn
	in       *bufio.Reader
	out      []byte
}

// answer is the response of the server.
type answer struct {
	status int
	cookie string // "name=value" of the session, when it sets one
	body   []byte
}

// post sends JSON and waits for the answer. After an error it is not known whether
// the server executed the request.
func (w *wire) post(ctx context.Context, path, cookie string, body []byte) (answer, error) {
	if err := w.open(ctx); err != nil {
		return answer{}, err
	}
	stop := context.AfterFunc(ctx, w.interrupt(w.conn))
	defer stop()
	a, reuse, err := w.exchange(path, cookie, body)
	if err != nil || !reuse {
		w.close()
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return a, err
}

// interrupt returns a function that ends a request early.
func (*wire) interrupt(conn net.Conn) func() {
	return func() { _ = conn.SetDeadline(time.Unix(1, 0)) }
}

// open connects, unless the connection is still open.
func (w *wire) open(ctx context.Context) error {
	if w.conn != nil {
		return nil
	}
	conn, err := w.dial(ctx, "tcp", w.server.Host)
	if err != nil {
		return err
	}
	w.conn, w.in = conn, bufio.NewReader(conn)
	return nil
}

// dial opens a connection whose bytes are counted.
func (w *wire) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := w.dialer.DialContext(ctx, network, address)
	if err != nil || w.meter == nil {
		return conn, err
	}
	return metered{conn, w.meter}, nil
}

// metered counts the bytes of a connection in both directions.
type metered struct {
	net.Conn
	bytes *atomic.Int64
}

func (m metered) Read(b []byte) (int, error) {
	n, err := m.Conn.Read(b)
	m.bytes.Add(int64(n))
	return n, err
}

func (m metered) Write(b []byte) (int, error) {
	n, err := m.Conn.Write(b)
	m.bytes.Add(int64(n))
	return n, err
}

func (w *wire) close() {
	if w.conn != nil {
		_ = w.conn.Close()
		w.conn = nil
	}
}

// exchange writes a request and reads its answer; reuse reports whether the
// connection can be used again.
func (w *wire) exchange(path, cookie string, body []byte) (a answer, reuse bool, err error) {
	if err := w.conn.SetDeadline(time.Now().Add(w.patience)); err != nil {
		return a, false, err
	}
	if _, err := w.conn.Write(w.request(path, cookie, body)); err != nil {
		return a, false, err
	}
	response, err := http.ReadResponse(w.in, nil)
	if err != nil {
		return a, false, err
	}
	defer response.Body.Close()
	a.status = response.StatusCode
	for _, c := range response.Cookies() {
		if c.Name == sessionCookie {
			a.cookie = c.Name + "=" + c.Value
		}
	}
	a.body, err = io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return a, !response.Close, err
}

// request writes a request into the shared buffer.
func (w *wire) request(path, cookie string, body []byte) []byte {
	b := append(w.out[:0], "POST "...)
	b = append(b, path...)
	b = append(b, " HTTP/1.1\r\nHost: "...)
	b = append(b, w.server.Host...)
	if cookie != "" {
		b = append(append(b, "\r\nCookie: "...), cookie...)
	}
	b = append(b, "\r\nContent-Type: application/json\r\nContent-Length: "...)
	b = strconv.AppendInt(b, int64(len(body)), 10)
	b = append(append(b, "\r\n\r\n"...), body...)
	w.out = b
	return b
}
