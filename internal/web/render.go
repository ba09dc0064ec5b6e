// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/crc32"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"cairn/internal/lang"
)

// dict passes several values to a partial: names and values in turn.
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

// avatar is a picture of a player made from the name: a stone with its first letter.
type avatar struct {
	Letter    string
	Hue, Turn uint32 // degrees
}

func avatarOf(name string) avatar {
	sum := crc32.ChecksumIEEE([]byte(name))
	first, _ := utf8.DecodeRuneInString(name)
	return avatar{string(unicode.ToUpper(first)), sum % 360, sum / 360 % 180}
}

// Day writes a date in the form that all languages share.
func Day(at time.Time) string { return at.UTC().Format(time.DateOnly) }

// Hour writes a time to the hour, the precision with which the last use of sessions and keys is stored.
func Hour(at time.Time) string { return at.UTC().Format("2006-01-02 15:00") }

// view is the data of a page; it embeds Page.
type view interface{ layout() *Page }

// Page is the data of the layout around a view.
type Page struct {
	locale    *locale
	Title     string
	Lang      string // code of the language that was chosen
	Spoken    string // code of the language that most texts are in
	Look      appearance
	Static    string   // address of pictures and scripts
	Styles    []string // addresses of style sheets
	Scripts   []string // modules of the page, without extension
	Preload   []string // modules that Scripts import, set by Render
	Refresh   int      // seconds after which the page loads itself again without script; 0 for never
	Notice    string   // something that has just been done
	Name      string   // of the visitor; empty without a session
	Guest     bool     // the visitor has no account
	Profile   string   // address of the visitor's profile
	Private   bool     // there are no accounts
	Narrow    bool     // one form only
	Section   string   // first part of the path
	Nav       []navLink
	Languages []lang.Language
	Waiting   *waiting
	Here      string // address of this page, to come back to after logging in
	Preview   *Preview
	Problem   *Problem // why a form was refused; nil when it is first shown
}

// In returns the problem of one form of a page with several, nil if it was not refused.
func (p *Page) In(form string) *Problem {
	if p.Problem == nil || p.Problem.Form != form {
		return nil
	}
	return p.Problem
}

// navLink is a link of the navigation.
type navLink struct {
	Href, Key string
	Here      bool // this page belongs there
}

// section is a link of the navigation with the sections it leads to.
type section struct {
	name, href string
	sections   []string
}

// navigation lists the links of the navigation, each with the sections it leads
// to. What is in a section has tabs of its own.
var navigation = []section{
	{"play", "/play", []string{"play", "join", "seek", "upload"}},
	{"games", "/games", []string{"games"}},
	{"players", "/leaderboard", []string{"leaderboard", "player"}},
	{"learn", "/learn", []string{"learn", "rules"}},
	{"study", "/analysis", studySections},
}

// studySections are the sections below Study.
var studySections = []string{"analysis", "puzzles", "puzzle", "drills", "openings", "explorer"}

// privateNavigation is the navigation of a server for one person.
var privateNavigation = []section{
	{"play", "/local", []string{"local"}},
	{"learn", "/learn", []string{"learn", "rules"}},
	{"study", "/analysis", studySections},
}

func (p *Page) layout() *Page { return p }

// waiting is the open seek of the visitor, which continues on every page.
type waiting struct{ ID, Game string }

// waitingOf returns the open seek of a visitor and keeps it alive. It returns nil without a
// seek, and on the page of the seek itself.
func waitingOf(s *Server, r *http.Request, t *Texts, section string) *waiting {
	user := VisitorOf(r).User
	seek, waits := s.Live.Lobby.Waiting(user.ID)
	if !waits || section == "seek" {
		return nil
	}
	if seek, err := s.Live.Lobby.FindSeek(r.Context(), user, seek.ID); err != nil || seek.Match != "" {
		return nil // it has just ended
	}
	w := &waiting{ID: seek.ID, Game: seek.Game}
	if g, err := s.Live.Rooms.Games().Game(seek.Game); err == nil {
		w.Game = t.Game(g.Info())
	}
	return w
}

