// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"

	"cairn/internal/lang"
)

//go:embed templates
var templateFiles embed.FS

// views are the parsed templates, by the name of their file.
type views struct{ byName map[string]*template.Template }

// newViews parses every view with the layout and the partials. The templates are
// part of the program: a broken one is a broken program.
func newViews(t *texts) *views {
	base := template.New("layout.html").Funcs(template.FuncMap{
		"t": t.Text, "count": t.Count, "side": t.Side, "phase": t.Phase, "level": t.level, "dict": dict, "concat": concat,
	})
	base = template.Must(base.ParseFS(templateFiles, "templates/layout.html", "templates/partial/*.html"))
	v := &views{byName: map[string]*template.Template{}}
	for _, file := range viewFiles() {
		view := template.Must(template.Must(base.Clone()).ParseFS(templateFiles, file))
		v.byName[viewName(file)] = view
	}
	return v
}

// viewFiles lists the templates that are views.
func viewFiles() []string {
	files, err := fs.Glob(templateFiles, "templates/*.html")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	views := files[:0]
	for _, file := range files {
		if path.Base(file) != "layout.html" {
			views = append(views, file)
		}
	}
	return views
}

func viewName(file string) string { return strings.TrimSuffix(path.Base(file), ".html") }

// dict hands several values to a partial: names and values by turns.
func dict(pairs ...any) (map[string]any, error) {
	values := map[string]any{}
	for i := 0; i+1 < len(pairs); i += 2 {
		name, ok := pairs[i].(string)
		if !ok {
			return nil, fmt.Errorf("dict: name %v is no text", pairs[i])
		}
		values[name] = pairs[i+1]
	}
	return values, nil
}

// concat joins texts, for keys that depend on data.
func concat(parts ...any) string {
	var out strings.Builder
	for _, part := range parts {
		fmt.Fprint(&out, part)
	}
	return out.String()
}

// view is the data of a page: every one has what the layout shows.
type view interface{ layout() *page }

// page is what the layout shows around a view.
type page struct {
	locale    *locale
	Title     string
	Lang      string // code of the language that was chosen
	Spoken    string // code of the language that most texts are in
	Look      look
	Static    string   // address of pictures and scripts
	Styles    []string // addresses of style sheets
	Scripts   []string // modules of the page, without extension
	Refresh   int      // seconds after which the page loads itself again without script; 0 for never
	Notice    string   // something that has just been done
	Name      string   // of the visitor; empty for nobody
	Guest     bool     // the visitor has no account
	Narrow    bool     // one form only
	Section   string   // first part of the path
	Nav       []navLink
	Languages []lang.Language
	Here      string // address of this page, to come back to after logging in
}

// navLink is a link of the navigation.
type navLink struct {
	Href, Key string
	Here      bool // this page belongs there
}

// navigation lists the sections that everybody can go to.
var navigation = []string{"play", "join", "games", "leaderboard", "learn", "rules"}

func (p *page) layout() *page { return p }

// page makes the layout's part of a view.
func (s *Server) page(r *http.Request, title string) page {
	v := visitorOf(r)
	l := s.locale(r)
	p := page{locale: l, Title: title, Lang: l.code, Spoken: cmp.Or(lang.Base(l.code), l.code), Look: v.settings.look(), Languages: lang.Languages(), Static: s.static.base, Styles: s.static.styles, Name: v.user.Name, Guest: v.user.Guest, Here: r.URL.RequestURI()}
	p.Section, _, _ = strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	for _, name := range navigation {
		p.Nav = append(p.Nav, navLink{Href: "/" + name, Key: "web.nav." + name, Here: name == p.Section})
	}
	p.Notice = s.noticeOf(r, l.texts)
	if r.Method != http.MethodGet {
		p.Here = "/"
	}
	return p
}

// render answers with a page. Nothing is sent before all of it is made.
func (s *Server) render(w http.ResponseWriter, status int, name string, v view) error {
	tmpl := v.layout().locale.views.byName[name]
	if tmpl == nil {
		return fmt.Errorf("no view is called %q", name)
	}
	var out bytes.Buffer
	if err := tmpl.Execute(&out, v); err != nil {
		return fmt.Errorf("view %s: %w", name, err)
	}
	if v.layout().Notice != "" {
		s.clearNotice(w)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = out.WriteTo(w) // whoever left does not read it
	return nil
}
