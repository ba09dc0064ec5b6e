// SPDX-License-Identifier: Apache-2.0

package web

import (
	"compress/gzip"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// worthwhile is the size, in bytes, from which an answer is compressed: a packet
// holds as much anyway.
const worthwhile = 1400

// private are the pages that are sent as they are: they hold secrets or data of
// one person, and the size of a compressed page that also repeats what somebody
// put into the address would tell of them (the attack is called BREACH).
var private = []string{"account", "home", "login", "reset", "setup", "signup"}

// compressed sends pages and JSON with gzip to those who can read it. Static
// files bring their own; streams are not touched.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		section, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if r.Method != http.MethodGet || section == "static" || slices.Contains(private, section) || r.Header.Get("Upgrade") != "" {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Add("Vary", "Accept-Encoding")
		if !acceptsGzip(r) {
			next.ServeHTTP(w, r)
			return
		}
		answer := &squeezer{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, r)
		answer.close() // not after a panic: that is answered further out
	})
}

func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == "gzip" {
			return strings.TrimSpace(weight) != "q=0"
		}
	}
	return false
}

// squeezer decides at the first write, when the kind and most often the whole
// size of the answer is known, whether it is compressed.
type squeezer struct {
	http.ResponseWriter
	status  int
	decided bool
	gzip    *gzip.Writer // nil for an answer that is sent as it is
}

var gzips = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}

// WriteHeader implements http.ResponseWriter; the status goes out with the
// first byte.
func (q *squeezer) WriteHeader(status int) { q.status = status }

// Write implements http.ResponseWriter.
func (q *squeezer) Write(b []byte) (int, error) {
	if !q.decided {
		q.decide(len(b))
	}
	if q.gzip != nil {
		return q.gzip.Write(b)
	}
	return q.ResponseWriter.Write(b)
}

func (q *squeezer) decide(size int) {
	q.decided = true
	h := q.Header()
	kind, _, _ := strings.Cut(h.Get("Content-Type"), ";")
	text := strings.HasPrefix(kind, "text/") || kind == "application/json" || kind == "application/yaml"
	if text && size >= worthwhile && h.Get("Content-Encoding") == "" {
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
		q.gzip = gzips.Get().(*gzip.Writer)
		q.gzip.Reset(q.ResponseWriter)
	}
	q.ResponseWriter.WriteHeader(q.status)
}

func (q *squeezer) close() {
	if !q.decided {
		q.ResponseWriter.WriteHeader(q.status)
	}
	if q.gzip != nil {
		_ = q.gzip.Close() // whoever left does not read it
		gzips.Put(q.gzip)
	}
}

// Unwrap lets http.ResponseController reach the connection.
func (q *squeezer) Unwrap() http.ResponseWriter { return q.ResponseWriter }
