// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/google/go-cmp/cmp"

	"cairn/catalog"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/tui"
	"cairn/record"
)

var update = flag.Bool("update", false, "rewrite golden files")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s differs; -update rewrites it: want -, got +\n%s", path, diff)
	}
}

// firstMove is a computer player that plays the first legal move.
func firstMove(_ context.Context, q tui.Question) (string, error) {
	return q.State.Moves()[0].Text, nil
}

// entry makes a game playable, with one computer player.
func entry(g game.Game) tui.Entry {
	return tui.Entry{Game: g, Levels: []string{"simple"}, Think: firstMove}
}

// toy is the only game of most tests.
func toy() []tui.Entry { return []tui.Entry{entry(game.Erase(tictactoe.Standard))} }

// these returns some games of the catalogue.
func these(t *testing.T, ids ...string) []tui.Entry {
	t.Helper()
	var out []tui.Entry
	for _, id := range ids {
		g, err := catalog.Standard().Game(id)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, entry(g))
	}
	return out
}

// real are the games of the catalogue.
func real() []tui.Entry {
	var out []tui.Entry
	for _, e := range catalog.Standard().All() {
		out = append(out, entry(e.Game))
	}
	return out
}

// clock is a time that tests set.
type clock struct{ at time.Time }

func newClock() *clock { return &clock{time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)} }

func (c *clock) now() time.Time { return c.at }

// options are those of a test: saves go to a folder of its own.
func options(t *testing.T, games []tui.Entry, name string) tui.Options {
	t.Helper()
	return tui.Options{Games: games, Game: name, Players: [2]string{tui.Human, tui.Human}, Dir: t.TempDir(), Now: newClock().now}
}

// plain plays lines in plain mode and returns all that was written.
func plain(t *testing.T, o tui.Options, lines ...string) string {
	t.Helper()
	out, err := tryPlain(o, lines...)
	if err != nil {
		t.Fatalf("plain: %v\n%s", err, out)
	}
	return out
}

func tryPlain(o tui.Options, lines ...string) (string, error) {
	var out strings.Builder
	o.Out = &out
	o.In = strings.NewReader(strings.Join(append(lines, ""), "\n"))
	err := tui.Plain(context.Background(), o)
	return out.String(), err
}

// position writes a saved game that stands at a position, and returns its name.
func position(t *testing.T, dir string, g game.Game, text string) string {
	t.Helper()
	state, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	const name = "setup.json"
	if err := record.Save(filepath.Join(dir, name), record.Begin(g, state).Record()); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, name)
}

// load reads a saved game back.
func load(t *testing.T, path string) record.Record {
	t.Helper()
	r, _, err := record.Load(path, func(id string) (game.Game, error) {
		if id == tictactoe.Standard.ID {
			return game.Erase(tictactoe.Standard), nil
		}
		return catalog.Standard().Game(id)
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// moves returns the moves of a record in one line.
func moves(r record.Record) string {
	var out []string
	for _, turn := range r.Turns {
		out = append(out, turn.Move)
	}
	return strings.Join(out, " ")
}

// has fails unless each text occurs, one after the other.
func has(t *testing.T, out string, want ...string) {
	t.Helper()
	rest := out
	for _, w := range want {
		_, after, ok := strings.Cut(rest, w)
		if !ok {
			t.Fatalf("missing, or not in this order: %q\nin:\n%s", w, out)
		}
		rest = after
	}
}

// screen drives a full screen as Bubble Tea would, without a terminal.
type screen struct {
	t     *testing.T
	model tea.Model
	held  bool      // background work waits until it is released
	wait  []tea.Cmd // what waits
	left  bool
}

func newScreen(t *testing.T, o tui.Options) *screen {
	t.Helper()
	if o.Now == nil {
		o.Now = newClock().now
	}
	m, err := tui.New(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	m.Still()
	s := &screen{t: t, model: m}
	s.run(m.Init())
	return s
}

// run does background work and hands its messages back.
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

// release does the work that was held back.
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

// shows fails unless each text is on the screen, one after the other.
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
