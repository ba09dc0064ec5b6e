// SPDX-License-Identifier: Apache-2.0

package bench

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
	"time"
)

// Client is a user of a server: anonymous at first, a guest after creating or
// joining a match. It sends one request at a time, beside its streams.
type Client struct {
	// Quiet bounds the time without a message on a stream, which is then opened
	// again; 0 for no bound. It is set before the first stream.
	Quiet time.Duration

	server  *url.URL   // where requests go first
	nodes   []*url.URL // all addresses of the site, server first
	wire    wire
	cookie  string
	name    string // begins the ids of this client's commands
	made    int
	asked   atomic.Int64 // the node that requests go to
	retries atomic.Int64

	mu    sync.Mutex
	acked promise
}

// promise is the seq of the last answered command.
type promise struct {
	match string
	seq   int
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

// NewClient returns a client of the server at an address like
// "http://127.0.0.1:8080". TLS is not supported: a proxy would be measured too.
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
	return &Client{server: server, nodes: []*url.URL{server}, wire: wire{server: server, patience: patience}, name: name}, nil
}

// Also adds other nodes of the same site. A request that is not answered is repeated
// at the next node, and a stream that breaks is opened there; streams begin at
// another node than requests. The requests to each node end after patience. It must
// be called before the first request.
func (c *Client) Also(patience time.Duration, addresses ...string) error {
	for _, address := range addresses {
		other, err := NewClient(address)
		if err != nil {
			return err
		}
		c.nodes = append(c.nodes, other.server)
	}
	c.wire.patience = patience
	return nil
}

// node returns one of the nodes, counted around.
func (c *Client) node(i int) *url.URL { return c.nodes[i%len(c.nodes)] }

// turnAway sends further requests to another node, if there is one.
func (c *Client) turnAway() {
	if len(c.nodes) > 1 {
		c.wire.close()
		c.wire.server = c.node(int(c.asked.Add(1)))
	}
}

// DialFrom sets the address of this machine that the client connects from; several
// addresses of 127.0.0.0/8 stand for several users. It must be called before the
// first request.
func (c *Client) DialFrom(address string) {
	c.wire.dialer.LocalAddr = &net.TCPAddr{IP: net.ParseIP(address)}
}

// Close closes the connection.
func (c *Client) Close() { c.wire.close() }

// Retries returns how often a command was sent again or a stream opened again.
func (c *Client) Retries() int { return int(c.retries.Load()) }

// Create creates a match that another client joins by its id and everyone may
// watch, and returns the id.
func (c *Client) Create(ctx context.Context, game, clock string) (string, error) {
	return c.sit(ctx, "/match", map[string]string{"game": game, "opponent": "private", "clock": clock, "shown": "yes"})
}

// CreateRated is Create for a match between two accounts that counts for ratings.
func (c *Client) CreateRated(ctx context.Context, game, clock string) (string, error) {
	return c.sit(ctx, "/match", map[string]string{"game": game, "opponent": "private", "clock": clock, "shown": "yes", "rated": "yes"})
}

// CreateComputer creates a match against the computer, which starts at once.
func (c *Client) CreateComputer(ctx context.Context, game, level, clock string) (string, error) {
	return c.sit(ctx, "/match", map[string]string{"game": game, "opponent": "computer", "level": level, "clock": clock})
}

// Join joins a match.
func (c *Client) Join(ctx context.Context, match string) error {
	_, err := c.sit(ctx, "/join", map[string]string{"id": match})
	return err
}

// sit sends a request that leads to a match.
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

// Command is a command to a match. With its id it can be sent again safely.
type Command struct {
	ID     string `json:"id"`
	Expect int    `json:"expect"` // the seq of the state it answers
	Move   string `json:"move,omitempty"`
}

// NewCommand returns a command with a new id.
func (c *Client) NewCommand(expect int, move string) Command {
	c.made++
	return Command{ID: c.name + "-" + strconv.Itoa(c.made), Expect: expect, Move: move}
}

// Do sends a command and returns the seq it led to. It repeats the same command
// until there is an answer. A command that is answered with a *Refusal had no effect.
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
	c.acked = promise{match, done.Seq}
	return done.Seq, nil
}

// insist repeats a POST until the server answers.
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
		c.turnAway()
		if err := pause.wait(ctx); err != nil {
			return a, err
		}
	}
}

// Refusal is an answer that is not a success.
type Refusal struct {
	Status int    // of HTTP
	Code   string // of the server: "stale", "illegal" and so on; empty if it has none
	Text   string
}

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("status %d %s: %s", r.Status, r.Code, r.Text) }

// late reports whether another command came first. This one had no effect, and the
// stream has the newer state.
func (r *Refusal) late() bool { return r.Code == "stale" || r.Code == "over" }

// refusalOf reads an answer that is not a success.
func refusalOf(a answer) *Refusal {
	var document struct{ Error Refusal }
	if json.Unmarshal(a.body, &document) != nil || document.Error.Code == "" {
		document.Error.Text = fmt.Sprintf("%.200q", a.body)
	}
	document.Error.Status = a.status
	return &document.Error
}

const (
	firstPause = 5 * time.Millisecond
	maxPause   = 500 * time.Millisecond
)

// backoff waits longer after each failure, for a random time, so that clients that
// failed together do not retry together. The zero value is ready.
type backoff struct{ pause time.Duration }

// wait returns when it is time to try again, or with the context's error.
func (b *backoff) wait(ctx context.Context) error {
	b.pause = min(max(2*b.pause, firstPause), maxPause)
	timer := time.NewTimer(b.pause/2 + rand.N(b.pause))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
