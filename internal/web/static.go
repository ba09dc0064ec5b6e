// SPDX-License-Identifier: Apache-2.0

package web

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"sync"
)

//go:embed static/*.css static/*.js static/*.svg static/fonts
var staticFiles embed.FS

const staticPrefix = "/static/"

// styleSheets are sent as one file, in this order: every page has one request to
// make for its looks, and one load serves all pages.
var styleSheets = []string{"fonts.css", "base.css", "forms.css", "parts.css", "board.css", "themes.css", "match.css", "archive.css"}

// styleFile is the name all style sheets are served by.
const styleFile = "cairn.css"

// styleComment finds what style sheets say to those who write them; it is no use
// to send it along.
var styleComment = regexp.MustCompile(`(?s)[ \t]*/\*.*?\*/\n*`)

// static serves style sheets, scripts, fonts and pictures. One checksum of the
// whole tree stands in the address: the files may be kept for ever, and modules
// import each other by relative names.
type static struct {
	base   string   // "/static/CHECKSUM"
	styles []string // addresses of the style sheets, in their order
	sum    string
	files  map[string]*asset // by name below static/
}

// newStatic returns the files of the program. They are packed once, however many
// servers a process has.
var newStatic = sync.OnceValue(loadStatic)

func loadStatic() *static {
	s := &static{files: map[string]*asset{}}
	sum := sha256.New()
	contents := readStatic()
	for _, name := range sortedNames(contents) {
		sum.Write([]byte(name + "\x00"))
		sum.Write(contents[name])
		s.files[name] = newAsset(name, contents[name])
	}
	s.sum = hex.EncodeToString(sum.Sum(nil))[:12]
	s.base = staticPrefix + s.sum
	s.styles = []string{s.base + "/" + styleFile}
	return s
}

// readStatic returns the contents of all files, and of the style sheets in one.
func readStatic() map[string][]byte {
	contents := map[string][]byte{}
	tree, err := fs.Sub(staticFiles, "static")
	if err == nil {
		err = fs.WalkDir(tree, ".", func(name string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() {
				return err
			}
			contents[name], err = fs.ReadFile(tree, name)
			return err
		})
	}
	if err != nil {
		panic("web: read static files: " + err.Error()) // they are in the program
	}
	for _, name := range styleSheets {
		contents[styleFile] = append(contents[styleFile], styleComment.ReplaceAll(contents[name], nil)...)
	}
	return contents
}

func sortedNames(contents map[string][]byte) []string {
	names := make([]string, 0, len(contents))
	for name := range contents {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// ServeHTTP implements http.Handler. A page of before a restart may ask for
// files by the old checksum: it gets the present ones, but may not keep them.
func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file := s.files[r.PathValue("file")]
	if file == nil {
		http.NotFound(w, r) // no listings
		return
	}
	keep := "public, max-age=31536000, immutable"
	if r.PathValue("sum") != s.sum {
		keep = "no-cache"
	}
	w.Header().Set("Cache-Control", keep)
	file.ServeHTTP(w, r)
}

// icon serves the icon to browsers that ask for it by its old name.
func (s *static) icon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.base+"/icon.svg", http.StatusFound)
}
