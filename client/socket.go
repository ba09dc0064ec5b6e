// SPDX-License-Identifier: Apache-2.0

package client

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/coder/websocket"
)

// WebSocket opens streams as WebSockets, as browsers do, through a transport; nil for
// the default of net/http.
func WebSocket(transport http.RoundTripper) Option {
	return func(c *Client) { c.sockets, c.transport = true, transport }
}

// socket is a stream over a WebSocket.
type socket struct {
	conn *websocket.Conn
	text bytes.Buffer // the last message
}

// openSocket opens a stream at a node.
func (c *Client) openSocket(ctx context.Context, node *url.URL, address string) (lines, error) {
	request, err := c.request(ctx, node, http.MethodGet, address, nil)
	if err != nil {
		return nil, err
	}
	options := &websocket.DialOptions{HTTPHeader: request.Header, CompressionMode: websocket.CompressionDisabled}
	if c.transport != nil {
		options.HTTPClient = &http.Client{Transport: c.transport}
	}
	conn, response, err := websocket.Dial(ctx, request.URL.String(), options)
	if err != nil {
		if response != nil && response.StatusCode >= http.StatusBadRequest {
			body, _ := io.ReadAll(response.Body) // the part of it that Dial has read
			return nil, refusal(response, body)
		}
		return nil, fmt.Errorf("%w: %w", errBroken, err)
	}
	conn.SetReadLimit(maxAnswer)
	return &socket{conn: conn}, nil
}

func (s *socket) close() { _ = s.conn.CloseNow() }

// The codes with which a server closes a stream for good.
const (
	closeSession  websocket.StatusCode = 4001
	closeNotFound websocket.StatusCode = 4004
)

// next returns the next message.
func (s *socket) next(ctx context.Context) ([]byte, error) {
	_, message, err := s.conn.Reader(ctx)
	if err == nil {
		s.text.Reset()
		_, err = s.text.ReadFrom(message)
	}
	switch websocket.CloseStatus(err) {
	case closeSession:
		return nil, ended("session-ended")
	case closeNotFound:
		return nil, ended("not-found")
	case websocket.StatusNormalClosure:
		return nil, ended("finished")
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errBroken, err)
	}
	return s.text.Bytes(), nil
}
