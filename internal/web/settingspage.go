// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"net/url"
	"slices"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/lang"
)

// settingsView is the page of what can be chosen about the site.
type settingsView struct {
	page
	Chosen  settings
	Speech  []choice // languages
	Boards  []swatch
	Men     []swatch
	Schemes []choice
	Motions []choice
	Next    string // the page to go back to
	Problem *problem
}

// swatch is a look to be chosen, shown by a little board that has it.
type swatch struct {
	Value, Text string
	Board       boardView
}

func (s *Server) showSettings(w http.ResponseWriter, r *http.Request) error {
	v := settingsView{Chosen: visitorOf(r).settings, Next: r.URL.Query().Get("next")}
	return s.renderSettings(w, r, http.StatusOK, v)
}

func (s *Server) renderSettings(w http.ResponseWriter, r *http.Request, status int, v settingsView) error {
	t := s.texts(r)
	v.page = s.page(r, t.Text("web.settings.title"))
	v.Speech = []choice{{"", t.Text("web.settings.lang.auto")}}
	for _, language := range lang.Languages() {
		v.Speech = append(v.Speech, choice{language.Code, language.Name})
	}
	v.Boards = s.swatches(t, "web.settings.board.", boardThemes)
	v.Men = s.swatches(t, "web.settings.men.", menColours)
	v.Schemes = choices(t, "web.settings.scheme.", schemes)
	v.Motions = choices(t, "web.settings.motion.", motions)
	return s.render(w, status, "settings", &v)
}

// choices names values of a select box.
func choices(t *texts, prefix string, values []string) []choice {
	list := make([]choice, len(values))
	for i, value := range values {
		list[i] = choice{value, t.Text(prefix + value)}
	}
	return list
}

func (s *Server) swatches(t *texts, prefix string, values []string) []swatch {
	board := s.sample(t)
	list := make([]swatch, len(values))
	for i, value := range values {
		list[i] = swatch{value, t.Text(prefix + value), board}
	}
	return list
}

// sample is the smallest board there is, with some men of both sides.
func (s *Server) sample(t *texts) boardView {
	var board *game.Board
	for _, entry := range s.live.Games().All() {
		if b := entry.Info().Board; board == nil || len(b.Points) < len(board.Points) {
			board = b
		}
	}
	view := game.View{Men: make([]game.Man, len(board.Points))}
	for i := range view.Men {
		view.Men[i] = []game.Man{game.WhiteMan, game.NoMan, game.BlackMan}[i%3]
	}
	return newBoardView(t, board, view, boardMarks{Small: true})
}

// saveSettings keeps what was chosen on the page. A box that is not ticked is
// not sent at all.
func (s *Server) saveSettings(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	chosen := settings{
		Lang: in.text("lang"), Board: in.text("board"), Men: in.text("men"), Scheme: in.text("scheme"), Motion: in.text("motion"),
		Sound: in.text("sound") == "on", Confirm: in.text("confirm") == "on", Coordinates: in.text("coordinates") == "on",
	}
	if fields := chosen.check(); len(fields) > 0 {
		err := &failure.Error{Code: failure.Invalid, Key: "form", Fields: fields}
		if wantsJSON(r) {
			return err
		}
		v := settingsView{Chosen: parseSettings(chosen.String()), Next: in.text("next"), Problem: s.problem(r, err)}
		return s.renderSettings(w, r, http.StatusBadRequest, v)
	}
	return s.settled(w, r, chosen, in.text("next"), "/settings")
}

// saveLanguage keeps the language alone: the form of it stands on every page.
func (s *Server) saveLanguage(w http.ResponseWriter, r *http.Request) error {
	in, err := readInput(r)
	if err != nil {
		return err
	}
	chosen := visitorOf(r).settings
	chosen.Lang = in.text("lang")
	if len(chosen.check()) > 0 {
		return &failure.Error{Code: failure.Invalid, Key: "no-language"}
	}
	return s.settled(w, r, chosen, in.text("next"), "/")
}

// settled keeps settings, with the person where somebody is known, and in the
// browser; then it goes on.
func (s *Server) settled(w http.ResponseWriter, r *http.Request, chosen settings, next, otherwise string) error {
	if v := visitorOf(r); v.known() {
		if err := s.accounts.SaveSettings(r.Context(), v.user, chosen.String()); err != nil {
			return err
		}
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.settingsCookieName(), Value: url.QueryEscape(chosen.String()), Path: "/", MaxAge: int(cookieLife.Seconds()),
		HttpOnly: true, Secure: s.secure, SameSite: http.SameSiteLaxMode,
	})
	if wantsJSON(r) {
		return s.writeJSON(w, http.StatusOK, struct{}{})
	}
	if next == "" {
		return s.seeNotice(w, r, otherwise, "settings-saved")
	}
	return see(w, r, localPath(next, otherwise))
}

// check returns the fields that hold what is no choice.
func (s settings) check() map[string]string {
	fields := map[string]string{}
	if _, ok := lang.Load(s.Lang); !ok && s.Lang != "" {
		fields["lang"] = "no-choice"
	}
	for field, in := range map[string]struct {
		value   string
		choices []string
	}{"board": {s.Board, boardThemes}, "men": {s.Men, menColours}, "scheme": {s.Scheme, schemes}, "motion": {s.Motion, motions}} {
		if !slices.Contains(in.choices, in.value) {
			fields[field] = "no-choice"
		}
	}
	return fields
}
