// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"cairn/catalog"
	"cairn/internal/content"
)

// lessonStep is the data in the page of a step.
type lessonStep struct {
	Men     string
	Moves   []lessonMove
	Courses map[string][]struct{ Men string } // of the moves that meet the goal
	Wrong   string
}

// lessonMove is a legal move with the touches that enter it.
type lessonMove struct {
	Text  string
	Paths [][]string
}

const readStep = `(() => {
  const part = (name) => document.querySelector("[data-lesson] [data-" + name + "]");
  const { men, moves } = JSON.parse(part("state").textContent);
  return { men, moves, courses: JSON.parse(part("courses").textContent), wrong: part("message").dataset.wrong };
})()`

// The lesson of every family by clicks: in each step a wrong move, then a right one,
// then the next step.
func TestLessons(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	t.Run("of", func(t *testing.T) { // returns when all lessons are done
		for _, entry := range catalog.Standard().All() {
			if info := entry.Info(); info.ID == info.Family && len(content.Steps(entry)) > 0 {
				t.Run(info.ID, func(t *testing.T) {
					t.Parallel()
					p := s.with(t).person(info.ID)
					p.on(tourScreens[0])
					p.open("/learn/" + info.ID)
					p.finishesLesson()
				})
			}
		}
	})
}

// finishesLesson goes through all steps of a lesson.
func (p *person) finishesLesson() {
	p.t.Helper()
	for step := 1; ; step++ {
		p.await(fmt.Sprintf("step %d", step), fmt.Sprintf(`!!document.querySelector('ol.steps > li:nth-child(%d)[aria-current]') && !!document.querySelector("[data-point][role=button]")`, step))
		p.learns(read[lessonStep](p, readStep))
		if read[bool](p, `!document.querySelector("[data-next]")`) {
			break
		}
		p.press("Next")
	}
	p.sees("Lesson complete")
	p.has("Play the computer")
}

// learns makes a wrong move and a right one, if the step asks for a move.
func (p *person) learns(step lessonStep) {
	p.t.Helper()
	if len(step.Courses) == 0 {
		return // a text to read
	}
	wrong := slices.IndexFunc(step.Moves, func(m lessonMove) bool { return step.Courses[m.Text] == nil })
	if wrong >= 0 {
		p.enters(step, step.Moves[wrong])
		p.sees(step.Wrong)
		p.await("the move to go back", boardText+" === "+js(step.Men))
	}
	right := slices.Sorted(maps.Keys(step.Courses))[0]
	at := slices.IndexFunc(step.Moves, func(m lessonMove) bool { return m.Text == right })
	p.enters(step, step.Moves[at])
	course := step.Courses[right]
	p.await("the board after "+right, boardText+" === "+js(course[len(course)-1].Men))
	p.has("Try again")
}

// enters touches the points of a move, and ends the turn if the move could go on.
func (p *person) enters(step lessonStep, move lessonMove) {
	p.t.Helper()
	path := move.Paths[0]
	for _, point := range path {
		p.touch(point)
	}
	longer := func(other []string) bool { return len(other) > len(path) && slices.Equal(other[:len(path)], path) }
	if slices.ContainsFunc(step.Moves, func(m lessonMove) bool { return slices.ContainsFunc(m.Paths, longer) }) {
		p.press("End turn")
	}
}

// A lesson by keyboard only: the focus moves from the board to the next step.
func TestLessonByKeyboard(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.open("/learn/nine-mens-morris")
	p.await("the script", `!!document.querySelector("[data-point][role=button]")`)
	p.tabsTo("a7, empty, can be moved to")
	p.key(kb.Enter)
	p.focused("Next")
	p.key(kb.Enter)
	p.sees("Step 2 of 12")
	p.await("the script", `!!document.querySelector("[data-point][role=button]")`)
	p.tabsTo("a7, white man")
	p.walks(step{kb.ArrowRight, "d7"}, step{kb.ArrowRight, "g7"})
	p.key(kb.Enter)
	p.sees("Mill! Choose a man to take.")
	p.walks(step{kb.ArrowLeft, "d7"}, step{kb.ArrowDown, "d6"})
	p.key(kb.Enter)
	p.sees("This is how you win.")
	p.focused("Next")
}

// The script that leads players to their next game leaves the links of lessons alone.
func TestNextStepWithSession(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for name, enter := range map[string]func(p *person){
		"account": func(p *person) { p.signsUp("ann"); p.arrives("/home") },
		"guest":   func(p *person) { p.creates("six") },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := s.with(t).person(name)
			enter(p)
			p.open("/learn/nine-mens-morris")
			p.await("the notices", `"count" in document.querySelector("[data-notices]").dataset`)
			p.press("Skip")
			p.await("the next step", `location.search === "?step=2"`)
		})
	}
}
