// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"context"
	"regexp"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
	"cairn/internal/tui/full"
	"cairn/internal/tui/tuitest"
)

// The helpers of both displays.
var (
	eachLanguage  = tuitest.EachLanguage
	golden        = tuitest.Golden
	firstMove     = tuitest.FirstMove
	toy           = tuitest.Toy
	these         = tuitest.These
	real          = tuitest.Real
	newClock      = tuitest.NewClock
	options       = tuitest.Options
	transcript    = tuitest.Transcript
	tryTranscript = tuitest.TryTranscript
	load          = tuitest.Load
	moves         = tuitest.Moves
	has           = tuitest.Has
	keeping       = tuitest.Keeping
	annotated     = tuitest.Annotated
	written       = tuitest.Written
	solved        = tuitest.Solved
	judged        = tuitest.Judged
	puzzles       = tuitest.Puzzles
	player        = tuitest.Player
)

// screen drives a full screen as Bubble Tea would, without a terminal.
type screen struct {
	t     *testing.T
	model tea.Model
	held  bool      // background work waits until it is released
	wait  []tea.Cmd // the work held back
	left  bool
}

func newScreen(t *testing.T, o tui.Options) *screen {
	t.Helper()
	if o.Now == nil {
		o.Now = newClock().Now
	}
	m, err := full.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	m.Still()
	s := &screen{t: t, model: m}
	s.run(m.Init())
	return s
}

// run runs background work and sends its messages to the model.
func (s *screen) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if s.held {
		s.wait = append(s.wait, cmd)
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			s.run(c)
		}
	case tea.QuitMsg:
		s.left = true
	default:
		s.send(msg)
	}
}

// release runs the work that was held back.
func (s *screen) release() {
	s.held = false
	waiting := s.wait
	s.wait = nil
	for _, cmd := range waiting {
		s.run(cmd)
	}
}

func (s *screen) send(msg tea.Msg) {
	model, cmd := s.model.Update(msg)
	s.model = model
	s.run(cmd)
}

func (s *screen) size(width, height int) *screen {
	s.send(tea.WindowSizeMsg{Width: width, Height: height})
	return s
}

// press presses keys: characters, or names such as "enter".
func (s *screen) press(keys ...string) *screen {
	for _, k := range keys {
		s.send(keyOf(k))
	}
	return s
}

// spell presses the characters of a text one by one.
func (s *screen) spell(text string) *screen { return s.press(strings.Split(text, "")...) }

var named = map[string]tea.KeyPressMsg{
	"enter":     {Code: tea.KeyEnter},
	"esc":       {Code: tea.KeyEscape},
	"up":        {Code: tea.KeyUp},
	"down":      {Code: tea.KeyDown},
	"left":      {Code: tea.KeyLeft},
	"right":     {Code: tea.KeyRight},
	"backspace": {Code: tea.KeyBackspace},
	"tab":       {Code: tea.KeyTab},
	"pgup":      {Code: tea.KeyPgUp},
	"pgdown":    {Code: tea.KeyPgDown},
	"space":     {Code: tea.KeySpace, Text: " "},
	"ctrl+c":    {Code: 'c', Mod: tea.ModCtrl},
	"f1":        {Code: tea.KeyF1},
	"ctrl+u":    {Code: 'u', Mod: tea.ModCtrl},
	"ctrl+d":    {Code: 'd', Mod: tea.ModCtrl},
	"alt+d":     {Code: 'd', Mod: tea.ModAlt},
	"delete":    {Code: tea.KeyDelete},

	"alt+delete":    {Code: tea.KeyDelete, Mod: tea.ModAlt},
	"alt+backspace": {Code: tea.KeyBackspace, Mod: tea.ModAlt},
	"ctrl+w":        {Code: 'w', Mod: tea.ModCtrl},
	"ctrl+k":        {Code: 'k', Mod: tea.ModCtrl},
	"home":          {Code: tea.KeyHome},
	"end":           {Code: tea.KeyEnd},
	"shift+tab":     {Code: tea.KeyTab, Mod: tea.ModShift},
}

func keyOf(k string) tea.KeyPressMsg {
	if msg, ok := named[k]; ok {
		return msg
	}
	return tea.KeyPressMsg{Code: []rune(k)[0], Text: k}
}

var looks = regexp.MustCompile("\x1b\\[[0-9;:]*m")

// text returns the screen without colours, and without blanks at line ends.
func (s *screen) text() string {
	var out strings.Builder
	for line := range strings.Lines(looks.ReplaceAllString(s.model.View().Content, "")) {
		out.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return out.String()
}

// shows fails unless the texts are on the screen in this order.
func (s *screen) shows(want ...string) {
	s.t.Helper()
	has(s.t, s.text(), want...)
}

// hides fails when a text is on the screen.
func (s *screen) hides(text string) {
	s.t.Helper()
	if strings.Contains(s.text(), text) {
		s.t.Errorf("%q should not be on the screen:\n%s", text, s.text())
	}
}
