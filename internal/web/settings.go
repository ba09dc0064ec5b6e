// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/url"
	"slices"
)

// Choices of the settings, the first of each is the default before anything
// is chosen. The style sheets know them by these names.
var (
	BoardThemes = []string{"walnut", "slate", "sandstone", "sand", "paper"}
	MenColours  = []string{"white-black", "red-blue", "amber-teal", "rose-green", "bone-ebony"}
	Schemes     = []string{"auto", "light", "dark"}
	Motions     = []string{"auto", "reduced", "full"}
)

// Settings are the choices of a visitor about the site. They are stored with
// the account or guest, and in a cookie for visitors without a session.
type Settings struct {
	Lang        string // empty: as the browser asks
	Board       string
	Men         string
	Scheme      string
	Motion      string
	Sound       bool
	Chime       bool // with Sound: also when it becomes one's turn on another page
	Tab         bool // the title and the icon of a page show that it is one's turn
	Confirm     bool // asks before a move is sent
	Coordinates bool
	Mute        bool // hides the phrases of opponents
	Mistakes    bool // others see the mistakes on the profile
	Zen         bool // a match shows only board, clocks and names
}

// ParseSettings reads settings; unknown values are replaced by the defaults.
func ParseSettings(text string) Settings {
	values, err := url.ParseQuery(text)
	if err != nil {
		values = nil
	}
	return Settings{
		Lang:  values.Get("lang"),
		Board: oneOf(values.Get("board"), BoardThemes), Men: oneOf(values.Get("men"), MenColours),
		Scheme: oneOf(values.Get("scheme"), Schemes), Motion: oneOf(values.Get("motion"), Motions),
		Mute:  values.Get("mute") == "on",
		Chime: values.Get("chime") != "off", Tab: values.Get("tab") != "off",
		Sound: values.Get("sound") == "on", Confirm: values.Get("confirm") == "on", Coordinates: values.Get("coordinates") != "off",
		Zen: values.Get("zen") == "on", Mistakes: values.Get("mistakes") == "on",
	}
}

// String writes settings as ParseSettings reads them.
func (s Settings) String() string {
	values := url.Values{
		"board": {s.Board}, "men": {s.Men}, "scheme": {s.Scheme}, "motion": {s.Motion},
		"sound": {onOff(s.Sound)}, "chime": {onOff(s.Chime)}, "tab": {onOff(s.Tab)}, "confirm": {onOff(s.Confirm)}, "coordinates": {onOff(s.Coordinates)},
		"mute": {onOff(s.Mute)}, "zen": {onOff(s.Zen)}, "mistakes": {onOff(s.Mistakes)},
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

// look is what the style sheets select by, written into the html element.
type look struct{ Board, Men, Scheme, Motion, Coordinates, Sound, Confirm, Chime, Tab, Zen string }

func (s Settings) look() look {
	return look{s.Board, s.Men, s.Scheme, s.Motion, onOff(s.Coordinates), onOff(s.Sound), onOff(s.Confirm), onOff(s.Sound && s.Chime), onOff(s.Tab), onOff(s.Zen)}
}
