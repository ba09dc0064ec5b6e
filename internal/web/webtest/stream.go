// SPDX-License-Identifier: Apache-2.0

package webtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"testing"
	"time"

	"github.com/coder/websocket"

	"cairn/internal/pagestate"
)

// Dial tries to open a stream and returns the HTTP status.
func (b *Browser) Dial(path string) int {
	b.T.Helper()
	conn, answer, err := websocket.Dial(b.T.Context(), b.Site.HTTP.URL+path, &websocket.DialOptions{
		HTTPClient: b.Client, HTTPHeader: http.Header{"Origin": {b.Site.HTTP.URL}},
	})
	if err == nil {
		b.T.Cleanup(func() { conn.CloseNow() })
	}
	if answer == nil {
		b.T.Fatal(err)
	}
	return answer.StatusCode
}

// Stream is the live stream of a page.
type Stream struct {
	t    *testing.T
	Conn *websocket.Conn
	ctx  context.Context
}

// Open opens a stream as a browser's script does.
func (b *Browser) Open(path string) *Stream {
	b.T.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	b.T.Cleanup(cancel)
	conn, _, err := websocket.Dial(ctx, b.Site.HTTP.URL+path, &websocket.DialOptions{
		HTTPClient: b.Client, HTTPHeader: http.Header{"Origin": {b.Site.HTTP.URL}},
	})
	if err != nil {
		b.T.Fatal(err)
	}
	conn.SetReadLimit(1 << 20)
	b.T.Cleanup(func() { conn.CloseNow() })
	return &Stream{b.T, conn, ctx}
}

// Live opens the stream of a match after a seq.
func (b *Browser) Live(id string, since int) *Stream {
	b.T.Helper()
	return b.Open(fmt.Sprintf("/match/%s/live?since=%d", id, since))
}

// Message is a message of a stream.
type Message struct {
	Type   string
	State  pagestate.State
	Since  int
	Change pagestate.Change
	URL    string
	Wish   string
	Casual bool
	BeatMS int64 `json:"beat_ms"`
	Seen   string

	// Of messages of the type "aside".
	Watchers, Score string
	WatcherCount    int `json:"watcher_count"`
	Said            []struct {
		Name, Text string
		Mine       bool
	}
}

// Next waits for a message and returns it; messages of the type "aside" are skipped.
func (s *Stream) Next() Message {
	s.t.Helper()
	m := s.next()
	for m.Type == "aside" {
		m = s.next()
	}
	return m
}

// Aside reads messages until one of the type "aside" fits.
func (s *Stream) Aside(fits func(Message) bool) {
	s.t.Helper()
	for m := s.next(); m.Type != "aside" || !fits(m); m = s.next() {
	}
}

func (s *Stream) next() Message {
	s.t.Helper()
	_, data, err := s.Conn.Read(s.ctx)
	if err != nil {
		s.t.Fatal(err)
	}
	var m Message
	if err := json.Unmarshal(data, &m); err != nil {
		s.t.Fatal(err)
	}
	return m
}

// Until reads states up to a seq, and returns the last one and all log lines.
func (s *Stream) Until(seq int) (last pagestate.State, lines []LogLine) {
	s.t.Helper()
	for last.Seq < seq {
		last = s.Next().State
		lines = append(lines, last.Log...)
	}
	return last, lines
}

// Closed waits for the end of the stream and returns its status code.
func (s *Stream) Closed() websocket.StatusCode {
	s.t.Helper()
	for {
		if _, _, err := s.Conn.Read(s.ctx); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}
