// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

const staticPrefix = "/static/"

// bundles are the style sheets that pages load, each joined from the sheets of the
// core and the features in the order of the cascade. Pages of matches have to be
// light: they load only the first bundle.
var bundles = []struct {
	name   string
	sheets []string
}{
	{"cairn.css", []string{"fonts.css", "base.css", "forms.css", "parts.css", "board.css", "themes.css", "match.css", "archive.css"}},
	{"cairn-study.css", []string{"lobby.css", "learn.css", "settings.css", "study.css", "analysis.css", "puzzle.css", "review.css", "embed.css"}},
}

// styleComment matches the comments of style sheets, which are not served.
var styleComment = regexp.MustCompile(`(?s)[ \t]*/\*.*?\*/\n*`)

// scriptComment matches the comments of scripts: whole lines, types within a line, and
// comments at the end of a line that hold no quote, as // may also be inside a string,
// which a quote ends.
var scriptComment = regexp.MustCompile("(?m)^[ \t]*(?://.*|/\\*(?:[^*]|\\*+[^*/])*\\*+/[ \t]*)\n|/\\*\\* @type [^*\n]*\\*/ ?|[ \t]+// [^\"'`\n]*$")

// indentation matches the blanks at the beginning of a line. No text of a script or
// style sheet goes over several lines, so they are not served.
var indentation = regexp.MustCompile(`(?m)^[ \t]+`)

// slim returns a script or style sheet without its comments and indentation.
func slim(text []byte, comment *regexp.Regexp) []byte {
	return indentation.ReplaceAll(comment.ReplaceAll(text, nil), nil)
}

// Assets are the style sheets, scripts, fonts and pictures of the core and all
// features, served from one folder: modules import each other by relative names. The
// address has a checksum of the whole tree, so that browsers cache the files forever.
type Assets struct {
	base  string // "/static/CHECKSUM"
	sum   string
	files map[string]*asset // by name below base
	// imports lists the modules that a script imports, without extensions
	imports map[string][]string
}

// packAssets joins the static folders of the core and the features. A name that two
// of them use is a programming error, and panics.
func packAssets(trees []fs.FS) *Assets {
	s := &Assets{files: map[string]*asset{}}
	sum := sha256.New()
	contents := readAssets(trees)
	for _, name := range slices.Sorted(maps.Keys(contents)) {
		sum.Write([]byte(name + "\x00"))
		sum.Write(contents[name])
		s.files[name] = newAsset(name, contents[name])
	}
	s.imports = importsOf(contents)
	s.sum = hex.EncodeToString(sum.Sum(nil))[:12]
	s.base = staticPrefix + s.sum
	return s
}

// readAssets returns the contents of all files as they are served, by name.
func readAssets(trees []fs.FS) map[string][]byte {
	contents := map[string][]byte{}
	for _, tree := range trees {
		if err := readStatic(contents, tree); err != nil {
			panic("web: read static files: " + err.Error()) // they are in the program
		}
	}
	for _, bundle := range bundles {
		for _, name := range bundle.sheets {
			contents[bundle.name] = append(contents[bundle.name], slim(contents[name], styleComment)...)
		}
	}
	return contents
}

// readStatic adds the static folder of one tree to contents, if it has one.
func readStatic(contents map[string][]byte, tree fs.FS) error {
	return fs.WalkDir(tree, "static", func(file string, d fs.DirEntry, err error) error {
		if file == "static" && errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || d.IsDir() {
			return err
		}
		name := strings.TrimPrefix(file, "static/")
		if contents[name] != nil {
			return fmt.Errorf("two files are called %s", name)
		}
		contents[name], err = fs.ReadFile(tree, file)
		if path.Ext(name) == ".js" {
			contents[name] = slim(contents[name], scriptComment)
		}
		return err
	})
}

// forEver is the Cache-Control of files whose address has their checksum.
const forEver = "public, max-age=31536000, immutable"

