// SPDX-License-Identifier: Apache-2.0

package attack

import (
	"context"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"time"
)

// onServer are the attacks on the server itself.
var onServer = []Attack{
	{
		Name: "readiness", Doc: "20 connections ask for /readyz without a pause",
		serve:  serveOptions{args: []string{"--log-level", "warn"}}, // the log is no part of what is measured
		strike: readiness,
		judge: func(r *Row) finding {
			const most = 16 << 20 // people play meanwhile
			return verdict(r.WrittenBytes <= most, "%d MB written", r.WrittenBytes>>20)
		},
	},
	{
		Name: "connections", Doc: "one address opens 1,200 connections; another user opens a page",
		serve: serveOptions{files: 1024}, strike: connections, probe: pageLoads,
	},
}

func readiness(ctx context.Context, g *gang) (finding, error) {
	var t tally
	crowd(20, func(int) {
		p := g.person(0)
		defer p.close()
		for ctx.Err() == nil {
			t.note(p.get(ctx, "/readyz"))
		}
	})
	return held("%d requests", t.sent.Load()), nil
}

// connections opens connections, asks for a page on each and keeps it open, and opens
// it again when the server hangs up.
func connections(ctx context.Context, g *gang) (finding, error) {
	host := strings.TrimPrefix(g.home, "http://")
	dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(address(0))}}
	deadline, _ := ctx.Deadline()
	var opened atomic.Int64
	crowd(1200, func(int) {
		for ctx.Err() == nil {
			conn, err := dialer.DialContext(ctx, "tcp", host)
			if err == nil {
				opened.Add(1)
				_ = conn.SetDeadline(deadline)
				_, _ = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: "+host+"\r\n\r\n")
				_, _ = io.Copy(io.Discard, conn) // until the server hangs up
				_ = conn.Close()
			}
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
			}
		}
	})
	return held("%d connections", opened.Load()), nil
}
