// SPDX-License-Identifier: Apache-2.0

package desktop

import (
	"crypto/subtle"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
)

const (
	// keyPath opens the window; the key follows.
	keyPath = "/desktop/open/"
	// callPath receives the requests of a game.
	callPath = "/desktop/call"
	// alivePath is requested by every page, for as long as it is open.
	alivePath = "/desktop/alive"
	// startPath is the first page.
	startPath = "/local"

	cookieName = "cairn-desktop"
)

// shown are the sections of the window. Other pages, which need an account or other
// people, redirect to the start.
var shown = []string{"local", "rules", "learn", "settings", "language", "about", "static", "icon", "favicon.ico", "manifest.webmanifest"}

// guard is a middleware that refuses requests that do not come from the window.
type guard struct {
	next     http.Handler
	games    *pageGames
	presence *presence
	secret   string // in the cookie of the window

	mu  sync.Mutex
	key string // empty after it was used
}

// ServeHTTP implements http.Handler.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	section, _, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	switch {
	case !local(r):
		http.Error(w, "forbidden", http.StatusForbidden)
	case strings.HasPrefix(r.URL.Path, keyPath):
		g.open(w, r)
	case !g.known(r):
		http.Error(w, "forbidden", http.StatusForbidden)
	case r.URL.Path == alivePath:
		g.presence.ServeHTTP(w, r)
	case r.URL.Path == callPath && r.Method == http.MethodPost:
		g.games.ServeHTTP(w, r)
	case slices.Contains(shown, section):
		g.next.ServeHTTP(w, r)
	case r.Method == http.MethodGet:
		http.Redirect(w, r, startPath, http.StatusSeeOther)
	default:
		http.NotFound(w, r)
	}
}

// open exchanges the key for the cookie.
func (g *guard) open(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	given := strings.TrimPrefix(r.URL.Path, keyPath)
	if g.key == "" || subtle.ConstantTimeCompare([]byte(given), []byte(g.key)) != 1 {
		http.Error(w, "forbidden", http.StatusForbidden)
		return
	}
	g.key = ""
	http.SetCookie(w, &http.Cookie{Name: cookieName, Value: g.secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, startPath, http.StatusSeeOther)
}

// known reports whether a request comes from the window, and not from a page of
// another site that the same browser shows.
func (g *guard) known(r *http.Request) bool {
	if site := r.Header.Get("Sec-Fetch-Site"); site == "cross-site" || site == "same-site" {
		return false
	}
	cookie, err := r.Cookie(cookieName)
	return err == nil && subtle.ConstantTimeCompare([]byte(cookie.Value), []byte(g.secret)) == 1
}

// local reports whether the Host header names this machine, against DNS rebinding.
func local(r *http.Request) bool {
	host, _, err := net.SplitHostPort(r.Host)
	return err == nil && (host == "localhost" || net.ParseIP(host).IsLoopback())
}
