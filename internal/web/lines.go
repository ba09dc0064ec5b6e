// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/failure"
)

// apiBeat is the longest time without a message on a stream of the API.
const apiBeat = 4 * time.Second

// lines is a stream of the API over plain HTTP: a message is a line of JSON, or a
// server-sent event.
type lines struct {
	w       http.ResponseWriter
	control *http.ResponseController
	within  time.Duration // for one message
	events  bool          // server-sent events
	begun   bool          // the status was sent
}

// acceptLines serves a stream as lines. The handler returns when it ends. An error
// before the first message is answered like an error of any other request.
func (s *Streams) acceptLines(w http.ResponseWriter, r *http.Request, serve func(*Socket) error) error {
	ctx, cancel, end, err := s.begin(ownerOf(r))
	if err != nil {
		return err
	}
	defer end()
	defer context.AfterFunc(r.Context(), func() { cancel(nil) })()
	l := &lines{w: w, control: http.NewResponseController(w), within: s.slowReader, events: strings.Contains(r.Header.Get("Accept"), "text/event-stream")}
	socket := &Socket{lines: l, workers: s.workers, drop: func() { cancel(nil) }, Ctx: ctx, api: true}
	if err = s.CheckSession(ctx, VisitorOf(r)); err == nil { // it may have ended before the stream began
		err = safely(func() error { return serve(socket) })
	}
	err = errors.Join(err, context.Cause(ctx))
	if !l.begun {
		return beforeLines(err)
	}
	e := endingOf(err)
	if e.code == websocket.StatusInternalError {
		s.log.Error("stream", "path", r.URL.Path, "err", err)
	}
	_ = l.write([]byte(`{"type":"bye","reason":`+strconv.Quote(e.lastLine)+`}`), 0) // the client may be gone
	return nil
}

// beforeLines is the answer for a stream that ended before its first message.
func beforeLines(err error) error {
	switch {
	case errors.Is(err, errSessionEnded):
		return errToken
	case errors.Is(err, errStopping), errors.Is(err, errElsewhere):
		return failure.New(failure.Unavailable, "stopping")
	}
	return err
}

// begin sends the status and headers. The times of the server end with them.
func (l *lines) begin() {
	kind := "application/x-ndjson"
	if l.events {
		kind = "text/event-stream"
	}
	h := l.w.Header()
	h.Set("Content-Type", kind)
	h.Set("X-Accel-Buffering", "no") // for proxies
	_ = l.control.SetReadDeadline(time.Time{})
	markStream(l.w)
	l.w.WriteHeader(http.StatusOK)
	l.begun = true
}

// write writes a message; id is the seq to resume from, or 0. A client that does not
// read it in time is dropped.
func (l *lines) write(data []byte, id int) error {
	_ = l.control.SetWriteDeadline(time.Now().Add(l.within))
	if !l.begun {
		l.begin()
	}
	var text []byte
	if l.events {
		if id > 0 {
			text = append(strconv.AppendInt(append(text, "id: "...), int64(id), 10), '\n')
		}
		text = append(append(append(text, "data: "...), data...), "\n\n"...)
	} else {
		text = append(append(text, data...), '\n')
	}
	_, err := l.w.Write(text)
	if late := l.control.Flush(); err != nil || late != nil {
		return context.Canceled // the reader has gone, or is too slow
	}
	return nil
}

// Since returns the seq that the client of a stream has, 0 for none.
func Since(r *http.Request) int {
	text := r.URL.Query().Get("since")
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		text = last // the address belongs to the first connection
	}
	since, err := strconv.Atoi(text)
	if err != nil || since < 0 {
		return 0
	}
	return since
}
