// SPDX-License-Identifier: Apache-2.0

package web

import (
	"fmt"
	"html"
	"net/http"
	"slices"
)

// The ends of addresses of pictures, and the beginning of addresses of boards for frames;
// see package preview.
const (
	PictureFile = "/picture.png"
	FilmFile    = "/game.gif"
	EmbedPath   = "/embed"
)

// EmbedCode returns the HTML with which another site shows a path of this one in a
// frame.
func (s *Server) EmbedCode(r *http.Request, path, title string) string {
	return fmt.Sprintf(`<iframe src="%s" title="%s" width="420" height="500" loading="lazy" frameborder="0"></iframe>`,
		html.EscapeString(s.PublicURL(r, path)), html.EscapeString(title))
}

// Preview is what other sites show of a link to a page.
type Preview struct{ Text, URL, Image string }

// described are the sections that are the same for everyone.
var described = []string{"", "about", "games", "join", "leaderboard", "learn", "local", "play", "puzzle", "puzzles", "rules"}

// Describe gives a page a preview; picture is the path of its image.
func (p *Page) Describe(s *Server, r *http.Request, text, picture string) {
	if p.Private {
		return // no one else sees it
	}
	p.Preview = &Preview{Text: text, URL: s.PublicURL(r, r.URL.RequestURI()), Image: s.PublicURL(r, picture)}
}

// describeSite gives a page for everyone the preview of the whole site, with the
// picture of the first game.
func (p *Page) describeSite(s *Server, r *http.Request) {
	all := s.Live.Rooms.Games().All()
	if len(all) > 0 && r.Method != http.MethodPost && slices.Contains(described, p.Section) {
		p.Describe(s, r, p.locale.texts.Text("web.preview.site"), "/rules/"+all[0].Info().ID+PictureFile)
	}
}
