// SPDX-License-Identifier: Apache-2.0

package match_test

import (
	"bytes"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"cairn/internal/tui"
	"cairn/internal/tui/plain"
	"cairn/internal/web/webtest"
)

// wrongMoves are moves that are refused after others, with the reason.
var wrongMoves = []struct {
	game, played, wrong, why string
}{
	{"nine-mens-morris", "", "d4", "no-point"},
	{"nine-mens-morris", "", "z9", "no-point"},
	{"nine-mens-morris", "", "d6x", "malformed"},
	{"nine-mens-morris", "", "d6-d7", "must-place"},
	{"nine-mens-morris", "", "d6xd7", "nothing-to-take"},
	{"nine-mens-morris", "d6 d7", "d7", "occupied"},
	{"nine-mens-morris", "d6 d7", "d6", "must-place"},
	{"nine-mens-morris", "d6 d7", "d6-d5", "must-place"},
	{"nine-mens-morris", "d6 d7", "f6xd7", "nothing-to-take"},
	{"nine-mens-morris", "d6 d7 f6 g7", "b6xd6", "not-theirs"},
	{"nine-mens-morris", "d6 d7 f6 g7", "b6xa1", "no-man"},
	{"nine-mens-morris", "d6 d7 f6 g7", "b6xd7xg7", "turn-ends"},
	{"nine-mens-morris", "d6 d7 f6 g7 a1 a7xa1 b2 f2", "b6xd7", "protected"},
	{"three-mens-morris", "a1 b2 a2 a3 c1 b1", "a3-b3", "not-yours"},
	{"three-mens-morris", "a1 b2 a2 a3 c1 b1", "c3-b3", "no-man"},
	{"three-mens-morris", "a1 b2 a2 a3 c1 b1", "c3", "no-man"},
	{"three-mens-morris", "a1 b2 a2 a3 c1 b1", "b2", "not-yours"},
	{"three-mens-morris", "a1 b2 a2 a3 c1 b1", "a1", "stuck"},
	{"three-mens-morris", "a1 b2 a2 a3 c1 b1", "c1-b2", "occupied"},
	{"three-mens-morris", "a1 b2 a2 a3 c1 b1", "c1-c3", "too-far"},
	{"three-mens-morris", "a1 b2 a2 a3 c1 b1", "c1-c2-c3", "turn-ends"},
	{"fanorona", "", "a9", "no-point"},
	{"fanorona", "", "e3", "no-man"},
	{"fanorona", "", "a5", "not-yours"},
	{"fanorona", "", "a1", "stuck"},
	{"fanorona", "", "d2-d3", "occupied"},
	{"fanorona", "", "a1-e3", "too-far"},
	{"fanorona", "", "e2-e3W", "nothing-to-take"},
	{"yote", "", "f0", "no-point"},
	{"yote", "", "a0-a1", "no-man"},
	{"yote", "", "a0xa1", "nothing-to-take"},
	{"yote", "a0 e5", "e5", "not-yours"},
	{"yote", "a0 e5", "e5-d5", "not-yours"},
	{"yote", "a0 e5", "a0-b1", "too-far"},
	{"yote", "a0 e5", "a0-a2", "nothing-to-take"},
	{"yote", "a0 e5", "a0-a1-a2", "turn-ends"},
}

// A wrong move is refused for the same reason, in the same words, over JSON, by a
// form and in the terminal.
func TestSameRefusalEverywhere(t *testing.T) {
	s := webtest.NewSite(t)
	for _, c := range wrongMoves {
		t.Run(c.game+" "+c.played+" "+c.wrong, func(t *testing.T) {
			b := s.Browser()
			id := b.Create(c.game, "screen")
			for move := range strings.FieldsSeq(c.played) {
				b.Send("/match/"+id+"/move", fmt.Sprintf(`{"move":%q}`, move)).Want(http.StatusOK)
			}
			got := b.Send("/match/"+id+"/move", fmt.Sprintf(`{"move":%q}`, c.wrong)).Want(http.StatusUnprocessableEntity).Refusal().Error
			if got.Key != c.why {
				t.Errorf("JSON: got %s (%s), want %s", got.Key, got.Text, c.why)
			}
			page := b.Post("/match/"+id+"/move", webtest.Form("move", c.wrong)).Want(http.StatusUnprocessableEntity)
			if !strings.Contains(html.UnescapeString(page.Body), got.Text) {
				t.Errorf("form: the page does not say %q", got.Text)
			}
			if out := typed(t, s, c.game, append(strings.Fields(c.played), c.wrong)); !strings.Contains(out, got.Text) {
				t.Errorf("terminal: want %q in\n%s", got.Text, out)
			}
		})
	}
}

// typed plays lines in the terminal and returns all that was written.
func typed(t *testing.T, s *webtest.Site, id string, lines []string) string {
	t.Helper()
	g, err := s.Live.Rooms.Games().Game(id)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	err = plain.Run(t.Context(), tui.Options{
		Games: []tui.Entry{{Game: g}}, Game: id, Players: [2]string{tui.Human, tui.Human}, Dir: t.TempDir(),
		In: strings.NewReader(strings.Join(lines, "\n") + "\n"), Out: &out,
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// A touch on the board is refused for the same reason as in a form; a legal touch is not
// refused.
func TestTouchIsExplained(t *testing.T) {
	s := webtest.NewSite(t)
	id, white, black := s.Pair("nine")
	s.Play(id, white, black, "d6", "d7", "f6", "g7", "a1", "a7xa1", "b2", "f2")
	for _, c := range []struct {
		name string
		by   *webtest.Browser
		path string
		key  string
		text string
	}{
		{"legal", white, "b6,f2", "", ""},
		{"begun", white, "b6", "", ""},
		{"in a mill", white, "b6,d7", "protected", "d7: this man is part of a mill."},
		{"not theirs", white, "b6,f6", "not-theirs", "f6: only the opponent's men can be taken."},
		{"taken", white, "d7", "occupied", "d7: the point is occupied."},
		{"no point", white, "<x>", "no-point", "<x>: this point does not exist on the board."},
		{"not your turn", black, "f2", "not-turn", "It is not your turn."},
	} {
		t.Run(c.name, func(t *testing.T) {
			var answer struct{ Error *struct{ Key, Text string } }
			c.by.Get("/match/" + id + "/why?path=" + url.QueryEscape(c.path)).Want(http.StatusOK).JSON(&answer)
			switch got := answer.Error; {
			case c.key == "" && got != nil:
				t.Errorf("got %+v, want none", got)
			case c.key != "" && (got == nil || got.Key != c.key || got.Text != c.text):
				t.Errorf("got %+v, want %s: %s", got, c.key, c.text)
			}
		})
	}
}
