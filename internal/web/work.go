// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"runtime"
	"strconv"
	"time"

	"cairn/internal/fair"
	"cairn/internal/lru"
)

// Work bounds a kind of request that takes much memory or much time of a processor,
// such as an upload. Addresses and users take turns.
type Work struct{ open, running *fair.Queue }

// NewWork returns a Work. A slow client keeps a request open for long, so there may
// be more open requests than can run: while one runs, it does not wait for its
// client.
func NewWork() *Work {
	return &Work{
		open:    fair.New(fair.Limit{Running: 16, RunningOfAddress: 4, OfAddress: 8, Waiting: 64}),
		running: fair.New(fair.Limit{Running: max(1, runtime.NumCPU()/2)}),
	}
}

// Handle lets few requests at a time be open, before their bodies are read. When
// too many wait it returns fair.ErrBusy.
func (k *Work) Handle(h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		release, err := k.open.Acquire(r.Context(), fair.Of(r.Context()))
		if err != nil {
			return err
		}
		defer release()
		return h(w, r)
	}
}

// Do waits for the client's turn and calls f, which must not wait for the client.
func (k *Work) Do(ctx context.Context, f func() error) error {
	release, err := k.running.Acquire(ctx, fair.Of(ctx))
	if err != nil {
		return err
	}
	defer release()
	return f()
}

// bodyTime is how long a client may take to send a body: a body that is held back
// takes memory, and the largest record needs 55 KB a second.
const bodyTime = 20 * time.Second

// limitBody makes it an error to read a body that is too large or comes too
// slowly.
func limitBody(limit int64, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		timed := &timedBody{ReadCloser: r.Body, control: http.NewResponseController(w)}
		r.Body = &limitedBody{ReadCloser: http.MaxBytesReader(w, timed, limit), all: timed}
		next.ServeHTTP(w, r)
	})
}

// maxDropped is how much is read of a body beyond its limit.
const maxDropped = 16 << 20

// limitedBody is a body that may be too large. Its rest is then read and dropped: many
// clients read the answer only after they have sent the whole body.
type limitedBody struct {
	io.ReadCloser
	all     io.Reader // without the limit
	dropped bool
}

// Read implements io.Reader.
func (b *limitedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if _, large := errors.AsType[*http.MaxBytesError](err); large && !b.dropped {
		b.dropped = true
		_, _ = io.CopyN(io.Discard, b.all, maxDropped) // the client may be gone
	}
	return n, err
}

// timedBody is a body that has to arrive within bodyTime after reading begins.
type timedBody struct {
	io.ReadCloser
	control *http.ResponseController
	begun   bool
}

// Read implements io.Reader. The deadline is cleared at the end of the body: else it
// would end the request while it is handled.
func (b *timedBody) Read(p []byte) (int, error) {
	if !b.begun {
		b.begun = true
		_ = b.control.SetReadDeadline(time.Now().Add(bodyTime)) // where it cannot be set, the server's own holds
	}
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		_ = b.control.SetReadDeadline(time.Time{})
	}
	return n, err
}

// maxPictures is how many bytes of pictures stay in memory, about a hundred.
const maxPictures = 16 << 20

// Pictures draws bitmaps, a few at a time, and caches them.
type Pictures struct {
	*Work
	kept *lru.Cache[string, []byte]
}

// Picture is a bitmap that may be drawn.
type Picture struct {
	Key  string // of the cache: everything that is drawn, so that a cached picture never shows an old name
	Kind string // such as image/png
	Keep int    // max-age in seconds
	Draw func(*bytes.Buffer) error
}

// Answer sends a picture. Its words are in the visitor's language.
func (p *Pictures) Answer(w http.ResponseWriter, r *http.Request, c Picture) error {
	data, err := p.find(r, &c)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Type", c.Kind)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(c.Keep))
	h.Add("Vary", "Accept-Language")
	h.Add("Vary", "Cookie")
	_, _ = w.Write(data) // the client may be gone
	return nil
}

// find returns a picture from the cache, or draws it.
func (p *Pictures) find(r *http.Request, c *Picture) (data []byte, err error) {
	if data, ok := p.kept.Find(c.Key); ok {
		return data, nil
	}
	err = p.Do(r.Context(), func() error {
		var drawn bool // meanwhile, for another request
		if data, drawn = p.kept.Find(c.Key); drawn {
			return nil
		}
		var out bytes.Buffer
		if err := c.Draw(&out); err != nil {
			return err
		}
		data = out.Bytes()
		p.kept.Add(c.Key, data, len(c.Key)+len(data))
		return nil
	})
	return data, err
}
