// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"net/http"
	"time"
)

// Views are the views with the type of their data.
var Views = map[string]any{
	"account": accountView{}, "codes": codesView{}, "delete": deleteView{}, "logincode": codeView{}, "newpassword": newPasswordView{},
	"reset": resetView{}, "second": secondView{}, "sessions": sessionsView{}, "setup": setupView{},
	"about": aboutView{}, "front": frontView{}, "games": gamesView{}, "leaderboard": leaderboardView{}, "leaderboards": leaderboardsView{}, "player": playerView{}, "playerfind": playerFindView{}, "home": homeView{}, "join": joinView{},
	"login": logInView{}, "logout": logOutView{}, "match": matchView{}, "play": startView{}, "problem": problemView{},
	"rulelist": ruleListView{}, "rules": rulesView{}, "seek": seekView{}, "settings": settingsView{}, "signup": signUpView{}, "upload": uploadView{},
	"learn": lessonView{}, "learnlist": lessonListView{},
}

// ViewFiles lists the templates of views.
func ViewFiles() (names []string) {
	for _, file := range viewFiles() {
		names = append(names, viewName(file))
	}
	return names
}

// Execute renders a view with any data.
func (s *Server) Execute(name string, data any) (string, error) {
	var out bytes.Buffer
	err := findLocale(fallback, "").views.byName[name].Execute(&out, data)
	return out.String(), err
}

// HasText reports whether there is a text for a key.
func (s *Server) HasText(key string) bool { return findLocale(fallback, "").texts.has(key) }

// TextKeys lists the keys of the pages' own catalogue.
func (s *Server) TextKeys() []string { return findLocale(fallback, "").texts.pages.Keys() }

// Text returns a text.
func (s *Server) Text(key string, args ...any) string {
	return findLocale(fallback, "").texts.Text(key, args...)
}

// Chain wraps a handler as all of the server's are.
func (s *Server) Chain(h http.Handler) http.Handler { return s.chain(h) }

// LocalPath is localPath.
var LocalPath = localPath

// MaskPath is maskPath.
var MaskPath = maskPath

// AddressOf is addressOf.
var AddressOf = addressOf

// Limiter is a limiter with its clock.
func Limiter(l Limit, now func() time.Time) func(key string) error { return newLimiter(l, now).allow }
