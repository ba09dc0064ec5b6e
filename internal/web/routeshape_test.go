// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An address answers to its own methods only, and to HEAD as to GET.
func TestRouteMethods(t *testing.T) {
	w := newWalk(t)
	table := walkTable()
	for pattern, route := range table {
		_, place, _ := strings.Cut(pattern, " ")
		path := w.address(route.path)
		for _, method := range []string{"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"} {
			known := method
			if method == "HEAD" {
				known = "GET"
			}
			if _, ok := table[known+" "+place]; ok {
				continue
			}
			before := w.book.read()
			p := w.ask(w.person("owner"), way{}, method, path)
			if p.StatusCode != http.StatusMethodNotAllowed || p.Header.Get("Allow") == "" {
				t.Errorf("%s %s: got status %d, Allow %q, want 405", method, path, p.StatusCode, p.Header.Get("Allow"))
			}
			if diff := cmp.Diff(before, w.book.read()); diff != "" {
				t.Errorf("%s %s stored something:\n%s", method, path, diff)
			}
			checkAnswer(t, method, route, p)
		}
	}
}

// What somebody sends comes back as text only, wherever it is shown.
func TestRouteReflection(t *testing.T) {
	const mark = `"'><script>steal()</script>`
	w := newWalk(t)
	values := url.Values{}
	for _, name := range fieldNames(t) {
		values.Set(name, mark)
	}
	values.Set("again", "differs, so that no password is set")
	fields, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	for pattern, route := range walkTable() {
		b, path := w.person("owner"), w.address(route.path)
		method, _, _ := strings.Cut(pattern, " ")
		pages := []*page{b.get(path + "?" + values.Encode())}
		if method == http.MethodPost {
			single := strings.NewReplacer(`["`, `"`, `"]`, `"`).Replace(string(fields))
			pages = append(pages, b.post(path, values), b.send(path, single))
		}
		for _, p := range pages {
			if strings.Contains(p.body, "<script>steal") || strings.Contains(p.body, `"'>`) {
				t.Errorf("%s %s: what was sent comes back as it was", p.Request.Method, path)
			}
			if p.StatusCode >= 500 {
				t.Errorf("%s %s: got status %d", p.Request.Method, path, p.StatusCode)
			}
		}
	}
}
