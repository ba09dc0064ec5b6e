// SPDX-License-Identifier: Apache-2.0

package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"cairn/internal/account"
	"cairn/internal/failure"
	"cairn/internal/live/room"
)

// APIPrefix begins the addresses of the API.
const APIPrefix = "/api/v1"

// IsAPI reports whether a request is for the API: its visitor is the owner of a
// token, bodies and answers are JSON, and errors are problem details (RFC 9457).
func IsAPI(r *http.Request) bool { return strings.HasPrefix(r.URL.Path, APIPrefix+"/") }

// APIRoute is a route of the API.
type APIRoute struct {
	Pattern string         // below APIPrefix, such as "POST /matches/{id}/moves"
	Scope   account.Scopes // that a token needs; 0 for none
}

// Changes reports whether a route changes something: it then needs a token if it
// has a scope. Routes that only read show public data without a token.
func (a APIRoute) Changes() bool { return !strings.HasPrefix(a.Pattern, http.MethodGet+" ") }

// API serves the handler of a page at an address of the API as well, for tokens
// with a scope.
func API(pattern string, scope account.Scopes) RouteOption {
	return func(r *route) { r.api = append(r.api, APIRoute{pattern, scope}) }
}

// HandleAPI registers a handler for an address of the API alone.
func (s *Server) HandleAPI(pattern string, scope account.Scopes, h Handler, options ...RouteOption) {
	route := newRoute(append(options, API(pattern, scope)))
	s.handleAPI(&route, h)
}

// APIRoutes lists the routes of the API in order.
func (s *Server) APIRoutes() []APIRoute {
	return slices.SortedFunc(slices.Values(s.router.api), func(a, b APIRoute) int { return strings.Compare(a.Pattern, b.Pattern) })
}

// handleAPI registers a handler for the addresses that a route has in the API.
func (s *Server) handleAPI(route *route, h Handler) {
	find := s.Accounts.Authenticate
	if route.quick {
		find = s.Accounts.Recognise
	}
	for _, a := range route.api {
		bearer := func(r *http.Request) (Visitor, error) { return visitorOfToken(r, a, find) }
		method, path, _ := strings.Cut(a.Pattern, " ")
		served := withoutCookies(limitBody(route.maxBody, s.withVisitorBy(bearer, s.perToken(s.documented(a, h)))))
		s.router.mux.Handle(method+" "+APIPrefix+path, served)
		s.router.api = append(s.router.api, a)
	}
}

// Operation is what an operation of the API accepts.
type Operation struct {
	Query  map[string]Parameter
	Fields []string // of its body
}

// Parameter is a parameter of a query.
type Parameter struct {
	Whole   bool  // a whole number from 0
	Choices []any // its values; empty for any
}

// Document tells the server what the operations of the API accept, by their patterns. They
// refuse everything else.
func (s *Server) Document(operations map[string]Operation) { s.router.operations = operations }

type operationKey struct{}

// documented refuses parameters and fields that an operation does not have.
func (s *Server) documented(a APIRoute, h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		o, known := s.router.operations[a.Pattern]
		if !known {
			return h(w, r)
		}
		if err := o.checkQuery(r.URL); err != nil {
			return err
		}
		if strings.HasPrefix(a.Pattern, http.MethodPost) {
			r = r.WithContext(context.WithValue(r.Context(), operationKey{}, o))
			if len(o.Fields) == 0 { // the handler may not read it
				if _, err := ReadForm(r); err != nil {
					return err
				}
			}
		}
		return h(w, r)
	}
}

func (o Operation) checkQuery(u *url.URL) error {
	if u.RawQuery == "" {
		return nil
	}
	query, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return BadRequest(err)
	}
	wrong := map[string]string{}
	for name := range query {
		value := query.Get(name)
		switch p, known := o.Query[name]; {
		case !known:
			wrong[name] = "unknown"
		case p.Whole && value != "" && strings.Trim(value, "0123456789") != "":
			wrong[name] = "no-number"
		case len(p.Choices) > 0 && !slices.Contains(p.Choices, any(value)):
			wrong[name] = "no-choice"
		}
	}
	return failure.Form(wrong)
}

// checkFields refuses fields of a body that the operation of a request does not have.
func checkFields(r *http.Request, in Form) error {
	o, documented := r.Context().Value(operationKey{}).(Operation)
	wrong := map[string]string{}
	for name := range in {
		if documented && !slices.Contains(o.Fields, name) {
			wrong[name] = "unknown"
		}
	}
	return failure.Form(wrong)
}

