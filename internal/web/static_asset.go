// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"path"
	"strconv"
	"time"
)

// staticTypes are the kinds of files there are. They are written down because
// the table of the operating system differs from host to host.
var staticTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".woff2": "font/woff2",
}

// asset is one file as it is sent.
type asset struct {
	name, kind, tag string
	plain           []byte
	packed          []byte // by gzip; nil where that saves nothing, as with fonts
}

func newAsset(name string, data []byte) *asset {
	sum := sha256.Sum256(data)
	a := &asset{name: name, kind: staticTypes[path.Ext(name)], tag: hex.EncodeToString(sum[:8]), plain: data}
	if packed := pack(data); len(packed) < len(data)*9/10 {
		a.packed = packed
	}
	return a
}

// pack compresses as well as gzip can: it is done once and sent often.
func pack(data []byte) []byte {
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		panic(err) // the level is a constant
	}
	_, _ = w.Write(data) // writing to memory does not fail
	_ = w.Close()
	return out.Bytes()
}

// ServeHTTP implements http.Handler. The packed and the plain file have a tag
// each, so that a cache never mixes them up.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h, data, tag := w.Header(), a.plain, a.tag
	h.Set("Content-Type", a.kind)
	if a.packed != nil {
		h.Set("Vary", "Accept-Encoding")
		if acceptsGzip(r) {
			h.Set("Content-Encoding", "gzip")
			data, tag = a.packed, a.tag+"-gzip"
		}
	}
	h.Set("ETag", strconv.Quote(tag))
	http.ServeContent(w, r, a.name, time.Time{}, bytes.NewReader(data))
}
