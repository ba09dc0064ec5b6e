// SPDX-License-Identifier: Apache-2.0

package local_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/web/local"
	"cairn/internal/web/webtest"
)

// withEngine gives the server a program of a few bytes.
func withEngine(t *testing.T, text string) (sum string) {
	t.Helper()
	var packed bytes.Buffer
	w := gzip.NewWriter(&packed)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	sum, restore := local.SetEngine(packed.Bytes(), []byte("runner"))
	t.Cleanup(restore)
	return sum
}

func TestPlayPage(t *testing.T) {
	withEngine(t, "program")
	b := webtest.NewSite(t).Browser()
	b.Get("/local").Want(http.StatusOK).Has("Play offline", `href="/local/fanorona"`).Lacks("built without")
	p := b.Get("/local/nine-mens-morris").Want(http.StatusOK)
	p.Has("Play offline (0.0 MB)", "data-local", `"worker":"/local/engine/abc/worker.js"`, "place a man", "Computer (Novice)").Lacks("Computer (Perfect)")
	if got := p.Header.Get("Content-Security-Policy"); strings.Contains(got, "wasm") {
		t.Errorf("got the policy %q", got)
	}
	if got := b.Get("/local/nine").Path; got != "/local/nine-mens-morris" {
		t.Errorf("got sent to %s", got)
	}
	b.Get("/local/chess").Want(http.StatusNotFound)
}

// Only the worker may compile WebAssembly.
func TestEngineFiles(t *testing.T) {
	sum := withEngine(t, "program")
	s := webtest.NewSite(t)
	b := s.Browser()
	for _, c := range []struct{ file, kind, text, policy string }{
		{"worker.js", "text/javascript; charset=utf-8", "worker", "script-src 'self' 'wasm-unsafe-eval'"},
		{"wasm_exec.js", "text/javascript; charset=utf-8", "runner", "script-src 'self';"},
		{"cairn.wasm", "application/wasm", "program", "script-src 'self';"},
	} {
		for _, coding := range []string{"identity", "gzip"} {
			r := s.Request(http.MethodGet, "/local/engine/"+sum+"/"+c.file)
			r.Header.Set("Accept-Encoding", coding)
			p := b.Do(r).Want(http.StatusOK)
			if packed := p.Header.Get("Content-Encoding") == "gzip"; packed != (coding == "gzip" && c.file == "cairn.wasm") {
				t.Errorf("%s by %s: packed is %v", c.file, coding, packed)
			} else if !packed && p.Body != c.text {
				t.Errorf("%s: got %q", c.file, p.Body)
			}
			if got := p.Header.Get("Content-Type"); got != c.kind {
				t.Errorf("%s: got the type %q", c.file, got)
			}
			if got := p.Header.Get("Content-Security-Policy"); !strings.Contains(got, c.policy) {
				t.Errorf("%s: got the policy %q", c.file, got)
			}
		}
	}
	b.Get("/local/engine/old/cairn.wasm").Want(http.StatusNotFound)
	b.Get("/local/engine/" + sum + "/README").Want(http.StatusNotFound)
}

// A program built without the engine says so; other pages work.
func TestWithoutEngine(t *testing.T) {
	sum, restore := local.SetEngine(nil, nil)
	t.Cleanup(restore)
	b := webtest.NewSite(t).Browser()
	b.Get("/local").Want(http.StatusOK).Has("This server was built without offline play")
	b.Get("/local/six-mens-morris").Want(http.StatusOK).Has("This server was built without offline play", `href="/play"`).Lacks("data-begin")
	b.Get("/local/engine/" + sum + "/cairn.wasm").Want(http.StatusNotFound)
	b.Get("/sw.js").Want(http.StatusOK).Has(`"engine":[]`)
}

// A program built without the engine builds it later; pages say so, and serve it when it
// is there.
func TestBuildLater(t *testing.T) {
	_, restore := local.SetEngine(nil, nil)
	t.Cleanup(restore)
	b := webtest.NewSite(t).Browser()
	broken := errors.New("no compiler")
	if err := local.Build(func(string) error { return broken }); !errors.Is(err, broken) || local.Built() {
		t.Errorf("got %v, built %v, want the error and nothing built", err, local.Built())
	}
	err := local.Build(func(folder string) error {
		b.Get("/local").Want(http.StatusOK).Has("Offline play is being built")
		b.Get("/local/six-mens-morris").Want(http.StatusOK).Has("Offline play is being built").Lacks("data-begin")
		return errors.Join(os.WriteFile(filepath.Join(folder, "cairn.wasm.gz"), []byte("packed"), 0o600),
			os.WriteFile(filepath.Join(folder, "wasm_exec.js"), []byte("runner"), 0o600))
	})
	if err != nil || !local.Built() {
		t.Fatalf("got %v, built %v", err, local.Built())
	}
	b.Get("/local/six-mens-morris").Want(http.StatusOK).Has("data-begin").Lacks("is being built", "without offline play")
	b.Get("/sw.js").Want(http.StatusOK).Has("/cairn.wasm")
}
