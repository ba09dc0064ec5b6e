// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/account"
	"cairn/internal/limit"
)

// Chain wraps a handler in the middleware of a server.
func (s *Server) Chain(h http.Handler) http.Handler { return s.chain(h) }

// LimitBody is limitBody, with the time that a body may take.
var LimitBody = limitBody

// BodyTime is bodyTime.
const BodyTime = bodyTime

// WithoutComments returns a script as it is served.
func WithoutComments(script []byte) []byte { return slim(script, scriptComment) }

// SlimSheet returns a style sheet as it is served.
func SlimSheet(sheet []byte) []byte { return slim(sheet, styleComment) }

// AcceptedLanguage is acceptedLanguage.
var AcceptedLanguage = acceptedLanguage

// MaskPath is maskPath.
var MaskPath = maskPath

// NewLimiter returns a limiter with its own clock.
func NewLimiter(l limit.Rate, now func() time.Time) *Limiter { return newLimiter(l, now) }

// Size returns how many keys a limiter holds.
func (l *Limiter) Size() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.full)
}

// Views are the data types of the views.
var Views = map[string]any{"problem": ProblemView{}}

// OwnFiles are the templates and texts of this package.
var OwnFiles = ownFiles

// NewFrames is a WebSocket on a connection, after the handshake.
func NewFrames(conn net.Conn, early []byte) *Frames {
	return &Frames{frames{conn: conn, within: time.Minute, early: early}}
}

// Frames is a WebSocket.
type Frames struct{ frames }

func (f *Frames) Read() { f.read() }

func (f *Frames) Bye(code int, reason string) { f.bye(websocket.StatusCode(code), reason) }

func (f *Frames) Probe(within time.Duration) bool { return f.probe(within, []byte("a")) }

// Asked reports whether a probe is not answered yet.
func (f *Frames) Asked() bool { return f.pingSent.Load() != 0 }

// PlainObject is plainObject.
var PlainObject = plainObject

// NewStreams returns streams apart from those of a server.
func NewStreams(accounts *account.Service) *Streams {
	return newStreams(&Options{Accounts: accounts, Log: slog.New(slog.DiscardHandler)}, nil)
}

// Begin begins a stream of a visitor without an account.
func (s *Streams) Begin() (ctx context.Context, end func(), err error) {
	ctx, _, end, err = s.begin(streamOwner{})
	return ctx, end, err
}

// Close is close.
func (s *Streams) Close(ctx context.Context) error { return s.close(ctx) }
