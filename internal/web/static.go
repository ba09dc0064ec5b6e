// SPDX-License-Identifier: Apache-2.0

package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
)

//go:embed static/*.css static/*.js static/*.svg
var staticFiles embed.FS

const staticPrefix = "/static/"

// styleSheets are loaded by every page: together they are small, and one load
// serves all pages.
var styleSheets = []string{"base.css", "board.css", "match.css"}

// static serves style sheets, scripts and pictures. One checksum of the whole
// tree stands in the address: the files may be kept for ever, and modules import
// each other by relative names.
type static struct {
	base   string   // "/static/CHECKSUM"
	styles []string // addresses of the style sheets, in their order
	sum    string
	files  http.Handler
	tree   fs.FS
}

func newStatic() *static {
	tree, err := fs.Sub(staticFiles, "static")
	if err != nil {
		panic("web: no static files: " + err.Error()) // the name is a constant
	}
	s := &static{sum: checksum(tree), tree: tree}
	s.base = staticPrefix + s.sum
	for _, name := range styleSheets {
		s.styles = append(s.styles, s.base+"/"+name)
	}
	s.files = http.StripPrefix(s.base, http.FileServerFS(tree))
	return s
}

// checksum sums up the names and contents of a tree.
func checksum(tree fs.FS) string {
	sum := sha256.New()
	err := fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(tree, name)
		sum.Write([]byte(name + "\x00"))
		sum.Write(data)
		return err
	})
	if err != nil {
		panic("web: read static files: " + err.Error()) // they are in the program
	}
	return hex.EncodeToString(sum.Sum(nil))[:12]
}

// ServeHTTP implements http.Handler. A page of before a restart may ask for
// files by the old checksum: it gets the present ones, but may not keep them.
func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("file")
	if info, err := fs.Stat(s.tree, name); err != nil || info.IsDir() {
		http.NotFound(w, r) // no listings
		return
	}
	if r.PathValue("sum") != s.sum {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, s.tree, name)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	s.files.ServeHTTP(w, r)
}

// icon serves the icon to browsers that ask for it by its old name.
func (s *static) icon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.base+"/icon.svg", http.StatusFound)
}
