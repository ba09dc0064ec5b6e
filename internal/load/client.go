// SPDX-License-Identifier: Apache-2.0

package load

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"sync/atomic"
)

// Client is somebody at a server: nobody at first, a guest once they have made
// or joined a match. It does one thing at a time, beside its streams.
type Client struct {
	server  *url.URL
	wire    wire
	cookie  string
	name    string // begins the ids of this client's commands
	made    int
	retries atomic.Int64

	mu   sync.Mutex
	told promise
}

// promise is the last seq that a command was answered with.
type promise struct {
	match string
	seq   int
}

// promised returns the seq that a match has at least come to, as far as this
// client was told.
func (c *Client) promised(match string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.told.match != match {
		return 0
	}
	return c.told.seq
}

// NewClient returns a client of the server at an address like
// "http://127.0.0.1:8080". Servers behind TLS are not for measuring: the proxy
// would be measured with them.
func NewClient(address string) (*Client, error) {
	server, err := url.Parse(address)
	if err != nil {
		return nil, fmt.Errorf("address of the server: %w", err)
	}
	if server.Scheme != "http" || server.Hostname() == "" {
		return nil, fmt.Errorf("address of the server %q: want one like http://127.0.0.1:8080", address)
	}
	if server.Port() == "" {
		server.Host = net.JoinHostPort(server.Hostname(), "80")
	}
	name := strconv.FormatUint(rand.Uint64(), 36)
	return &Client{server: server, wire: wire{server: server}, name: name}, nil
}

// Close lets go of the connection.
func (c *Client) Close() { c.wire.close() }

// Retries returns how often something had to be sent again or a stream to be
// opened again.
func (c *Client) Retries() int { return int(c.retries.Load()) }

// Create makes a match that another joins by its id, and returns the id.
func (c *Client) Create(ctx context.Context, game, clock string) (string, error) {
	return c.sit(ctx, "/match", map[string]string{"game": game, "opponent": "private", "clock": clock})
}

// Join sits down at a match.
func (c *Client) Join(ctx context.Context, match string) error {
	_, err := c.sit(ctx, "/join", map[string]string{"id": match})
	return err
}

// sit sends what leads to a match.
func (c *Client) sit(ctx context.Context, path string, fields map[string]string) (string, error) {
	body, err := json.Marshal(fields)
	if err != nil {
		return "", err
	}
	a, err := c.insist(ctx, path, body)
	if err != nil {
		return "", fmt.Errorf("POST %s: %w", path, err)
	}
	var seat struct{ Match string }
	if json.Unmarshal(a.body, &seat) != nil || seat.Match == "" {
		return "", fmt.Errorf("POST %s: got %.200q, want a match", path, a.body)
	}
	return seat.Match, nil
}

// Command is something to do in a match. Its id makes it harmless to send it
// again.
type Command struct {
	ID     string `json:"id"`
	Expect int    `json:"expect"` // the seq it was decided on
	Move   string `json:"move,omitempty"`
}

// NewCommand returns a command with an id of its own.
func (c *Client) NewCommand(expect int, move string) Command {
	c.made++
	return Command{ID: c.name + "-" + strconv.Itoa(c.made), Expect: expect, Move: move}
}

// Do sends a command and returns the seq it led to. Until there is an answer it
// is sent again and again, the same each time. A *Refusal had no effect.
func (c *Client) Do(ctx context.Context, match, action string, command Command) (int, error) {
	body, err := json.Marshal(command)
	if err != nil {
		return 0, err
	}
	path := "/match/" + match + "/" + action
	a, err := c.insist(ctx, path, body)
	if err != nil {
		return 0, fmt.Errorf("POST %s: %w", path, err)
	}
	var done struct{ Seq int }
	if json.Unmarshal(a.body, &done) != nil || done.Seq == 0 {
		return 0, fmt.Errorf("POST %s: got %.200q, want a seq", path, a.body)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told = promise{match, done.Seq}
	return done.Seq, nil
}

// insist posts until the server answers.
func (c *Client) insist(ctx context.Context, path string, body []byte) (answer, error) {
	var pause backoff
	for {
		a, err := c.wire.post(ctx, path, c.cookie, body)
		if a.cookie != "" {
			c.cookie = a.cookie
		}
		switch {
		case err == nil && a.status == http.StatusOK:
			return a, nil
		case err == nil && a.status != http.StatusServiceUnavailable:
			return a, refusalOf(a)
		}
		c.retries.Add(1)
		if err := pause.wait(ctx); err != nil {
			return a, err
		}
	}
}
