// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

func TestPanic(t *testing.T) {
	s := webtest.NewSite(t)
	h := s.Web.Chain(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/late" {
			_, _ = io.WriteString(w, "half a page")
		}
		panic("at the disco")
	}))
	out := httptest.NewRecorder()
	h.ServeHTTP(out, httptest.NewRequest("GET", "/early", nil))
	if out.Code != 500 || !strings.Contains(out.Body.String(), "Server error.") || strings.Contains(out.Body.String(), "disco") {
		t.Errorf("got %d %s", out.Code, out.Body)
	}
	defer func() {
		if fault := recover(); fault != http.ErrAbortHandler {
			t.Errorf("half a page: got panic %v, want the connection to be cut", fault)
		}
	}()
	h.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/late", nil))
}
