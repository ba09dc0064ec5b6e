// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// maxAnswer bounds the bytes of an answer; the largest is the state of a match with
// every legal move.
const maxAnswer = 4 << 20

// wire sends the requests of a client over one connection, one at a time. The
// transport of net/http passes each request through two goroutines, which costs more
// than the request itself on a machine that also runs the server.
type wire struct {
	dialer net.Dialer
	meter  *atomic.Int64 // counts bytes; may be nil

	mu   sync.Mutex // held during a request
	host string     // that conn leads to
	conn net.Conn   // nil if it is closed
	in   *bufio.Reader
	out  []byte
}

// Do implements client.Doer. After an error it is not known whether the server
// executed the request.
func (w *wire) Do(r *http.Request) (*http.Response, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if err := w.open(r.Context(), r.URL); err != nil {
		return nil, err
	}
	conn := w.conn
	stop := context.AfterFunc(r.Context(), func() { _ = conn.SetDeadline(time.Unix(1, 0)) })
	response, err := w.exchange(r)
	if !stop() || err != nil || response.Close {
		w.drop()
	}
	if err != nil && r.Context().Err() != nil {
		err = r.Context().Err()
	}
	return response, err
}

// open connects, unless the connection is still open.
func (w *wire) open(ctx context.Context, u *url.URL) error {
	if w.conn != nil && w.host == u.Host {
		return nil
	}
	w.drop()
	address := u.Host
	if u.Port() == "" {
		address = net.JoinHostPort(u.Hostname(), "80")
	}
	conn, err := w.dial(ctx, "tcp", address)
	if err != nil {
		return err
	}
	w.host, w.conn, w.in = u.Host, conn, bufio.NewReader(conn)
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

// close closes the connection after the running request.
func (w *wire) close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.drop()
}

// drop closes the connection; w is locked.
func (w *wire) drop() {
	if w.conn != nil {
		_ = w.conn.Close()
		w.conn = nil
	}
}

// exchange writes a request and reads the whole answer.
func (w *wire) exchange(r *http.Request) (*http.Response, error) {
	if err := w.encode(r); err != nil {
		return nil, err
	}
	if _, err := w.conn.Write(w.out); err != nil {
		return nil, err
	}
	response, err := w.head()
	if err != nil {
		return nil, err
	}
	var body []byte
	switch {
	case len(response.TransferEncoding) > 0:
		if body, err = io.ReadAll(io.LimitReader(httputil.NewChunkedReader(w.in), maxAnswer)); err == nil {
			_, err = w.line() // no trailer
		}
	case response.ContentLength >= 0 && response.ContentLength <= maxAnswer:
		body = make([]byte, response.ContentLength)
		_, err = io.ReadFull(w.in, body)
	default:
		err = errAnswer
	}
	response.Body = &content{*bytes.NewReader(body)}
	return response, err
}

// content is a body in memory.
type content struct{ bytes.Reader }

func (*content) Close() error { return nil }

var errAnswer = errors.New("the answer is not that of a server")

// line reads a line of an answer.
func (w *wire) line() ([]byte, error) {
	line, err := w.in.ReadSlice('\n')
	return bytes.TrimRight(line, "\r\n"), err
}

// head reads the status of an answer and the few headers that a client uses: parsing all
// headers would cost more than the rest of the request.
func (w *wire) head() (*http.Response, error) {
	line, err := w.line()
	if err != nil {
		return nil, err
	}
	version, status, _ := bytes.Cut(line, []byte(" "))
	r := &http.Response{ContentLength: -1, Close: string(version) != "HTTP/1.1"}
	if r.StatusCode, err = strconv.Atoi(string(status[:min(3, len(status))])); err != nil || !bytes.HasPrefix(version, []byte("HTTP/1.")) {
		return nil, errAnswer
	}
	for {
		if line, err = w.line(); err != nil || len(line) == 0 {
			return r, err
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		value = bytes.TrimSpace(value)
		switch string(name) {
		case "Content-Length":
			r.ContentLength, err = strconv.ParseInt(string(value), 10, 64)
		case "Transfer-Encoding":
			r.TransferEncoding = []string{string(value)}
		case "Connection":
			r.Close = r.Close || string(value) == "close"
		case "Retry-After":
			r.Header = http.Header{"Retry-After": {string(value)}}
		}
		if err != nil {
			return nil, errAnswer
		}
	}
}

// encode writes a request into the shared buffer.
func (w *wire) encode(r *http.Request) error {
	b := append(append(w.out[:0], r.Method...), ' ')
	b = append(append(b, r.URL.RequestURI()...), " HTTP/1.1\r\nHost: "...)
	b = append(b, r.URL.Host...)
	for name, values := range r.Header {
		for _, value := range values {
			b = append(append(append(append(b, "\r\n"...), name...), ": "...), value...)
		}
	}
	if r.Body == nil {
		w.out = append(b, "\r\n\r\n"...)
		return nil
	}
	b = strconv.AppendInt(append(b, "\r\nContent-Length: "...), r.ContentLength, 10)
	b = append(b, "\r\n\r\n"...)
	head := len(b)
	w.out = append(b, make([]byte, r.ContentLength)...)
	_, err := io.ReadFull(r.Body, w.out[head:])
	return err
}
