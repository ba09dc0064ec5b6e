// SPDX-License-Identifier: Apache-2.0

// Package settings serves the page on which visitors choose language and looks.
package settings

import (
	"embed"
	"net/http"
	"strconv"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/lang"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
)

// Files are the templates, texts and static files of this feature.
//
//go:embed templates texts static/*.css static/*.js
var Files embed.FS

type handlers struct{ core *web.Server }

// Register adds the routes of settings.
func Register(server *web.Server) {
	h := &handlers{server}
	server.Handle("GET /settings", h.showSettings)
	server.Handle("POST /settings", web.PerPlayer(server.Limits.Create, web.WithForm(h.saveSettings)))
	server.Handle("POST /settings/tools", web.PerPlayer(server.Limits.Create, web.WithForm(h.saveTools)))
	server.Handle("POST /language", web.PerPlayer(server.Limits.Create, web.WithForm(h.saveLanguage)))
}

// settingsView is the page of settings.
type settingsView struct {
	web.Page
	Chosen  web.Settings
	Speech  []web.Choice // languages
	Boards  []web.Choice
	Men     []web.Choice
	Sample  boardview.BoardView // shown in the colours of each choice
	Schemes []web.Choice
	Motions []web.Choice
	Away    away
	Next    string // the page to go back to
}

func (s *handlers) showSettings(w http.ResponseWriter, r *http.Request) error {
	return s.renderSettings(w, r, settingsView{Chosen: web.VisitorOf(r).Settings, Next: r.URL.Query().Get("next")}, nil)
}

func (s *handlers) renderSettings(w http.ResponseWriter, r *http.Request, v settingsView, p *web.Problem) error {
	t := s.core.Texts(r)
	v.Page = s.core.FormPage(r, "web.settings.title", p)
	v.Narrow = false
	v.Speech = []web.Choice{{Value: "", Text: t.Text("web.settings.lang.auto")}}
	for _, language := range lang.Languages() {
		v.Speech = append(v.Speech, web.Choice{Value: language.Code, Text: language.Name})
	}
	v.Boards, v.Sample = t.Choices("web.settings.board.", web.BoardThemes...), s.sample(t)
	v.Men = t.Choices("web.settings.men.", web.MenColours...)
	v.Schemes = t.Choices("web.settings.scheme.", web.Schemes...)
	v.Motions = t.Choices("web.settings.motion.", web.Motions...)
	away, err := s.away(r)
	if err != nil {
		return err
	}
	if v.Away = away; away.PushKey != "" {
		v.Scripts = append(v.Scripts, "push")
	}
	return s.core.RenderForm(w, "settings", &v)
}

// sample is the smallest board, with men of both sides.
func (s *handlers) sample(t *web.Texts) boardview.BoardView {
	var board *game.Board
	for _, entry := range s.core.Live.Rooms.Games().All() {
		if b := entry.Info().Board; board == nil || len(b.Points) < len(board.Points) {
			board = b
		}
	}
	view := game.View{Men: make([]game.Man, len(board.Points))}
	for i := range view.Men {
		view.Men[i] = []game.Man{game.WhiteMan, game.NoMan, game.BlackMan}[i%3]
	}
	return boardview.NewBoardView(t, board, view, boardview.BoardMarks{Small: true})
}

// saveSettings stores the settings of the page.
func (s *handlers) saveSettings(w http.ResponseWriter, r *http.Request, in web.Form) error {
	chosen := web.VisitorOf(r).Settings
	zen := chosen.Zen
	err := chosen.Change(in, true)
	chosen.Zen = zen // has its button on the page of a match
	if err != nil {
		return s.core.ShowRefused(r, err, func(p *web.Problem) error {
			return s.renderSettings(w, r, settingsView{Chosen: web.ParseSettings(chosen.String()), Next: in.Text("next")}, p)
		}, failure.Invalid)
	}
	if err := s.saveDigest(r, in.Text("digest")); err != nil {
		return err
	}
	return s.settled(w, r, chosen, in.Text("next"), "/settings")
}

// saveLanguage stores the language alone: its form is on every page.
func (s *handlers) saveLanguage(w http.ResponseWriter, r *http.Request, in web.Form) error {
	chosen := web.VisitorOf(r).Settings
	if chosen.Change(web.Form{"lang": in.Text("lang")}, false) != nil {
		return failure.New(failure.Invalid, "no-language")
	}
	return s.settled(w, r, chosen, in.Text("next"), "/")
}

// saveTools stores the settings that have buttons beside a board, if they are in the
// form.
func (s *handlers) saveTools(w http.ResponseWriter, r *http.Request, in web.Form) error {
	chosen := web.VisitorOf(r).Settings
	tools := web.Form{"scheme": in.Text("scheme"), "sound": in.Text("sound"), "zen": in.Text("zen")}
	if err := chosen.Change(tools, false); err != nil {
		return err
	}
	return s.settled(w, r, chosen, in.Text("next"), "/settings")
}

// settled stores settings with the account or guest, and in the browser; then
// it redirects.
func (s *handlers) settled(w http.ResponseWriter, r *http.Request, chosen web.Settings, next, otherwise string) error {
	if v := web.VisitorOf(r); v.Known() {
		if err := s.core.Accounts.SaveSettings(r.Context(), v.User, chosen.String()); err != nil {
			return err
		}
	}
	s.core.Cookies.SetSettings(w, chosen)
	if next == "" {
		return s.core.DoneNotice(w, r, otherwise, "settings-saved", struct{}{})
	}
	return s.core.Done(w, r, web.LocalPath(next, otherwise), struct{}{})
}

// away is how the visitor learns of turns while no page is open.
type away struct {
	PushKey string // of the server; empty where there are no notifications
	Push    bool   // this browser gets notifications
	Digests []web.Choice
	Digest  string // chosen; empty where there are no digests
	Address string // where they go; empty as long as none is confirmed
}

// away returns the choices for notifications and digests, and the chosen ones.
func (s *handlers) away(r *http.Request) (a away, err error) {
	v, t := web.VisitorOf(r), s.core.Texts(r)
	if s.core.Notify == nil || !v.Known() {
		return away{}, nil
	}
	a.PushKey = s.core.Notify.PublicKey()
	if a.Push, err = s.core.Notify.Subscribed(r.Context(), v.Token); err != nil {
		return away{}, err
	}
	if v.User.Guest || !s.core.Notify.Digests() {
		return a, nil
	}
	perDay, err := s.core.Notify.PerDay(r.Context(), v.User.ID)
	a.Digests, a.Digest, a.Address = t.Choices("web.settings.digest.", "0", "1", "2"), strconv.Itoa(perDay), v.User.Email
	return a, err
}

// saveDigest stores how often the visitor gets a digest; an empty choice changes
// nothing.
func (s *handlers) saveDigest(r *http.Request, choice string) error {
	v := web.VisitorOf(r)
	if choice == "" || s.core.Notify == nil || !v.Member() {
		return nil
	}
	perDay, err := strconv.Atoi(choice)
	if err != nil {
		return failure.Field(failure.Invalid, "digest", "no-choice", err)
	}
	return s.core.Notify.SetPerDay(r.Context(), v.User, perDay, web.LangOf(r))
}
