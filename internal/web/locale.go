// SPDX-License-Identifier: Apache-2.0

package web

import (
	"embed"
	"html/template"
	"io/fs"
	"math"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"

	"cairn/game"
	"cairn/internal/account"
	"cairn/internal/lang"
)

//go:embed templates texts static/*.css static/*.js static/*.svg static/fonts
var ownFiles embed.FS

// Content has the templates, texts and static files of all features:
//
//	templates/*.html          views, one for a page
//	templates/partial/*.html  parts that views share
//	texts/CODE.yaml           texts by language
//	static/*                  scripts, style sheets, pictures
//
// Partials, texts and static files have one name space each. The files are part of the program: a
// broken one is a programming error, and panics.
type Content struct {
	files   []fs.FS
	locales sync.Map // localeKey → func() *locale
	assets  func() *Assets
}

// NewContent returns the files of this package and of features.
func NewContent(features ...fs.FS) *Content {
	files := slices.Insert(slices.Clone(features), 0, fs.FS(ownFiles))
	return &Content{files: files, assets: sync.OnceValue(func() *Assets { return packAssets(files) })}
}

// Fallback is the language of visitors whose language is not offered.
const Fallback = "en"

// BaseOf returns the language that is shown where another has no text.
func BaseOf(code string) string {
	if base := lang.Base(code); base != "" {
		return base
	}
	return Fallback
}

// Texts returns the texts of a language.
func (c *Content) Texts(code string) *Texts {
	shared, ok := lang.Load(code)
	if !ok {
		panic("web: no language " + code)
	}
	return &Texts{Catalogue: shared, pages: c.pages(code)}
}

// pages reads the texts of a language. Missing ones come from its base language,
// and last from English.
func (c *Content) pages(code string) *lang.Catalogue {
	var files [][]byte
	c.each("texts/"+code+".yaml", func(tree fs.FS, name string) {
		data, err := fs.ReadFile(tree, name)
		if err != nil {
			panic("web: read texts: " + err.Error())
		}
		files = append(files, data)
	})
	pages, err := lang.ParseLanguage(code, files...)
	if err != nil {
		panic("web: texts: " + err.Error())
	}
	if code == Fallback {
		return pages
	}
	return pages.Over(c.pages(BaseOf(code)))
}

// views returns every view with the layout and all partials. A view is parsed when it is
// first shown: all of them take several megabytes in each language.
func (c *Content) views(t *Texts) map[string]func() *template.Template {
	base := template.New("layout.html").Funcs(template.FuncMap{
		"t": t.Text, "count": t.Count, "side": t.Side, "phase": t.Phase, "level": t.Level, "dict": dict, "concat": concat, "avatar": avatarOf, "join": strings.Join, "day": Day, "hour": Hour, "whole": math.Round,
	})
	base = template.Must(base.ParseFS(ownFiles, "templates/layout.html"))
	c.each("templates/partial/*.html", func(tree fs.FS, name string) { template.Must(base.ParseFS(tree, name)) })
	views := map[string]func() *template.Template{}
	c.each("templates/*.html", func(tree fs.FS, name string) {
		if view := strings.TrimSuffix(path.Base(name), ".html"); view != "layout" {
			views[view] = sync.OnceValue(func() *template.Template {
				return template.Must(template.Must(base.Clone()).ParseFS(tree, name))
			})
		}
	})
	return views
}

// View returns the template of a page in a language, nil when there is none.
func (c *Content) View(code, name string) *template.Template { return c.locale(code, "").view(name) }

// each visits the files that match a pattern.
func (c *Content) each(pattern string, visit func(tree fs.FS, name string)) {
	for _, tree := range c.files {
		names, err := fs.Glob(tree, pattern)
		if err != nil {
			panic(err) // the patterns are constants
		}
		for _, name := range names {
			visit(tree, name)
		}
	}
}

// locale is the site in one language, with the sides named after the colours of
// their men.
type locale struct {
	code  string
	texts *Texts
	views map[string]func() *template.Template
}

// view returns the template of a page, nil when there is none.
func (l *locale) view(name string) *template.Template {
	if view := l.views[name]; view != nil {
		return view()
	}
	return nil
}

// localeKey names a locale: a language and colours of men.
type localeKey struct{ code, men string }

