// SPDX-License-Identifier: Apache-2.0

package sshd

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// inner serves the pages to sessions inside the process. Each connection has the
// address of its player, so that limits of addresses hold.
type inner struct {
	http *http.Server
	next chan net.Conn
	ctx  context.Context // ends with the server
	end  context.CancelFunc
}

func newInner(pages http.Handler, log *slog.Logger) *inner {
	i := &inner{next: make(chan net.Conn)}
	i.ctx, i.end = context.WithCancel(context.Background())
	i.http = &http.Server{Handler: pages, ReadHeaderTimeout: time.Minute, ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
	go func() { _ = i.http.Serve(i) }() // it returns when the server is closed
	return i
}

// Accept implements net.Listener.
func (i *inner) Accept() (net.Conn, error) {
	select {
	case conn := <-i.next:
		return conn, nil
	case <-i.ctx.Done():
		return nil, net.ErrClosed
	}
}

// Close implements net.Listener.
func (i *inner) Close() error {
	i.end()
	return nil
}

// Addr implements net.Listener.
func (i *inner) Addr() net.Addr { return &net.UnixAddr{Name: "ssh", Net: "inner"} }

// transport returns a transport whose connections have the address of a player.
func (i *inner) transport(from net.Addr) http.RoundTripper {
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		near, far := net.Pipe()
		select {
		case i.next <- &pipe{far, from}:
			return near, nil
		case <-i.ctx.Done():
			return nil, net.ErrClosed
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return &http.Transport{DialContext: dial, DialTLSContext: dial, IdleConnTimeout: time.Minute}
}

// pipe is the end of a connection inside the process.
type pipe struct {
	net.Conn
	from net.Addr
}

// RemoteAddr implements net.Conn.
func (p *pipe) RemoteAddr() net.Addr { return p.from }
