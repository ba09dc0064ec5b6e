// SPDX-License-Identifier: Apache-2.0

package learn_test

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/store/sqlite"
	"cairn/internal/web/learn"
	"cairn/internal/web/site"
	"cairn/internal/web/webtest"
)

// Every lesson holds by the rules of its game: a position that can be, a goal
// that can be met and missed, replies that can be made, and all it says.
func TestLessons(t *testing.T) {
	games := catalog.Standard()
	for id, lesson := range learn.LessonFiles() {
		entry, err := games.Find(id)
		if err != nil {
			t.Errorf("lesson %s: %v", id, err)
			continue
		}
		for _, step := range lesson.Steps {
			t.Run(id+"/"+step.Text, func(t *testing.T) { checkStep(t, entry, step) })
		}
	}
	for _, entry := range games.All() {
		if len(learn.StepsOf(entry)) < 4 {
			t.Errorf("%s: got %d steps, want a lesson", entry.Info().ID, len(learn.StepsOf(entry)))
		}
	}
}

func checkStep(t *testing.T, entry *catalog.Entry, step learn.LessonStep) {
	state, err := entry.Parse(step.Position)
	if err != nil {
		t.Fatal(err)
	}
	met, missed := 0, 0
	for _, move := range state.Moves() {
		if !step.Met(state, move) {
			missed++
			continue
		}
		met++
		after, err := state.Play(move.Text)
		if err != nil {
			t.Fatal(err)
		}
		replies := slices.ContainsFunc(step.Reply, func(text string) bool { _, err := after.Find(text); return err == nil })
		if len(step.Reply) > 0 && !replies {
			t.Errorf("after %s none of the replies %v is legal", move.Text, step.Reply)
		}
	}
	asks := len(step.Goal) > 0 || len(step.Moves) > 0 || step.Ends != 0
	switch {
	case step.Read != (met == 0):
		t.Errorf("%d moves meet the goal", met)
	case asks && missed == 0 && met > 1:
		t.Errorf("all %d moves meet the goal", met)
	}
	for _, barred := range step.Barred {
		if _, err := state.Find(barred); err == nil {
			t.Errorf("%s is not barred", barred)
		}
	}
	checkSaid(t, step, missed > 0 && !step.Read)
}

// checkSaid looks for the texts of a step; TestTranslations looks for those of
// other languages.
func checkSaid(t *testing.T, step learn.LessonStep, wrong bool) {
	parts := []string{"title", "text"}
	if !step.Read {
		parts = append(parts, "done")
	}
	if wrong {
		parts = append(parts, "wrong")
	}
	for _, part := range parts {
		if key := "web.lesson." + step.Text + "." + part; !site.Content().Texts("en").Has(key) {
			t.Errorf("%s has no text", key)
		}
	}
}

// Every text of a lesson belongs to a step that somebody takes.
func TestLessonTexts(t *testing.T) {
	used := map[string]bool{}
	for _, lesson := range learn.LessonFiles() {
		for _, step := range lesson.Steps {
			used[step.Text] = true
		}
	}
	for _, key := range site.Content().Texts("en").Keys() {
		name, ok := strings.CutPrefix(key, "web.lesson.")
		if !ok {
			continue
		}
		if step := name[:strings.LastIndex(name, ".")]; !used[step] {
			t.Errorf("%s: no lesson has the step %s", key, step)
		}
	}
}

// A variant passes over steps that do not hold by its rules, and adds its own.
func TestLessonVariants(t *testing.T) {
	for _, c := range []struct{ game, has, lacks string }{
		{"nine-mens-morris", "morris.fly morris.two", "morris.walk morris.each"},
		{"nine-mens-morris-no-flying", "morris.walk", "morris.fly"},
		{"nine-mens-morris-multi", "morris.each morris.fly", "morris.two"},
		{"three-mens-morris-nine-holes", "three.leap", "three.move"},
		{"yote", "yote.return yote.few yote.once", "yote.many"},
		{"yote-free-return", "yote.few", "yote.return"},
		{"yote-no-three-draw", "yote.return", "yote.few"},
		{"yote-free", "yote.win", "yote.return yote.few"},
		{"yote-multi", "yote.many yote.jump", "yote.once"},
	} {
		entry, err := catalog.Standard().Find(c.game)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, step := range learn.StepsOf(entry) {
			got = append(got, step.Text)
		}
		for _, want := range strings.Fields(c.has) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s is missing in %v", c.game, want, got)
			}
		}
		for _, unwanted := range strings.Fields(c.lacks) {
			if slices.Contains(got, unwanted) {
				t.Errorf("%s: got %s in %v", c.game, unwanted, got)
			}
		}
	}
}

// Each step of each lesson is a page, and its texts are all there.
func TestLessonPages(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	for _, entry := range catalog.Standard().All() {
		id := entry.Info().ID
		steps := learn.StepsOf(entry)
		for i, step := range steps {
			p := b.Get(fmt.Sprintf("/learn/%s?step=%d", id, i+1)).Want(200)
			p.Has(site.Content().Texts("en").Text("web.lesson."+step.Text+".title"), fmt.Sprintf("Step %d of %d", i+1, len(steps)))
			if missing := webtest.MissingTexts(html.UnescapeString(p.Main())); len(missing) > 0 {
				t.Errorf("%s, step %d: texts %v are missing", id, i+1, missing)
			}
		}
		b.Get("/rules/" + id).Want(200).Has(`href="/learn/` + id + `"`)
	}
	b.Get("/learn").Want(200).Has("Learn to play", `href="/learn/fanorona"`, `href="/learn/yote-multi"`, "12 steps")
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
		{"illegal touch", nine + "?step=2&path=zz", "zz: there is no such point on the board.", `data-again>`},
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

// The end of a lesson leads to a game against the weakest computer.
func TestLessonLeadsToPlay(t *testing.T) {
	s := webtest.NewSite(t)
	b := s.Browser()
	f := b.Get("/learn/yote?step=9").Want(200).Form(`name="opponent"`)
	p := b.Post(f.Action, webtest.Form("game", f.Fields["game"], "opponent", f.Fields["opponent"], "level", f.Fields["level"], "side", f.Fields["side"])).Want(200)
	if got := b.State(strings.TrimPrefix(p.Path, "/match/")); got.Game != "yote" || got.You != "white" || got.Sides.Black.Name != "Computer (Novice)" {
		t.Errorf("got %s as %s against %s", got.Game, got.You, got.Sides.Black.Name)
	}
}

// A game without a lesson has no page of one.
func TestNoLesson(t *testing.T) {
	s := webtest.NewSiteOf(t, sqlite.Options{}, catalog.New(catalog.Bind(tictactoe.Standard)))
	b := s.Browser()
	b.Get("/learn/" + tictactoe.Standard.ID).Want(404)
	b.Get("/learn/chess").Want(404)
	b.Get("/learn").Want(200).Lacks("/learn/")
	b.Get("/rules/" + tictactoe.Standard.ID).Want(200).Lacks("/learn/")
}
