// SPDX-License-Identifier: Apache-2.0

package api_test

import (
	"net/http"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

// crossSite are the headers of a request by the page of another site.
func crossSite(r *http.Request) *http.Request {
	r.Header.Set("Origin", "https://elsewhere.example")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	return r
}

// The pages of other sites may use the API, with a token.
func TestCrossOrigin(t *testing.T) {
	s := webtest.NewSite(t)
	p := s.Program()
	asked := crossSite(s.Request(http.MethodOptions, "/api/v1/matches"))
	asked.Header.Set("Access-Control-Request-Method", "POST")
	asked.Header.Set("Access-Control-Request-Headers", "authorization,content-type,idempotency-key")
	answer := s.Browser().Do(asked).Want(http.StatusNoContent)
	for name, want := range map[string]string{
		"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Methods": "POST", "Access-Control-Allow-Headers": "Authorization", "Access-Control-Max-Age": "86400",
	} {
		if got := answer.Header.Get(name); !strings.Contains(got, want) {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if answer.Header.Get("Access-Control-Allow-Credentials") != "" {
		t.Error("cookies are allowed")
	}
	for request, status := range map[string]int{"POST /matches": http.StatusOK, "GET /matches/nothing": http.StatusNotFound, "GET /nothing": http.StatusNotFound} {
		page := p.Send(request, `{"game":"three","opponent":"private"}`, "Origin", "https://elsewhere.example", "Sec-Fetch-Site", "cross-site").Want(status)
		if page.Header.Get("Access-Control-Allow-Origin") != "*" || !strings.Contains(page.Header.Get("Access-Control-Expose-Headers"), "RateLimit-Policy") {
			t.Errorf("%s: got %v", request, page.Header)
		}
	}
}

// Pages are for browsers of this site alone.
func TestNoCrossOriginPages(t *testing.T) {
	s := webtest.NewSite(t)
	ann := s.Member("ann").Still()
	pages := 0
	for _, pattern := range s.Web.Routes() {
		method, path, _ := strings.Cut(pattern, " ")
		path = strings.TrimSuffix(path, "{$}")
		if strings.Contains(path, "{") {
			continue
		}
		methods := []string{http.MethodOptions, method}
		for _, method := range methods {
			r := crossSite(s.Request(method, path))
			r.Header.Set("Access-Control-Request-Method", "POST")
			page := ann.Do(r)
			for name := range page.Header {
				if strings.HasPrefix(name, "Access-Control-") {
					t.Errorf("%s %s has %s", method, path, name)
				}
			}
			if method == http.MethodPost && page.StatusCode != http.StatusForbidden {
				t.Errorf("%s %s from another site: got %d", method, path, page.StatusCode)
			}
		}
		pages++
	}
	if pages < 30 {
		t.Errorf("looked at %d pages", pages)
	}
}
