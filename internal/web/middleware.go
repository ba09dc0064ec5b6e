// SPDX-License-Identifier: Apache-2.0

package web

import (
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/klauspost/compress/gzhttp"
)

// maxBody is how many bytes a request may send: forms are small.
const maxBody = 16 << 10

// policy restricts pages to files of this server: no inline script or
// style, no frames, no other hosts.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; " +
	"connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// framePolicy is the policy of a page which other sites may show in a frame. It has no
// script and sends nothing.
const framePolicy = "default-src 'none'; style-src 'self'; img-src 'self' data:; font-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors *"

// chain wraps the handlers of all routes, the outermost first.
func (s *Server) chain(h http.Handler) http.Handler {
	origin := http.NewCrossOriginProtection()
	origin.AddInsecureBypassPattern(APIPrefix + "/") // no cookie counts there
	origin.SetDenyHandler(s.withVisitor(func(http.ResponseWriter, *http.Request) error { return errOrigin }))
	return proxies(s.Proxies).forwarded(s.logged(s.recovered(s.paced(s.headers(compressed(origin.Handler(h)))))), s.Log)
}

// logged writes one log line for each request.
func (s *Server) logged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		answer := &response{ResponseWriter: w, status: http.StatusOK}
		next.ServeHTTP(answer, r)
		took := time.Since(began)
		if !answer.streamed.IsZero() {
			took = answer.streamed.Sub(began)
		}
		s.Log.LogAttrs(r.Context(), slog.LevelInfo, "request",
			slog.String("method", r.Method), slog.String("path", loggedPath(r)), slog.Int("status", answer.status), slog.Duration("took", took))
		s.Observe(Request{Method: r.Method, Route: r.Pattern, Status: answer.status, Took: took})
	})
}

// pacedFor is how long an address that sends too many requests waits for each answer.
// Its connections are limited, so it can send no more than that many in this time.
const pacedFor = time.Second

// paced slows down an address that sends far more requests than people and their
// pages do. Refusing them at once would cost as much as answering them.
func (s *Server) paced(next http.Handler) http.Handler {
	if s.Limits.Request.limit.Every <= 0 {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if s.Limits.Request.Count(r.Context(), OriginOf(r).Keys("request")) == nil {
			next.ServeHTTP(w, r)
			return
		}
		select {
		case <-time.After(pacedFor):
		case <-r.Context().Done():
		}
		w.Header().Set("Retry-After", "1")
		if IsAPI(r) {
			s.fail(w, r, limited(pacedFor))
			return
		}
		http.Error(w, "too many requests from this address", http.StatusTooManyRequests)
	})
}

// recovered answers for a handler that panicked.
func (s *Server) recovered(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			switch fault := recover(); {
			case fault == nil:
			case fault == http.ErrAbortHandler || w.(*response).wrote:
				panic(http.ErrAbortHandler) // too late for an answer
			default:
				s.fail(w, r, fmt.Errorf("panic: %v\n%s", fault, debug.Stack()))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// headers sets the headers of every answer. Their values are shared by all answers.
func (s *Server) headers(next http.Handler) http.Handler {
	pages := http.Header{
		"Content-Security-Policy":    {policy},
		"X-Content-Type-Options":     {"nosniff"},
		"Referrer-Policy":            {"same-origin"},
		"Cross-Origin-Opener-Policy": {"same-origin"},
	}
	api := http.Header{ // for programs, and no documents
		"Content-Security-Policy": {"default-src 'none'; frame-ancestors 'none'"},
		"X-Content-Type-Options":  {"nosniff"},
		"Cache-Control":           {"no-store"},
	}
	elsewhere := http.Header{ // for pages of other sites
		"Access-Control-Allow-Origin":   {"*"},
		"Access-Control-Expose-Headers": {"RateLimit,RateLimit-Policy,Retry-After,WWW-Authenticate"},
	}
	if s.Secure {
		for _, all := range []http.Header{pages, api} {
			all.Set("Strict-Transport-Security", "max-age=31536000")
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		if IsAPI(r) {
			maps.Copy(h, api)
			if r.Header.Get("Origin") != "" {
				maps.Copy(h, elsewhere)
			}
			if preflight(w, r) {
				return
			}
		} else {
			maps.Copy(h, pages)
			if !strings.HasPrefix(r.URL.Path, staticPrefix) {
				h.Set("Cache-Control", "no-store") // pages show who is logged in
			}
		}
		next.ServeHTTP(w, r)
	})
}

// response records the status of an answer.
type response struct {
	http.ResponseWriter
	status int
	wrote  bool
	// streamed is when a stream began, up to which the request is timed; zero for
	// other answers.
	streamed time.Time
}

// markStream marks an answer as a stream, which is not compressed.
func markStream(w http.ResponseWriter) {
	w.Header().Set(gzhttp.HeaderNoCompression, "1")
	for {
		switch inner := w.(type) {
		case *response:
			inner.streamed = time.Now()
			return
		case interface{ Unwrap() http.ResponseWriter }:
			w = inner.Unwrap()
		default:
			return
		}
	}
}

// WriteHeader implements http.ResponseWriter.
func (w *response) WriteHeader(status int) {
	if !w.wrote {
		w.status, w.wrote = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

// Write implements http.ResponseWriter.
func (w *response) Write(b []byte) (int, error) {
	w.wrote = true
	return w.ResponseWriter.Write(b)
}

// Flush implements http.Flusher, which the compression asks for.
func (w *response) Flush() { _ = http.NewResponseController(w.ResponseWriter).Flush() } // the next write has the error

// Unwrap gives http.ResponseController and WebSocket the connection.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// minCompress is the size in bytes from which an answer is compressed: a smaller
// one fits into a packet anyway.
const minCompress = 1400

// uncompressed are the sections that are never compressed. Their pages hold
// secrets, and also repeat parts of the address: their compressed size would
// leak the secrets (BREACH).
var uncompressed = []string{"account", "confirm", "home", "login", "reset", "setup", "signup"}

// compressed sends pages and JSON with gzip to clients that accept it. Static
// files are compressed already, and streams are not touched.
func compressed(next http.Handler) http.Handler {
	wrap, err := gzhttp.NewWrapper(gzhttp.MinSize(minCompress), gzhttp.EnableZstd(false), gzhttp.ContentTypeFilter(compressible))
	if err != nil {
		panic(err) // the options are constants
	}
	packed := wrap(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		section, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
		if r.Method != http.MethodGet || section == "static" || slices.Contains(uncompressed, section) || r.Header.Get("Upgrade") != "" {
			next.ServeHTTP(w, r)
			return
		}
		packed.ServeHTTP(w, r)
	})
}

// compressible reports whether a media type is text.
func compressible(kind string) bool {
	kind, _, _ = strings.Cut(kind, ";")
	return strings.HasPrefix(kind, "text/") || kind == "application/json" || kind == "application/yaml"
}
