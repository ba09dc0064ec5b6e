// SPDX-License-Identifier: Apache-2.0

package learn_test

import (
	"fmt"
	"html"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/content"
	"cairn/internal/lang"
	"cairn/internal/store/sqlite"
	"cairn/internal/web/webtest"
)

// Each step of each lesson has a page with all its texts. A game without a lesson
// has no page and no link to one.
func TestLessonPages(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	for _, entry := range catalog.Standard().All() {
		id := entry.Info().ID
		steps := content.Steps(entry)
		if len(steps) == 0 {
			b.Get("/learn/" + id).Want(404)
			b.Get("/rules/" + id).Want(200).Lacks("/learn/" + id)
			continue
		}
		texts := lang.English().For(entry.Info())
		for i, step := range steps {
			p := b.Get(fmt.Sprintf("/learn/%s?step=%d", id, i+1)).Want(200)
			p.Has(texts.Text("lesson."+step.Text+".title"), fmt.Sprintf("Step %d of %d", i+1, len(steps)))
			if missing := webtest.MissingTexts(html.UnescapeString(p.Main())); len(missing) > 0 {
				t.Errorf("%s, step %d: texts %v are missing", id, i+1, missing)
			}
		}
		b.Get("/rules/" + id).Want(200).Has(`href="/learn/` + id + `"`)
	}
	b.Get("/learn").Want(200).Has("Learn to play", `href="/learn/fanorona"`, `href="/learn/yote-multi"`, "12 steps", `href="/learn/nine-mens-morris?step=12`)
	b.Get("/learn/nine").Want(200).Has("Nine Men's Morris") // an alias
}

// Without script a step is done by links and by text.
func TestLessonWithoutScript(t *testing.T) {
	b := webtest.NewSite(t).Browser()
	const nine, fanorona = "/learn/nine-mens-morris", "/learn/fanorona"
	for _, c := range []struct{ name, path, want, lacks string }{
		{"first", nine, "Place a man.", `id="problem"`},
		{"points are links", nine + "?step=2", `href="?path=g7&step=2#board"`, `data-again>`},
		{"half a move", nine + "?step=2&path=g7", `href="?path=g7%2Cb4&step=2#board"`, `data-again>`},
		{"by touches", nine + "?step=2&path=g7,d6", "This is how you win.", `error" role="status"`},
		{"by text", nine + "?step=2&move=g7xd6", "This is how you win.", "Or type the move"},
		{"missed", nine + "?step=2&move=a1", `error" role="status"`, `data-again>`},
		{"illegal", nine + "?step=2&move=d6", "d6: the point is occupied.", `data-again>`},
		{"no move", nine + "?step=2&move=%3Cb%3E", "this is not a move in this game", `data-again>`},
		{"illegal touch", nine + "?step=2&path=zz", "zz: this point does not exist on the board.", `data-again>`},
		{"reply", nine + "?step=1&move=a1", `data-man="d6"`, "Or type the move"},
		{"what was done", nine + "?step=1&move=a1", `data-said>White places on a1. Black places on d6.`, "Or type the move"},
		{"other reply", nine + "?step=1&move=d6", `data-man="f4"`, "Or type the move"},
		{"no such step", nine + "?step=99", "Step 1 of 12", "data-over"},
		{"no number", nine + "?step=x", "Step 1 of 12", "data-over"},
		{"nothing to do", nine + "?step=12&move=a7-d7", "Play the computer", "Or type the move"},
		{"turn may go on", fanorona + "?step=5&path=c3,d3", "End turn with c3-d3A", `data-again>`},
		{"turn ended early", fanorona + "?step=5&move=c3-d3A", "You ended the turn early.", `data-again>`},
		{"whole chain", fanorona + "?step=5&path=c3,d3,d4,e4", "Three steps, three stones, one turn.", "Or type the move"},
		{"seen by Black", "/learn/twelve-mens-morris?step=10&move=d1", "Draw: the board is full.</p>", "Or type the move"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.T = t
			b.Get(c.path).Want(200).Has(c.want).Lacks(c.lacks)
		})
	}
}

// The end of a lesson leads to a game against the computer at the default level.
func TestLessonLeadsToPlay(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	f := b.Get("/learn/yote?step=9").Want(200).Form(`name="opponent"`)
	p := b.Post(f.Action, webtest.Form("game", f.Fields["game"], "opponent", f.Fields["opponent"], "level", f.Fields["level"], "side", f.Fields["side"])).Want(200)
	if got := b.State(strings.TrimPrefix(p.Path, "/match/")); got.Game != "yote" || got.You != "white" || got.Sides.Black.Name != "Computer (Easy)" {
		t.Errorf("got %s as %s against %s", got.Game, got.You, got.Sides.Black.Name)
	}
}

// A game without a lesson has no lesson page.
func TestNoLesson(t *testing.T) {
	s := webtest.NewSiteOf(t, sqlite.Options{}, catalog.New(catalog.Bind(tictactoe.Standard)))
	b := s.Browser()
	b.Get("/learn/" + tictactoe.Standard.ID).Want(404)
	b.Get("/learn/chess").Want(404)
	b.Get("/learn").Want(200).Lacks("/learn/")
	b.Get("/rules/" + tictactoe.Standard.ID).Want(200).Lacks("/learn/")
}