// Page returns the data of the layout.
func (s *Server) Page(r *http.Request, title string) Page {
	v := VisitorOf(r)
	l := s.locale(r)
	p := Page{locale: l, Title: title, Lang: l.code, Spoken: cmp.Or(lang.Base(l.code), l.code), Look: v.Settings.appearance(), Languages: lang.Languages(), Static: s.Assets.base, Styles: s.Assets.Styles(), Name: l.texts.Person(v.User.Name), Guest: v.User.Guest, Profile: "/player/" + url.PathEscape(v.User.Name), Here: r.URL.RequestURI()}
	p.Section, _, _ = strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if p.Section == "match" && !strings.HasSuffix(r.URL.Path, "/review") {
		p.Styles = p.Styles[:1]
	}
	links := navigation
	if p.Private = s.Private; s.Private {
		links = privateNavigation
	}
	for _, link := range links {
		p.Nav = append(p.Nav, navLink{Href: link.href, Key: "web.nav." + link.name, Here: slices.Contains(link.sections, p.Section)})
	}
	p.Notice = s.Cookies.notice(r, l.texts)
	p.Waiting = waitingOf(s, r, l.texts, p.Section)
	p.describeSite(s, r)
	if r.Method != http.MethodGet {
		p.Here = "/"
	}
	return p
}

// FormPage is Page for a narrow page of one form, with the key of its title. The problem is
// nil when the form is first shown.
func (s *Server) FormPage(r *http.Request, title string, p *Problem) Page {
	page := s.Page(r, s.Texts(r).Text(title))
	page.Narrow, page.Problem = true, p
	return page
}

// RenderForm answers with a page, whose status is the one of its problem.
func (s *Server) RenderForm(w http.ResponseWriter, name string, v view) error {
	status := http.StatusOK
	if p := v.layout().Problem; p != nil {
		status = p.Status
	}
	return s.Render(w, status, name, v)
}

// RenderFrame answers with a view that other sites may show in a frame: its template
// "frame", without the layout. The route must be Open, so that the page shows nothing
// of the visitor. Caches may keep it for keep seconds.
func (s *Server) RenderFrame(w http.ResponseWriter, name string, keep int, v view) error {
	out, err := execute(name, "frame", v)
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Content-Security-Policy", framePolicy)
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "public, max-age="+strconv.Itoa(keep))
	h.Add("Vary", "Accept-Language")
	_, _ = out.WriteTo(w) // the client may be gone
	return nil
}

// execute executes a template of a view.
func execute(name, template string, v view) (*bytes.Buffer, error) {
	tmpl := v.layout().locale.view(name)
	if tmpl == nil {
		return nil, fmt.Errorf("no view is called %q", name)
	}
	var out bytes.Buffer
	if err := tmpl.ExecuteTemplate(&out, template, v); err != nil {
		return nil, fmt.Errorf("view %s: %w", name, err)
	}
	return &out, nil
}

// Render answers with a page. Nothing is sent before the whole page is
// rendered.
func (s *Server) Render(w http.ResponseWriter, status int, name string, v view) error {
	p := v.layout()
	if p.Private {
		p.Scripts = append(p.Scripts, "desktop")
	} else {
		p.Scripts = append(p.Scripts, "app")
	}
	if p.Waiting != nil {
		p.Scripts = append(p.Scripts, "waiting")
	}
	p.Preload = s.Assets.Imported(p.Scripts)
	out, err := execute(name, "layout.html", v)
	if err != nil {
		return err
	}
	if p.Notice != "" {
		s.Cookies.set(w, noticeCookie, "", 0)
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = out.WriteTo(w) // the client may be gone
	return nil
}

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

// Preview is the metadata of a page that other sites show beside a link (Open Graph).
type Preview struct{ Text, URL, Image string }

// described are the sections whose pages have the preview of the site: they do not depend on the visitor.
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
