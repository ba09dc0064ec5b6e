// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/url"
	"slices"

	"cairn/internal/failure"
	"cairn/internal/lang"
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

// selection is a setting of several choices, toggle a setting that is on or off. Their names are used in
// stored settings, forms and error messages.
type (
	selection struct {
		name    string
		value   *string
		choices []string
	}
	toggle struct {
		name   string
		value  *bool
		preset bool
	}
)

func (s *Settings) selections() []selection {
	return []selection{{"board", &s.Board, BoardThemes}, {"men", &s.Men, MenColours}, {"scheme", &s.Scheme, Schemes}, {"motion", &s.Motion, Motions}}
}

func (s *Settings) toggles() []toggle {
	return []toggle{
		{"sound", &s.Sound, false},
		{"chime", &s.Chime, true},
		{"tab", &s.Tab, true},
		{"confirm", &s.Confirm, false},
		{"coordinates", &s.Coordinates, true},
		{"mute", &s.Mute, false},
		{"zen", &s.Zen, false},
		{"mistakes", &s.Mistakes, false},
	}
}

// ParseSettings reads settings; unknown values are replaced by the defaults.
func ParseSettings(text string) Settings {
	values, err := url.ParseQuery(text)
	if err != nil {
		values = nil
	}
	s := Settings{Lang: values.Get("lang")}
	for _, o := range s.selections() {
		if *o.value = values.Get(o.name); !slices.Contains(o.choices, *o.value) {
			*o.value = o.choices[0]
		}
	}
	for _, t := range s.toggles() {
		*t.value = values.Get(t.name) == "on" || t.preset && values.Get(t.name) != "off"
	}
	return s
}

// Change sets the settings in a form. With all, a missing field turns its setting off: browsers do
// not send boxes that are not ticked. Values that are not among the choices are Invalid.
func (s *Settings) Change(in Form, all bool) error {
	wrong := map[string]string{}
	for _, o := range s.selections() {
		if value := in[o.name]; all || value != "" {
			*o.value = value
		}
		if !slices.Contains(o.choices, *o.value) {
			wrong[o.name] = "no-choice"
		}
	}
	for _, t := range s.toggles() {
		if value := in[t.name]; all || value != "" {
			*t.value = value == "on"
		}
	}
	if code, sent := in["lang"]; all || sent {
		s.Lang = code
	}
	if _, ok := lang.Load(s.Lang); !ok && s.Lang != "" {
		wrong["lang"] = "no-choice"
	}
	return failure.Form(wrong)
}

// String writes settings as ParseSettings reads them.
func (s Settings) String() string {
	values := url.Values{}
	for _, o := range s.selections() {
		values.Set(o.name, *o.value)
	}
	for _, t := range s.toggles() {
		values.Set(t.name, onOff(*t.value))
	}
	if s.Lang != "" {
		values.Set("lang", s.Lang)
	}
	return values.Encode()
}

func onOff(on bool) string {
	if on {
		return "on"
	}
	return "off"
}

// appearance has the attributes of the html element that style sheets select by.
type appearance struct{ Board, Men, Scheme, Motion, Coordinates, Sound, Confirm, Chime, Tab, Zen string }

func (s Settings) appearance() appearance {
	return appearance{s.Board, s.Men, s.Scheme, s.Motion, onOff(s.Coordinates), onOff(s.Sound), onOff(s.Confirm), onOff(s.Sound && s.Chime), onOff(s.Tab), onOff(s.Zen)}
}