// locale returns a locale. It is made once.
func (c *Content) locale(code, men string) *locale {
	key := localeKey{code, men}
	found, ok := c.locales.Load(key)
	if !ok {
		found, _ = c.locales.LoadOrStore(key, sync.OnceValue(func() *locale { return c.newLocale(key) }))
	}
	return found.(func() *locale)()
}

func (c *Content) newLocale(key localeKey) *locale {
	t := c.Texts(key.code)
	if white, black, ok := strings.Cut(key.men, "-"); ok && t.Has("side."+white) && t.Has("side."+black) {
		t.Catalogue = t.Naming(white, black)
	}
	return &locale{code: key.code, texts: t, views: c.views(t)}
}

// choose picks the locale of a request: the language of the settings, else the
// best of those the browser accepts.
func (c *Content) choose(r *http.Request, s Settings) *locale {
	if _, ok := lang.Load(s.Lang); ok {
		return c.locale(s.Lang, s.Men)
	}
	return c.locale(acceptedLanguage(r.Header.Get("Accept-Language")), s.Men)
}

// acceptedLanguage returns the code of the best language for the value of an
// Accept-Language header, the fallback if none fits.
func acceptedLanguage(accept string) string {
	tags, _, err := language.ParseAcceptLanguage(accept)
	if err != nil {
		return Fallback
	}
	_, best, _ := matcher.Match(tags...)
	return lang.Languages()[best].Code
}

// matcher chooses among the languages of the site: the first, which is the fallback, if
// none fits.
var matcher = func() language.Matcher {
	var tags []language.Tag
	for _, l := range lang.Languages() {
		tags = append(tags, language.MustParse(l.Code))
	}
	return language.NewMatcher(tags)
}()

// locale returns the locale of a request.
func (s *Server) locale(r *http.Request) *locale {
	if l := VisitorOf(r).locale; l != nil {
		return l
	}
	settings, _ := s.Cookies.Settings(r)
	return s.Content.choose(r, settings)
}

// Texts returns the texts in the visitor's language.
func (s *Server) Texts(r *http.Request) *Texts { return s.locale(r).texts }

// Texts are the catalogue that all displays share and the catalogue of the pages, whose
// keys begin with "web.".
type Texts struct {
	*lang.Catalogue
	pages *lang.Catalogue
	games sync.Map // cache of For, by *game.Info
}

func (t *Texts) of(key string) *lang.Catalogue {
	if strings.HasPrefix(key, "web.") {
		return t.pages
	}
	return t.Catalogue
}

// Text returns the text of a key of either catalogue.
func (t *Texts) Text(key string, args ...any) string { return t.of(key).Text(key, args...) }

// Person returns the name of a user as readers see it: guests in their language.
func (t *Texts) Person(name string) string {
	if id, guest := strings.CutPrefix(name, account.GuestPrefix); guest {
		return t.Text("web.guest", "id", id)
	}
	return name
}

// Count returns the text of a counted thing from either catalogue.
func (t *Texts) Count(key string, n int, args ...any) string {
	return t.of(key).Count(key, n, args...)
}

// Keys lists the keys of the pages.
func (t *Texts) Keys() []string { return t.pages.Keys() }

// For returns the texts as one game uses them; see [lang.Catalogue.For].
func (t *Texts) For(info *game.Info) *Texts {
	if known, ok := t.games.Load(info); ok {
		return known.(*Texts)
	}
	of := &Texts{Catalogue: t.Catalogue.For(info), pages: t.pages.For(info)}
	t.games.Store(info, of)
	return of
}

// Has reports whether a key has a text.
func (t *Texts) Has(key string) bool { return t.of(key).Has(key) }

// Script returns the texts for scripts: texts of the pages by the rest of
// their key, and the names of sides and phases.
func (t *Texts) Script() map[string]string {
	found := map[string]string{}
	for _, key := range t.pages.Keys() {
		if short, ok := strings.CutPrefix(key, "web.js."); ok {
			found[short] = t.Text(key)
		}
	}
	for _, side := range game.Sides {
		found["side."+side.String()] = t.Side(side)
	}
	for phase := game.Placing; phase <= game.Mixed; phase++ {
		found["phase."+phase.String()] = t.Phase(phase)
	}
	return found
}

// Level names a level of the computer; one without a text is named as the
// engine names it.
func (t *Texts) Level(name string) string {
	if key := "web.level." + name; t.Has(key) {
		return t.Text(key)
	}
	return name
}
