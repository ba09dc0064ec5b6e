// SPDX-License-Identifier: Apache-2.0

// Package client plays on a Cairn server from Go: as a guest or with the token of an
// account. It creates and joins matches, sends moves, and follows matches and the
// notices of a user in streams that survive lost connections and restarts of the
// server.
//
// It knows no rules: legal moves come with the state of a match. It keeps nothing
// and prints nothing. See docs/api.md for the answers of the server.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// api is the path of the API.
	api = "/api/v1"
	// patience bounds one request, unless a client has its own.
	patience = 30 * time.Second
	// quiet bounds the time without a line on a stream; the server sends a ping
	// every few seconds.
	quiet = 20 * time.Second
	// maxAnswer bounds the bytes of an answer; the largest is the state of a match
	// with every legal move.
	maxAnswer = 4 << 20
)

// Doer sends requests, like *http.Client.
type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

// Client is a user of a server. Without a token it becomes a guest when it asks for
// something that needs a user. It may be used by several goroutines.
type Client struct {
	addresses []string // of the nodes of the site
	nodes     []*url.URL
	asked     atomic.Int64
	http      Doer
	token     atomic.Pointer[string]
	guesting  sync.Mutex // held while the client becomes a guest
	patience  time.Duration
	quiet     time.Duration
	noWait    bool
	sockets   bool
	single    bool              // calls are not repeated
	transport http.RoundTripper // of WebSockets; nil for the default of net/http
	language  string
	name      string // begins the ids of commands
	made      atomic.Int64
	retries   atomic.Int64
	answered  atomic.Bool // by a node, at least once
}

// Option changes a new client.
type Option func(*Client)

// Token is the token of an account or a guest.
func Token(text string) Option { return func(c *Client) { c.UseToken(text) } }

// HTTP sends requests by h. It must have no timeout for streams, which stay open.
func HTTP(h Doer) Option { return func(c *Client) { c.http = h } }

// Also adds addresses of other nodes of the same site. A request that is not answered
// is repeated at the next node; streams begin at another node than requests.
func Also(addresses ...string) Option {
	return func(c *Client) { c.addresses = append(c.addresses, addresses...) }
}

// Once lets calls fail that the server does not answer, instead of repeating them.
func Once() Option { return func(c *Client) { c.single = true } }

// Patience is the timeout of one request, after which it is sent again.
func Patience(d time.Duration) Option { return func(c *Client) { c.patience = d } }

// Quiet is how long a stream may send nothing before it is opened again; 0 for
// ever.
func Quiet(d time.Duration) Option { return func(c *Client) { c.quiet = d } }

// NoWait returns the error of a rate limit at once, where commands and streams would
// wait for its end.
func NoWait() Option { return func(c *Client) { c.noWait = true } }

// Language is the language of texts, such as "fr".
func Language(tag string) Option { return func(c *Client) { c.language = tag } }

// New returns a client of the server at an address like "https://cairn.example.org".
func New(address string, options ...Option) (*Client, error) {
	c := &Client{
		addresses: []string{address}, http: &http.Client{CheckRedirect: noRedirect}, patience: patience, quiet: quiet,
		name: strconv.FormatUint(rand.Uint64(), 36),
	}
	for _, option := range options {
		option(c)
	}
	for _, address := range c.addresses {
		node, err := parse(address)
		if err != nil {
			return nil, err
		}
		c.nodes = append(c.nodes, node)
	}
	return c, nil
}

// noRedirect keeps a token from being sent elsewhere.
func noRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// parse reads the address of a server.
func parse(address string) (*url.URL, error) {
	u, err := url.Parse(strings.TrimRight(address, "/"))
	if err != nil {
		return nil, fmt.Errorf("address of the server: %w", err)
	}
	if u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.Path != "" || u.RawQuery != "" {
		return nil, fmt.Errorf("address of the server %q: want one like https://cairn.example.org", address)
	}
	return u, nil
}

// Server returns the address of the server.
func (c *Client) Server() string { return c.nodes[0].String() }

// Servers returns the addresses of all nodes.
func (c *Client) Servers() []string {
	all := make([]string, len(c.nodes))
	for i, node := range c.nodes {
		all[i] = node.String()
	}
	return all
}