// preflight answers the question of a browser before a page of another site uses the
// API (CORS), and then returns true. Such pages may use it: only a token counts there,
// which they must have been given.
func preflight(w http.ResponseWriter, r *http.Request) bool {
	if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET,POST")
	h.Set("Access-Control-Allow-Headers", "Accept,Accept-Language,Authorization,Content-Type,Idempotency-Key,Last-Event-ID")
	h.Set("Access-Control-Max-Age", "86400")
	w.WriteHeader(http.StatusNoContent)
	return true
}

// Errors of requests to the API. Those without a valid token have the status 401.
var (
	errNeedToken = &failure.Error{Code: failure.Forbidden, Key: "token-needed"}
	errToken     = &failure.Error{Code: failure.Forbidden, Key: "token"}
	errScope     = &failure.Error{Code: failure.Forbidden, Key: "scope"}
)

// visitorOfToken returns the visitor of a request to the API, who is zero without a
// token.
func visitorOfToken(r *http.Request, a APIRoute, find func(context.Context, string) (account.User, error)) (Visitor, error) {
	header := r.Header.Get("Authorization")
	if header == "" {
		if a.Changes() && a.Scope != 0 {
			return Visitor{}, errNeedToken
		}
		return Visitor{}, nil
	}
	kind, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(kind, "Bearer") || token == "" {
		return Visitor{}, errToken
	}
	user, err := find(r.Context(), token)
	switch {
	case failure.CodeOf(err) == failure.NotFound, err == nil && user.Scopes == 0:
		return Visitor{}, errToken // expired, of a banned user, or the token of a browser's session
	case err == nil && !user.Scopes.Allow(a.Scope):
		return Visitor{}, errScope
	}
	return Visitor{User: user, Token: token}, err
}

// maxKey bounds the bytes of an Idempotency-Key.
const maxKey = 64

// KeyOf returns the key of a program's request to create something, by its header
// Idempotency-Key and its token; empty without one.
func KeyOf(r *http.Request) (room.Key, error) {
	key := strings.Trim(r.Header.Get("Idempotency-Key"), `"`)
	switch {
	case key == "" || !IsAPI(r):
		return "", nil
	case len(key) > maxKey:
		return "", BadRequest(fmt.Errorf("the key has more than %d bytes", maxKey))
	}
	return room.Key(VisitorOf(r).Token + " " + r.Pattern + " " + key), nil
}

// perToken limits the requests of a token, or of an address without one. Every
// answer has the headers RateLimit and RateLimit-Policy.
func (s *Server) perToken(h Handler) Handler {
	limiter := s.Limits.Token
	policy := ""
	if l := limiter.limit; l.Every > 0 {
		policy = `"token";q=` + strconv.Itoa(l.Burst) + ";w=" + strconv.Itoa(seconds(time.Duration(l.Burst)*l.Every))
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		if policy != "" {
			key := "token " + VisitorOf(r).Token
			if !VisitorOf(r).Known() {
				key = "address " + AddressOf(r)
			}
			err := limiter.Allow(r.Context(), key)
			left, full := limiter.left(key)
			w.Header().Set("RateLimit-Policy", policy)
			w.Header().Set("RateLimit", `"token";r=`+strconv.Itoa(left)+";t="+strconv.Itoa(seconds(full)))
			if err != nil {
				return err
			}
		}
		err := h(w, r)
		if err == error(ErrNeedAccount) && !VisitorOf(r).Known() {
			return errNeedToken
		}
		return err
	}
}

// problemDetails is an error as the API answers it (RFC 9457).
type problemDetails struct {
	Type   string            `json:"type"`
	Title  string            `json:"title"`
	Status int               `json:"status"`
	Detail string            `json:"detail"`
	Code   failure.Code      `json:"code"`
	Key    string            `json:"key"`
	Fields map[string]string `json:"fields,omitempty"`
	State  any               `json:"state,omitempty"`
}

// challenges are the parameters of WWW-Authenticate (RFC 6750) by the key of the
// error.
var challenges = map[string]string{
	errNeedToken.Key: `realm="cairn"`,
	errToken.Key:     `realm="cairn", error="invalid_token"`,
	errScope.Key:     `realm="cairn", error="insufficient_scope"`,
}

// Refuse answers a program with a problem. The state of the match brings
// a stale client up to date, and may be nil.
func (s *Server) Refuse(w http.ResponseWriter, r *http.Request, p *Problem, state any) error {
	if !IsAPI(r) {
		return s.WriteJSON(w, p.Status, Refusal{Error: p, State: state})
	}
	title := s.Texts(r).Text("web.error.code." + string(p.Code))
	if challenge := challenges[p.Key]; challenge != "" {
		w.Header().Set("WWW-Authenticate", "Bearer "+challenge)
	}
	details := problemDetails{"/api#" + string(p.Code), title, p.Status, p.Text, p.Code, p.Key, p.Fields, state}
	return writeJSON(w, p.Status, "application/problem+json", details)
}
