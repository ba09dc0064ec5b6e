// SPDX-License-Identifier: Apache-2.0

package bench

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"

	"cairn/client"
)

// Client is a user of a server who checks the guarantees of streams: a client of package
// client with its own transport, and with streams as browsers have them. Its
// requests go over one connection, one at a time.
type Client struct {
	*client.Client
	wire *wire

	mu    sync.Mutex
	acked promise
}

// promise is the seq of the last answered command.
type promise struct {
	match string
	seq   int
}

// NewClient returns a client of the server at an address like
// "http://127.0.0.1:8080". TLS is not supported: a proxy would be measured too. A
// rate limit is an error, and streams may be quiet for ever, unless options say
// otherwise.
func NewClient(address string, options ...client.Option) (*Client, error) {
	if !strings.HasPrefix(address, "http://") {
		return nil, fmt.Errorf("address of the server %q: want one like http://127.0.0.1:8080", address)
	}
	c := &Client{wire: &wire{}}
	own := []client.Option{client.HTTP(c.wire), client.WebSocket(c.wire.transport()), client.Quiet(0), client.NoWait()}
	var err error
	c.Client, err = client.New(address, append(own, options...)...)
	return c, err
}

// DialFrom sets the address of this machine that the client connects from; several
// addresses of 127.0.0.0/8 stand for several users. It must be called before the
// first request.
func (c *Client) DialFrom(address string) {
	c.wire.dialer.LocalAddr = &net.TCPAddr{IP: net.ParseIP(address)}
}

// Close closes the connection. The next request opens it again.
func (c *Client) Close() { c.wire.close() }

// Do sends a command, and notes the seq that the match has reached.
func (c *Client) Do(ctx context.Context, match, action string, command client.Command) (int, error) {
	seq, err := c.Client.Do(ctx, match, action, command)
	if err == nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.acked = promise{match, seq}
	}
	return seq, err
}

// promised returns the seq that a match has reached at least, by the answers to
// this client.
func (c *Client) promised(match string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.acked.match != match {
		return 0
	}
	return c.acked.seq
}

// transport opens connections for WebSockets as the wire does.
func (w *wire) transport() *http.Transport {
	return &http.Transport{DialContext: w.dial, DisableKeepAlives: true}
}