// UseToken makes the client the user of a token.
func (c *Client) UseToken(text string) { c.token.Store(&text) }

// Token returns the token of the account or guest that the client is; empty before it
// has one.
func (c *Client) Token() string {
	if token := c.token.Load(); token != nil {
		return *token
	}
	return ""
}

// Retries returns how often a request was sent again or a stream opened again.
func (c *Client) Retries() int { return int(c.retries.Load()) }

// node returns a node by round robin.
func (c *Client) node(i int) *url.URL { return c.nodes[i%len(c.nodes)] }

// Call sends a request to an address of the API, such as "/account", with in as JSON
// unless it is nil, and reads the answer into out unless it is nil. It repeats the
// request until the server answers or cannot be reached for good, so a request that is
// not idempotent needs an id.
func (c *Client) Call(ctx context.Context, method, path string, in, out any) error {
	return c.call(ctx, &apiRequest{method: method, path: path}, in, out)
}

// apiRequest is a request that may be sent several times.
type apiRequest struct {
	method, path string
	body         []byte
	key          string // the idempotency key; empty for none
	waits        bool   // sleeps until the end of a rate limit
}

// call sends a request, and becomes a guest first if the request needs a user.
func (c *Client) call(ctx context.Context, q *apiRequest, in, out any) error {
	if in != nil {
		var err error
		if q.body, err = json.Marshal(in); err != nil {
			return err
		}
	}
	answer, err := c.retry(ctx, q)
	if needsToken(err) && c.Token() == "" {
		if err = c.becomeGuest(ctx); err == nil {
			answer, err = c.retry(ctx, q)
		}
	}
	if err == nil && out != nil {
		err = json.Unmarshal(answer, out)
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", q.method, q.path, err)
	}
	return nil
}

// retry repeats a request until the server answers or cannot be reached for good.
func (c *Client) retry(ctx context.Context, q *apiRequest) ([]byte, error) {
	var pause backoff
	for {
		answer, err := c.once(ctx, q)
		refused, answered := errors.AsType[*Error](err)
		switch {
		case err == nil:
			return answer, nil
		case !answered, refused.Status == http.StatusServiceUnavailable, refused.byProxy():
		case refused.Status == http.StatusTooManyRequests && q.waits && !c.noWait:
			pause.least = refused.Retry
		default:
			return nil, err
		}
		if c.single || c.hopeless(err, &pause) {
			return nil, err
		}
		c.retries.Add(1)
		c.asked.Add(1)
		if ended := pause.wait(ctx); ended != nil {
			return nil, errors.Join(ended, err)
		}
	}
}

// once sends a request and reads the answer; a status that is not a success is an
// *Error. After any other error it is not known whether the server executed the
// request.
func (c *Client) once(ctx context.Context, q *apiRequest) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, c.patience)
	defer cancel()
	var body io.Reader
	if q.body != nil {
		body = bytes.NewReader(q.body)
	}
	request, err := c.request(ctx, c.node(int(c.asked.Load())), q.method, q.path, body)
	if err != nil {
		return nil, err
	}
	if q.key != "" {
		request.Header.Set("Idempotency-Key", q.key)
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	c.answered.Store(true)
	answer, err := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	if err != nil {
		return nil, err
	}
	if response.StatusCode >= http.StatusMultipleChoices {
		return nil, refusal(response, answer)
	}
	return answer, nil
}

// request makes a request to a node.
func (c *Client) request(ctx context.Context, node *url.URL, method, path string, body io.Reader) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, method, node.Scheme+"://"+node.Host+api+path, body)
	if err != nil {
		return nil, err
	}
	h := request.Header
	if body != nil {
		h["Content-Type"] = typeJSON
	}
	h["Accept"] = typeJSON
	if c.language != "" {
		h.Set("Accept-Language", c.language)
	}
	if token := c.Token(); token != "" {
		h["Authorization"] = []string{"Bearer " + token}
	}
	return request, nil
}

// typeJSON is the value of headers, shared by all requests.
var typeJSON = []string{"application/json"}
