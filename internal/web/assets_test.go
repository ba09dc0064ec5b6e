// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"net/http"
	"path"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/web"
	"cairn/internal/web/webtest"
)

// pageBudget is the limit for the first load of a page, in bytes as sent.
const pageBudget = 110_000

// References to other files: links of pages, imports of modules, pictures and
// fonts of style sheets.
var references = regexp.MustCompile(`(?:href|src)="(/static/[^"]+)"|(?:from|import\() ?"(\./[^"]+)"|url\("([^"#]+)"\)`)

// spared are files that a style sheet names but a browser does not load: fonts
// for other scripts, and textures of boards that were not chosen.
var spared = regexp.MustCompile(`-ext\.woff2$|/texture-(slate|sandstone|sand)\.svg$`)

// weigh returns the size of a page and of all files it loads, each once.
func weigh(b *webtest.Browser, address string, seen map[string]int) {
	b.T.Helper()
	if _, ok := seen[address]; ok || spared.MatchString(address) {
		return
	}
	p, plain := b.Packed(address)
	seen[address] = len(p.Body)
	for _, found := range references.FindAllStringSubmatch(plain, -1) {
		name := found[1] + found[2] + found[3]
		if !strings.HasPrefix(name, "/") {
			name = path.Join(path.Dir(address), name)
		}
		weigh(b, name, seen)
	}
}

func TestPageWeight(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	for name, address := range map[string]string{"front": "/", "match": "/match/" + b.Create("fanorona", "screen")} {
		t.Run(name, func(t *testing.T) {
			b := *b
			b.T = t
			seen, sum := map[string]int{}, 0
			weigh(&b, address, seen)
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
	s := webtest.NewSite(t)
	b := s.Browser()
	for _, c := range []struct{ file, kind, coding string }{
		{"cairn.css", "text/css; charset=utf-8", "gzip"},
		{"match.js", "text/javascript; charset=utf-8", "gzip"},
		{"icon.svg", "image/svg+xml", "gzip"},
		{"fonts/text.woff2", "font/woff2", ""},
		{"fonts/LICENSE-text.txt", "text/plain; charset=utf-8", "gzip"},
	} {
		t.Run(c.file, func(t *testing.T) {
			p, plain := b.Packed("/static/x/" + c.file)
			if got := p.Header.Get("Content-Type"); got != c.kind {
				t.Errorf("got the type %q, want %q", got, c.kind)
			}
			if got := p.Header.Get("Content-Encoding"); got != c.coding {
				t.Errorf("got the coding %q, want %q", got, c.coding)
			}
			tag := p.Header.Get("ETag")
			r := s.Request(http.MethodGet, "/static/x/"+c.file)
			r.Header.Set("Accept-Encoding", "identity")
			unpacked := b.Do(r).Want(http.StatusOK)
			if unpacked.Body != plain || unpacked.Header.Get("Content-Encoding") != "" {
				t.Error("unpacked it is another file")
			}
			if same := unpacked.Header.Get("ETag") == tag; same != (c.coding == "") {
				t.Errorf("packed and plain have the same tag: %v, want %v", same, c.coding == "")
			}
			r = s.Request(http.MethodGet, "/static/x/"+c.file)
			r.Header.Set("Accept-Encoding", "gzip")
			r.Header.Set("If-None-Match", tag)
			b.Do(r).Want(http.StatusNotModified)
		})
	}
}

// Comments of scripts are not served; texts stay.
func TestScriptsWithoutComments(t *testing.T) {
	script := "// SPDX\n\n/**\n * Says **it**.\n * @param {string} a\n */\nexport function say(a) {\n  // now\n" +
		"  /** @type {any} */\n  const b = /** @type {any} */ (a); // it's\n  const c = a; // goes\n  /** @type {any} */ (b).c();\n  return \"/* \" + `// ${b}`;\n}\n"
	want := "\nexport function say(a) {\n" +
		"const b = (a); // it's\nconst c = a;\n(b).c();\nreturn \"/* \" + `// ${b}`;\n}\n"
	if got := string(web.WithoutComments([]byte(script))); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Indentation is removed from scripts, so no text in them goes over several lines.
func TestScriptsHaveNoLongTexts(t *testing.T) {
	for file, script := range webtest.StaticFiles(t, ".", ".js") {
		for i, line := range strings.Split(script, "\n") {
			if strings.Count(line, "`")%2 != 0 && !strings.HasPrefix(strings.TrimSpace(line), "//") {
				t.Errorf("%s:%d: a text goes over several lines: %s", file, i+1, line)
			}
		}
	}
}

// A sheet that no bundle has would never load.
func TestEverySheetIsServed(t *testing.T) {
	b := webtest.NewSite(t).Browser()
	_, all := b.Packed("/static/x/cairn.css")
	_, study := b.Packed("/static/x/cairn-study.css")
	for file, sheet := range webtest.StaticFiles(t, ".", ".css") {
		rules := string(web.SlimSheet([]byte(sheet)))
		if rules == "" || strings.Contains(all, rules) == strings.Contains(study, rules) {
			t.Errorf("%s has to be in exactly one bundle", file)
		}
	}
}
