// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"slices"
	"strings"

	"github.com/klauspost/compress/gzhttp"
)

// minCompress is the size in bytes from which an answer is compressed: a smaller
// one fits into a packet anyway.
const minCompress = 1400

// uncompressed are the sections that are never compressed. Their pages hold
// secrets, and also repeat parts of the address: their compressed size would
// leak the secrets (BREACH).
var uncompressed = []string{"account", "home", "login", "reset", "setup", "signup"}

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
