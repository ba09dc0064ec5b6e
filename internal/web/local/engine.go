// SPDX-License-Identifier: Apache-2.0

package local

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"net/http"
	"strings"
	"sync"

	"cairn/internal/web"
)

// The rules and the engine for browsers; only a README where they were not built.
//
//go:embed wasm
var engineFiles embed.FS

// engineFolder is where the files of the engine are served: the checksum in the
// address lets them be kept forever.
const engineFolder = "/local/engine/"

// engine is the program that plays in a browser: WebAssembly, Go's own script that
// runs it, and our worker around both.
type engine struct {
	sum            string
	packed         []byte // the program, by gzip; empty where it was not built
	runner, worker []byte
}

// loadEngine returns the engine that was built into this program.
var loadEngine = sync.OnceValue(func() *engine {
	e := &engine{}
	e.worker, _ = Files.ReadFile("static/local-worker.js")   // it is in the program
	e.packed, _ = engineFiles.ReadFile("wasm/cairn.wasm.gz") // may not have been built
	e.runner, _ = engineFiles.ReadFile("wasm/wasm_exec.js")
	sum := sha256.New()
	for _, part := range [][]byte{e.packed, e.runner, e.worker} {
		sum.Write(part)
	}
	e.sum = hex.EncodeToString(sum.Sum(nil))[:12]
	return e
})

// built reports whether this program can serve the engine.
func (e *engine) built() bool { return len(e.packed) > 0 && len(e.runner) > 0 }

// path returns the address of a file.
func (e *engine) path(name string) string { return engineFolder + e.sum + "/" + name }

// paths lists the addresses of all files, none where it was not built.
func (e *engine) paths() []string {
	if !e.built() {
		return []string{}
	}
	return []string{e.path("worker.js"), e.path("wasm_exec.js"), e.path("cairn.wasm")}
}

// workerPolicy is the policy of the worker, which alone may compile WebAssembly.
const workerPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"

// showEngine serves a file of the engine.
func (s *handlers) showEngine(w http.ResponseWriter, r *http.Request) error {
	e, name := loadEngine(), r.PathValue("file")
	if !e.built() || r.PathValue("sum") != e.sum {
		return web.ErrNoPage
	}
	h := w.Header()
	data, kind := e.worker, "text/javascript; charset=utf-8"
	switch name {
	case "worker.js":
		h.Set("Content-Security-Policy", workerPolicy)
	case "wasm_exec.js":
		data = e.runner
	case "cairn.wasm":
		kind = "application/wasm"
		h.Set("Vary", "Accept-Encoding")
		if data = e.packed; strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			h.Set("Content-Encoding", "gzip")
			break
		}
		r, err := gzip.NewReader(bytes.NewReader(e.packed))
		if err != nil {
			return err
		}
		if data, err = io.ReadAll(r); err != nil {
			return err
		}
	default:
		return web.ErrNoPage
	}
	h.Set("Content-Type", kind)
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	_, _ = w.Write(data) // the client may be gone
	return nil
}
