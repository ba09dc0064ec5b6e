// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"strings"
	"testing"

	"cairn/internal/web/webtest"
)

func TestCompressedPages(t *testing.T) {
	s := webtest.NewSite(t)
	tests := map[string]struct {
		path, accept string
		want         string // encoding
	}{
		"a page":                   {"/rules/nine-mens-morris", "gzip, br", "gzip"},
		"a weight":                 {"/rules/nine-mens-morris", "br;q=1, gzip;q=0.5", "gzip"},
		"refused":                  {"/rules/nine-mens-morris", "gzip;q=0", ""},
		"not asked for":            {"/rules/nine-mens-morris", "identity", ""},
		"a page that is not there": {"/nowhere", "gzip", "gzip"},
		"a small answer":           {"/healthz", "gzip", ""},
		"a page with secrets":      {"/login", "gzip", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := s.Request(http.MethodGet, test.path)
			r.Header.Set("Accept-Encoding", test.accept) // set by hand, so that the client does not decompress the answer
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			if got := answer.Header.Get("Content-Encoding"); got != test.want {
				t.Fatalf("got encoding %q, want %q", got, test.want)
			}
			if test.want == "" {
				return
			}
			unpacked, err := gzip.NewReader(answer.Body)
			if err != nil {
				t.Fatal(err)
			}
			page, err := io.ReadAll(unpacked)
			if err != nil || !strings.Contains(string(page), "</html>") {
				t.Errorf("got %d bytes and %v, want a whole page", len(page), err)
			}
			if got := answer.Header.Get("Vary"); !strings.Contains(got, "Accept-Encoding") {
				t.Errorf("got Vary %q, want Accept-Encoding in it", got)
			}
		})
	}
}
