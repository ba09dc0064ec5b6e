// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/match"
)

// routes is the table of addresses. Nouns in paths, verbs as POST; a form and
// JSON alike.
func (s *Server) routes() *http.ServeMux {
	mux := http.NewServeMux()
	on := func(pattern string, h handler) { mux.Handle(pattern, s.withUser(h)) }

	// For programs and operators: no session is looked up.
	mux.Handle("GET /static/{sum}/{file...}", s.static)
	mux.HandleFunc("GET /healthz", s.showHealth)
	mux.HandleFunc("GET /readyz", s.showReady)
	mux.HandleFunc("GET /favicon.ico", s.static.icon)
	mux.HandleFunc("GET /robots.txt", s.showRobots)

	// To read.
	on("GET /{$}", s.showFront)
	on("GET /about", s.showAbout)
	on("GET /rules", s.showRulesList)
	on("GET /rules/{game}", s.showRules)
	on("GET /games", s.showGames)

	// People.
	on("GET /signup", s.showSignUp)
	on("POST /signup", perAddress(s.limits.signUp, s.signUp))
	on("GET /login", s.showLogIn)
	on("POST /login", perAddress(s.limits.logIn, s.logIn))
	on("GET /logout", s.showLogOut)
	on("POST /logout", s.logOut)
	on("GET /home", s.showHome)

	s.accountRoutes(on)
	s.settingsRoutes(on)
	s.archiveRoutes(on)
	s.learnRoutes(on)

	// Finding somebody to play with.
	on("GET /play", s.showPlay)
	on("POST /seek", perPlayer(s.limits.create, s.seek))
	on("GET /seek/{id}", s.showSeek)
	on("GET /seek/{id}/live", s.liveSeek)
	on("POST /seek/{id}/cancel", s.cancelSeek)
	on("POST /match", perPlayer(s.limits.create, s.createMatch))
	on("GET /join", s.showJoin)
	on("POST /join", perAddress(s.limits.join, s.join))
	on("GET /upload", s.showUpload)
	on("POST /upload", perPlayer(s.limits.create, s.upload))

	// A match: its page, or its record when the id ends in an extension.
	on("GET /match/{id}", s.showMatch)
	on("GET /match/{id}/live", s.liveMatch)

	// What players do in it.
	for _, kind := range []match.ActionKind{
		match.Start, match.Move, match.Draw, match.Undo, match.Redo, match.Answer,
		match.Resign, match.Abort, match.Claim, match.Rematch,
	} {
		on("POST /match/{id}/"+string(kind), perPlayer(s.limits.command, s.command(kind)))
	}
	return mux
}

// dispatch serves what the table knows, and tells whoever asks for something
// else, in a page or in JSON like everything else.
func (s *Server) dispatch(w http.ResponseWriter, r *http.Request) {
	h, pattern := s.mux.Handler(r)
	if pattern != "" {
		s.mux.ServeHTTP(w, r)
		return
	}
	var answer probe
	h.ServeHTTP(&answer, r)
	err := errNoPage
	if answer.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", answer.Header().Get("Allow"))
		err = errMethod
	}
	s.withUser(func(http.ResponseWriter, *http.Request) error { return err }).ServeHTTP(w, r)
}

// probe catches the status of an answer nobody is to see.
type probe struct {
	header http.Header
	status int
}

// Header implements http.ResponseWriter.
func (p *probe) Header() http.Header {
	if p.header == nil {
		p.header = http.Header{}
	}
	return p.header
}

// Write implements http.ResponseWriter; nothing is kept.
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }

// WriteHeader implements http.ResponseWriter.
func (p *probe) WriteHeader(status int) { p.status = status }
