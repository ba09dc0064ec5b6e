// SPDX-License-Identifier: Apache-2.0

package bench_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/coder/websocket"

	"cairn/lab/bench"
)

// fake is a server with prepared answers that records the requests.
type fake struct {
	*httptest.Server
	mu      sync.Mutex
	streams []script // one for each stream, in the order they are opened
	answers []string // one for each POST but for guests: "STATUS body", "cut" or "hang"
	asked   []string // "since N" and "PATH body"
}

// script is the messages of a stream, and how it ends.
type script struct {
	texts []string
	end   string // "cut", "wait", a close code, or a status that refuses the stream
}

func newFake(t *testing.T, streams []script, answers ...string) *fake {
	t.Helper()
	f := &fake{streams: streams, answers: answers}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /", f.post)
	mux.HandleFunc("POST /api/v1/guests", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"name":"me","token":"me"}`) })
	mux.HandleFunc("GET /api/v1/matches/{id}/events", f.live)
	f.Server = httptest.NewServer(mux)
	t.Cleanup(f.Close)
	return f
}

// client returns a client of the fake.
func (f *fake) client(t *testing.T) *bench.Client {
	t.Helper()
	c, err := bench.NewClient(f.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func (f *fake) note(format string, args ...any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.asked = append(f.asked, fmt.Sprintf(format, args...))
}

// log returns the requests so far.
func (f *fake) log() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return append([]string(nil), f.asked...)
}

func (f *fake) post(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	user := ""
	if token, has := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); has {
		user = " as " + token
	}
	f.note("%s %s%s", strings.TrimPrefix(r.URL.Path, "/api/v1"), body, user)
	f.mu.Lock()
	answer := "500 no answer is left"
	if len(f.answers) > 0 {
		answer, f.answers = f.answers[0], f.answers[1:]
	}
	f.mu.Unlock()
	switch answer {
	case "cut":
		panic(http.ErrAbortHandler)
	case "hang":
		<-r.Context().Done()
		return
	}
	var status int
	_, _ = fmt.Sscan(answer, &status)
	_, text, _ := strings.Cut(answer, " ")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text)
}

func (f *fake) live(w http.ResponseWriter, r *http.Request) {
	f.note("since %s", r.URL.Query().Get("since"))
	f.mu.Lock()
	s := script{end: "wait"}
	if len(f.streams) > 0 {
		s, f.streams = f.streams[0], f.streams[1:]
	}
	f.mu.Unlock()
	if strings.HasPrefix(s.end, "refuse ") {
		var status int
		_, _ = fmt.Sscanf(s.end, "refuse %d", &status)
		w.WriteHeader(status)
		return
	}
	conn, err := websocket.Accept(w, r, nil)
	if err != nil {
		return
	}
	defer conn.CloseNow()
	for _, text := range s.texts {
		if conn.Write(r.Context(), websocket.MessageText, []byte(text)) != nil {
			return
		}
	}
	var code websocket.StatusCode
	if n, _ := fmt.Sscanf(s.end, "close %d", &code); n == 1 {
		_ = conn.Close(code, "")
	} else if s.end == "wait" {
		_, _, _ = conn.Read(r.Context())
	}
}

// state writes the message of a state whose log has lines of events.
func state(seq int, rest string, log ...int) string {
	lines := make([]string, len(log))
	for i, n := range log {
		lines[i] = fmt.Sprintf(`{"seq":%d,"text":"something"}`, n)
	}
	return fmt.Sprintf(`{"type":"state","state":{"seq":%d,"log":[%s],%s}}`, seq, strings.Join(lines, ","), rest)
}

const (
	playing = `"status":"playing","moves":[]`
	over    = `"status":"over","moves":[]`
	ping    = `{"type":"ping"}`
)
