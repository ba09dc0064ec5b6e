// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"strings"
	"sync"

	"cairn/internal/lang"
)

// locale is the site in one language, with the sides called by the colours of
// their men.
type locale struct {
	code  string
	texts *texts
	views *views
}

// fallback is the language of those who speak none of ours.
const fallback = "en"

// localeKey names a locale: a language and colours of men.
type localeKey struct{ code, men string }

// locales are those that were asked for; all they are made of is in the program.
var locales sync.Map // localeKey → func() *locale

// findLocale returns a locale, making it when it is asked for first.
func findLocale(code, men string) *locale {
	key := localeKey{code, men}
	found, ok := locales.Load(key)
	if !ok {
		found, _ = locales.LoadOrStore(key, sync.OnceValue(func() *locale { return newLocale(key) }))
	}
	return found.(func() *locale)()
}

func newLocale(key localeKey) *locale {
	t := newTexts(key.code)
	if white, black, ok := strings.Cut(key.men, "-"); ok && t.has("side."+white) && t.has("side."+black) {
		t.Catalogue = t.Naming(white, black)
	}
	return &locale{code: key.code, texts: t, views: newViews(t)}
}

// chooseLocale picks the locale of a request: in the language that was chosen,
// else the best of those the browser asks for.
func chooseLocale(r *http.Request, s settings) *locale {
	code := fallback
	if _, ok := lang.Load(s.Lang); ok {
		code = s.Lang
	} else if best := lang.Match(r.Header.Get("Accept-Language"), languageCodes); best != "" {
		code = best
	}
	return findLocale(code, s.Men)
}

// languageCodes are the codes of all languages, the fallback first.
var languageCodes = func() (codes []string) {
	for _, language := range lang.Languages() {
		codes = append(codes, language.Code)
	}
	return codes
}()

// locale returns the site as the visitor reads it.
func (s *Server) locale(r *http.Request) *locale {
	if l := visitorOf(r).locale; l != nil {
		return l
	}
	return chooseLocale(r, s.settingsCookie(r))
}

// texts returns the texts in the visitor's language.
func (s *Server) texts(r *http.Request) *texts { return s.locale(r).texts }