// ServeHTTP implements http.Handler. A page from before a restart asks for
// files by the old checksum: it gets the present ones, without caching.
func (s *Assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file := s.files[r.PathValue("file")]
	if file == nil {
		http.NotFound(w, r) // no listings
		return
	}
	keep := forEver
	if r.PathValue("sum") != s.sum {
		keep = "no-cache"
	}
	w.Header().Set("Cache-Control", keep)
	if path.Ext(file.name) == ".js" { // the headers of the page are in force; a page loads many scripts
		w.Header().Set("Content-Security-Policy", "default-src 'none'")
		w.Header().Del("Cross-Origin-Opener-Policy")
		w.Header().Del("Referrer-Policy")
	}
	file.ServeHTTP(w, r)
}

// icon redirects browsers that ask for favicon.ico.
func (s *Assets) icon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.base+"/icon.svg", http.StatusFound)
}

// assetTypes are the media types by extension. The table of the operating
// system is not used, as it differs from host to host.
var assetTypes = map[string]string{
	".css":   "text/css; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".svg":   "image/svg+xml",
	".txt":   "text/plain; charset=utf-8",
	".woff2": "font/woff2",
}

// asset is one static file with its headers and contents.
type asset struct {
	name, kind, tag string
	plain           []byte
	packed          []byte // by gzip; nil where that saves nothing, as with fonts
}

func newAsset(name string, data []byte) *asset {
	sum := sha256.Sum256(data)
	a := &asset{name: name, kind: assetTypes[path.Ext(name)], tag: hex.EncodeToString(sum[:8]), plain: data}
	if packed := pack(data); len(packed) < len(data)*9/10 {
		a.packed = packed
	}
	return a
}

// pack compresses with the highest level: each file is compressed once, at the start.
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

// ServeHTTP implements http.Handler. The compressed and the plain file have
// different ETags, so that caches keep them apart; an immutable file needs no ETag.
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
	if h.Get("Cache-Control") != forEver {
		h.Set("ETag", strconv.Quote(tag))
	}
	http.ServeContent(w, r, a.name, time.Time{}, bytes.NewReader(data))
}

// acceptsGzip reports whether a client reads gzip.
func acceptsGzip(r *http.Request) bool {
	for part := range strings.SplitSeq(r.Header.Get("Accept-Encoding"), ",") {
		name, weight, _ := strings.Cut(part, ";")
		if strings.TrimSpace(name) == "gzip" {
			return strings.TrimSpace(weight) != "q=0"
		}
	}
	return false
}

// Sum returns the checksum of all static files, which changes with the build.
func (s *Assets) Sum() string { return s.sum }

// Path returns the address of a static file.
func (s *Assets) Path(name string) string { return s.base + "/" + name }

// Styles returns the addresses of the style sheets, in the order of the cascade.
func (s *Assets) Styles() []string {
	var addresses []string
	for _, bundle := range bundles {
		addresses = append(addresses, s.Path(bundle.name))
	}
	return addresses
}

// File returns the contents of a static file, nil for none.
func (s *Assets) File(name string) []byte {
	if file := s.files[name]; file != nil {
		return file.plain
	}
	return nil
}

// moduleImport matches the import of a module of ours.
var moduleImport = regexp.MustCompile(`(?m)^(?:import|export)\b[^"]*"\./([\w-]+)\.js"`)

// Imported returns the modules that scripts import, without the scripts.
func (s *Assets) Imported(scripts []string) []string {
	return slices.DeleteFunc(s.Modules(scripts...), func(name string) bool { return slices.Contains(scripts, name) })
}

// Modules returns scripts, given without extension, and the modules they import.
func (s *Assets) Modules(names ...string) []string {
	var found []string
	for queue := slices.Clone(names); len(queue) > 0; queue = queue[1:] {
		if slices.Contains(found, queue[0]) {
			continue
		}
		found = append(found, queue[0])
		queue = append(queue, s.imports[queue[0]]...)
	}
	return found
}

// importsOf returns the modules that each script imports, without extensions.
func importsOf(contents map[string][]byte) map[string][]string {
	all := map[string][]string{}
	for name, text := range contents {
		for _, m := range moduleImport.FindAllSubmatch(text, -1) {
			script := name[:max(0, len(name)-len(".js"))]
			all[script] = append(all[script], string(m[1]))
		}
	}
	return all
}
