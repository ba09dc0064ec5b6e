// SPDX-License-Identifier: Apache-2.0

package web

import (
	"io"
	"net/http"
	"slices"
)

// Handler serves a request. An error it returns is answered as a page or as
// JSON.
type Handler func(w http.ResponseWriter, r *http.Request) error

// FormAgain shows a form again that a rate limit refused, with the values that were typed.
// Passwords and codes have to be typed again.
type FormAgain func(w http.ResponseWriter, r *http.Request, in Form, p *Problem) error

// router holds the routes of all features.
type router struct {
	mux        *http.ServeMux
	forms      map[string]FormAgain // by pattern
	all        []string             // patterns of pages
	api        []APIRoute
	operations map[string]Operation // of the API, by pattern
}

func (t *router) init() { t.mux, t.forms = http.NewServeMux(), map[string]FormAgain{} }

// RouteOption changes how a route is served.
type RouteOption func(*route)

type route struct {
	maxBody int64
	again   FormAgain
	quick   bool
	open    bool
	api     []APIRoute
}

func newRoute(options []RouteOption) route {
	route := route{maxBody: maxBody}
	for _, option := range options {
		option(&route)
	}
	return route
}

// MaxBody lets the body of a request be larger than usual.
func MaxBody(bytes int64) RouteOption { return func(r *route) { r.maxBody = bytes } }

// Again shows the form of a route again when a rate limit refuses it.
func Again(form FormAgain) RouteOption { return func(r *route) { r.again = form } }

// Quick is for requests that come often and need no more of the visitor than the id:
// other data of the user may be seconds old.
func Quick() RouteOption { return func(r *route) { r.quick = true } }

// Open is for pages that are the same for everyone: no cookie is read.
func Open() RouteOption { return func(r *route) { r.open = true } }

// Handle registers a handler for a pattern of http.ServeMux. Paths are nouns,
// verbs are POST requests; a form and JSON are served alike.
func (s *Server) Handle(pattern string, h Handler, options ...RouteOption) {
	route := newRoute(options)
	if route.again != nil {
		s.router.forms[pattern] = route.again
	}
	find := s.Authenticate
	if route.quick {
		find = s.recognise
	}
	served := limitBody(route.maxBody, s.withVisitorBy(find, h))
	if route.open {
		served = withoutCookies(served)
	}
	s.handlePlain(pattern, served)
	s.handleAPI(&route, h)
}

// withoutCookies hides the cookies of a request.
func withoutCookies(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Del("Cookie")
		next.ServeHTTP(w, r)
	})
}

// handlePlain registers a handler that needs no session.
func (s *Server) handlePlain(pattern string, h http.Handler) {
	s.router.all = append(s.router.all, pattern)
	s.router.mux.Handle(pattern, h)
}

// Routes lists the patterns of all pages in order.
func (s *Server) Routes() []string { return slices.Sorted(slices.Values(s.router.all)) }

// handleOwn registers the routes for programs and operators.
func handleOwn(s *Server) {
	s.handlePlain("GET /static/{sum}/{file...}", s.Assets)
	s.handlePlain("GET /favicon.ico", http.HandlerFunc(s.Assets.icon))
	s.handlePlain("GET /healthz", textHandler("ok\n"))
	s.handlePlain("GET /readyz", http.HandlerFunc(s.showReady))
	s.handlePlain("GET /robots.txt", textHandler(robots))
}

// robots keeps search engines out of games and forms. Programs that show a preview of a link may
// read games.
const robots = "User-agent: *\nDisallow: /match/\nDisallow: /seek/\nDisallow: /join\nDisallow: /login\nDisallow: /signup\n" +
	"\nUser-agent: Twitterbot\nUser-agent: facebookexternalhit\nUser-agent: LinkedInBot\nDisallow: /login\nDisallow: /signup\n"

// textHandler answers with a text.
func textHandler(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { writeText(w, http.StatusOK, text) }
}

// showReady reports whether moves can be saved, the data is intact and the server
// goes on. It neither writes nor logs: the services log why they cannot save. It
// does not check the bus, without which games continue.
func (s *Server) showReady(w http.ResponseWriter, _ *http.Request) {
	switch {
	case s.leaving.Load():
		writeText(w, http.StatusServiceUnavailable, "not ready: the server stops\n")
	case s.Live.Cluster.Ready() != nil:
		writeText(w, http.StatusServiceUnavailable, "not ready: nothing can be saved\n")
	case s.Damaged():
		writeText(w, http.StatusServiceUnavailable, "not ready: the database is damaged\n")
	default:
		writeText(w, http.StatusOK, "ready\n")
	}
}

func writeText(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text) // the client may be gone
}

// dispatch looks the route up and serves it. Without a route, the answer of
// http.ServeMux is replaced by our page or JSON.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	answer := routed{ResponseWriter: w, request: r}
	s.router.mux.ServeHTTP(&answer, r)
	if r.Pattern != "" {
		return
	}
	err := ErrNoPage
	if answer.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", answer.header.Get("Allow"))
		err = errMethod
	}
	answering := func(http.ResponseWriter, *http.Request) error { return err }
	if IsAPI(r) {
		s.withVisitorBy(func(*http.Request) (Visitor, error) { return Visitor{}, nil }, answering).ServeHTTP(w, r)
		return
	}
	s.withVisitor(answering).ServeHTTP(w, r)
}

// routed passes on the answer of a handler, and drops the answer of http.ServeMux
// itself, which leaves the pattern of the request empty.
type routed struct {
	http.ResponseWriter
	request *http.Request
	header  http.Header // of a dropped answer
	status  int
}

// Header implements http.ResponseWriter.
func (a *routed) Header() http.Header {
	if a.request.Pattern != "" {
		return a.ResponseWriter.Header()
	}
	if a.header == nil {
		a.header = http.Header{}
	}
	return a.header
}

// WriteHeader implements http.ResponseWriter.
func (a *routed) WriteHeader(status int) {
	if a.request.Pattern != "" {
		a.ResponseWriter.WriteHeader(status)
		return
	}
	a.status = status
}

// Write implements http.ResponseWriter.
func (a *routed) Write(b []byte) (int, error) {
	if a.request.Pattern != "" {
		return a.ResponseWriter.Write(b)
	}
	return len(b), nil
}

// Unwrap gives http.ResponseController and WebSocket the connection.
func (a *routed) Unwrap() http.ResponseWriter { return a.ResponseWriter }
