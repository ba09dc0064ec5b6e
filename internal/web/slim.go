// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bufio"
	"net"
	"net/http"
)

// Sizes of the buffers of a stream, in bytes. A page sends next to nothing; most
// of what is sent to it is larger than any buffer and goes past it.
const (
	readBuffer  = 128
	writeBuffer = 1 << 10
)

// slim hands a connection over with small buffers: those of net/http are 8 kB
// for each of thousands of streams that do nothing most of the time.
type slim struct{ http.ResponseWriter }

// Unwrap lets http.ResponseController reach the connection.
func (s slim) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// Hijack implements http.Hijacker. What has been read already stays in the
// buffer it is in.
func (s slim) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffers, err := http.NewResponseController(s.ResponseWriter).Hijack()
	if err != nil || buffers.Reader.Buffered() > 0 {
		return conn, buffers, err
	}
	return conn, bufio.NewReadWriter(bufio.NewReaderSize(conn, readBuffer), bufio.NewWriterSize(conn, writeBuffer)), nil
}
