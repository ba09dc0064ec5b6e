// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"net/url"
	"slices"
)

// Choices of the settings, the first of each the one that holds before anything
// is chosen. The style sheets know them by these names.
var (
	boardThemes = []string{"walnut", "slate", "sandstone", "sand", "paper"}
	menColours  = []string{"white-black", "red-blue", "amber-teal", "rose-green", "bone-ebony"}
	schemes     = []string{"auto", "light", "dark"}
	motions     = []string{"auto", "reduced", "full"}
)

// settings are what somebody chose about the site. They are kept with the
// account or the guest, and in a cookie for those who are nobody yet.
type settings struct {
	Lang        string // empty: as the browser asks
	Board       string
	Men         string
	Scheme      string
	Motion      string
	Sound       bool
	Confirm     bool // asks before a move is sent
	Coordinates bool
}

// parseSettings reads settings from a text; what it does not know is as if
// nothing had been chosen.
func parseSettings(text string) settings {
	values, err := url.ParseQuery(text)
	if err != nil {
		values = nil
	}
	return settings{
		Lang:  values.Get("lang"),
		Board: oneOf(values.Get("board"), boardThemes), Men: oneOf(values.Get("men"), menColours),
		Scheme: oneOf(values.Get("scheme"), schemes), Motion: oneOf(values.Get("motion"), motions),
		Sound: values.Get("sound") == "on", Confirm: values.Get("confirm") == "on", Coordinates: values.Get("coordinates") != "off",
	}
}

// String writes settings as parseSettings reads them.
func (s settings) String() string {
	values := url.Values{
		"board": {s.Board}, "men": {s.Men}, "scheme": {s.Scheme}, "motion": {s.Motion},
		"sound": {onOff(s.Sound)}, "confirm": {onOff(s.Confirm)}, "coordinates": {onOff(s.Coordinates)},
	}
	if s.Lang != "" {
		values.Set("lang", s.Lang)
	}
	return values.Encode()
}

func oneOf(value string, choices []string) string {
	if slices.Contains(choices, value) {
		return value
	}
	return choices[0]
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// look is what the style sheets need to know, written into the first element of
// every page.
type look struct{ Board, Men, Scheme, Motion, Coordinates, Sound, Confirm string }

func (s settings) look() look {
	return look{s.Board, s.Men, s.Scheme, s.Motion, onOff(s.Coordinates), onOff(s.Sound), onOff(s.Confirm)}
}

// settingsCookieName has the prefix that binds it to this host, where it may.
func (s *Server) settingsCookieName() string { return s.cookieName() + "-settings" }

// settingsCookie reads the settings that a browser keeps.
func (s *Server) settingsCookie(r *http.Request) settings {
	text := ""
	if cookie, err := r.Cookie(s.settingsCookieName()); err == nil {
		text, _ = url.QueryUnescape(cookie.Value)
	}
	return parseSettings(text)
}

// settingsOf returns the settings of a visitor: the person's, else the browser's.
func (s *Server) settingsOf(r *http.Request, v visitor) settings {
	if v.user.Settings != "" {
		return parseSettings(v.user.Settings)
	}
	return s.settingsCookie(r)
}
