// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"maps"
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// learnStep is the data in the page of a mistake.
type learnStep struct {
	lessonStep
	Wrongs map[string]string
	Done   string
}

const readMistake = `(() => {
  const part = (name) => document.querySelector("[data-lesson] [data-" + name + "]");
  const { men, moves } = JSON.parse(part("state").textContent);
  return { men, moves, courses: JSON.parse(part("courses").textContent), wrongs: JSON.parse(part("wrongs").textContent), done: part("message").dataset.done };
})()`

// A player who lost opens the review from the match, goes through the moves by key, list
// and graph, and plays the mistake again until a move keeps the result.
func TestReview(t *testing.T) {
	t.Parallel()
	tb, _, black := meet(t, "three")
	tb.play("a1", "b1", "a2", "b2", "a3")
	black.press("Review")
	black.sees("Accuracy", "Turning points", "win → loss")
	tour := newTour(t)
	tour.stop(black, "review")
	black.await("the script", `!!document.querySelector("[data-review] [data-point][role=button]")`)
	black.key(kb.ArrowLeft)
	black.sees("Move 4 of 5", "b2 turns a win into a loss.")
	black.shows(tb.id, "three", "a1", "b1", "a2", "b2")
	black.await("the address", `location.search === "?ply=4"`)
	black.await("the address of the analysis", `document.querySelector("[data-analysis]").href.includes("/analysis/three-mens-morris?position=")`)
	black.click(`[data-list] [data-ply="1"]`)
	black.sees("Move 1 of 5")
	black.shows(tb.id, "three", "a1")
	black.click(`[data-graph] .column[data-ply="3"]`)
	black.sees("Move 3 of 5")
	black.shows(tb.id, "three", "a1", "b1", "a2")

	black.press("Learn from your mistake")
	black.sees("Mistake 1 of 1", "Black to play and keep the win")
	tour.stop(black, "mistake")
	black.await("the script", `!!document.querySelector("[data-lesson] [data-point][role=button]")`)
	step := read[learnStep](black, readMistake)
	wrong, right := slices.Sorted(maps.Keys(step.Wrongs))[0], slices.Sorted(maps.Keys(step.Courses))[0]
	for _, try := range []struct{ move, says, men string }{
		{wrong, step.Wrongs[wrong], step.Men},
		{right, step.Done, step.Courses[right][0].Men},
	} {
		at := slices.IndexFunc(step.Moves, func(m lessonMove) bool { return m.Text == try.move })
		black.enters(step.lessonStep, step.Moves[at])
		black.sees(try.says)
		black.await("the board after "+try.move, boardText+" === "+js(try.men))
	}
	black.sees("No more mistakes")
	black.press("Back to the review")
	black.sees("Turning points")
}

// The same without script, by links and the form.
func TestReviewWithoutScript(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	id := s.regular("Ann").plays(s.regular("Bob"), "three", "a1 b1 a2 b2 a3")
	p := s.person("eve").withoutScript()
	p.open("/match/" + id + "/review?ply=4")
	p.sees("b2 turns a win into a loss.")
	p.click(`[data-go="previous"]`)
	p.sees("Move 3 of 5")
	p.press("Learn from the 3 mistakes")
	p.fill("move", "c3")
	p.press("Play")
	p.sees("Mistake 1 of 3")
}
