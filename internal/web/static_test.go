// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/web"
)

// pageBudget is what the first load of a page may weigh, in bytes as sent.
const pageBudget = 100_000

// packed asks for a file or page compressed, and returns it as sent and as read.
func (b *browser) packed(path string) (p *page, plain string) {
	b.t.Helper()
	r := b.site.request(http.MethodGet, path)
	r.Header.Set("Accept-Encoding", "gzip")
	p = b.do(r).want(http.StatusOK)
	if p.Header.Get("Content-Encoding") != "gzip" {
		return p, p.body
	}
	unpacker, err := gzip.NewReader(strings.NewReader(p.body))
	if err != nil {
		b.t.Fatal(err)
	}
	data, err := io.ReadAll(unpacker)
	if err != nil {
		b.t.Fatal(err)
	}
	return p, string(data)
}

// What refers to a further file: links of pages, imports of modules, pictures
// and fonts of style sheets.
var references = regexp.MustCompile(`(?:href|src)="(/static/[^"]+)"|(?:from|import\() ?"(\./[^"]+)"|url\("([^"#]+)"\)`)

// spared are files a style sheet names and a browser does not load: fonts for
// letters of other alphabets, and textures of boards that were not chosen.
var spared = regexp.MustCompile(`-ext\.woff2$|/texture-(slate|sandstone|sand)\.svg$`)

// weigh sums up a page and everything it loads, each once.
func (b *browser) weigh(address string, seen map[string]int) {
	b.t.Helper()
	if _, ok := seen[address]; ok || spared.MatchString(address) {
		return
	}
	p, plain := b.packed(address)
	seen[address] = len(p.body)
	for _, found := range references.FindAllStringSubmatch(plain, -1) {
		name := found[1] + found[2] + found[3]
		if !strings.HasPrefix(name, "/") {
			name = path.Join(path.Dir(address), name)
		}
		b.weigh(name, seen)
	}
}

func TestPageWeight(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	for name, address := range map[string]string{"front": "/", "match": "/match/" + b.create("fanorona", "screen")} {
		t.Run(name, func(t *testing.T) {
			b := *b
			b.t = t
			seen, sum := map[string]int{}, 0
			b.weigh(address, seen)
			for file, size := range seen {
				t.Logf("%7d %s", size, file)
				sum += size
			}
			if t.Logf("%7d in all", sum); sum > pageBudget || len(seen) < 8 {
				t.Errorf("%d bytes in %d files, want at most %d in 8 or more", sum, len(seen), pageBudget)
			}
		})
	}
}

func TestStaticFiles(t *testing.T) {
	s := newSite(t)
	b := s.browser()
	for _, c := range []struct{ file, kind, coding string }{
		{"cairn.css", "text/css; charset=utf-8", "gzip"},
		{"match.js", "text/javascript; charset=utf-8", "gzip"},
		{"icon.svg", "image/svg+xml", "gzip"},
		{"fonts/text.woff2", "font/woff2", ""},
		{"fonts/LICENSE-text.txt", "text/plain; charset=utf-8", "gzip"},
	} {
		t.Run(c.file, func(t *testing.T) {
			p, plain := b.packed("/static/x/" + c.file)
			if got := p.Header.Get("Content-Type"); got != c.kind {
				t.Errorf("got the type %q, want %q", got, c.kind)
			}
			if got := p.Header.Get("Content-Encoding"); got != c.coding {
				t.Errorf("got the coding %q, want %q", got, c.coding)
			}
			tag := p.Header.Get("ETag")
			r := s.request(http.MethodGet, "/static/x/"+c.file)
			r.Header.Set("Accept-Encoding", "identity")
			unpacked := b.do(r).want(http.StatusOK)
			if unpacked.body != plain || unpacked.Header.Get("Content-Encoding") != "" {
				t.Error("unpacked it is another file")
			}
			if same := unpacked.Header.Get("ETag") == tag; same != (c.coding == "") {
				t.Errorf("packed and plain have the same tag: %v, want %v", same, c.coding == "")
			}
			r = s.request(http.MethodGet, "/static/x/"+c.file)
			r.Header.Set("Accept-Encoding", "gzip")
			r.Header.Set("If-None-Match", tag)
			b.do(r).want(http.StatusNotModified)
		})
	}
}

// Every look that can be chosen is in the style sheets.
func TestLooksAreStyled(t *testing.T) {
	_, css := newSite(t).browser().packed("/static/x/cairn.css")
	if strings.Contains(css, "/*") {
		t.Error("the comments are sent along")
	}
	for attribute, names := range map[string][]string{"data-board": web.BoardThemes, "data-men": web.MenColours} {
		for _, name := range names {
			if rule := "[" + attribute + `="` + name + `"] {`; !strings.Contains(css, rule) {
				t.Errorf("no style sheet has a rule for %s", rule)
			}
		}
	}
}
