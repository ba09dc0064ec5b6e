// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"slices"
	"strings"
	"testing"

	"cairn/catalog"
	"cairn/internal/pagestate"
	"cairn/internal/study/puzzle"
)

const readPuzzle = `(() => {
  const { men, moves } = JSON.parse(document.querySelector("[data-puzzle] [data-state]").textContent);
  return { men, moves };
})()`

// A puzzle by clicks, from the front page to one with two moves to find: a wrong try is
// taken back, and the right moves are answered until the solution shows.
func TestPuzzle(t *testing.T) {
	t.Parallel()
	entry, err := catalog.Standard().Find("six")
	if err != nil {
		t.Fatal(err)
	}
	list, err := puzzle.Load(entry)
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(list, func(p puzzle.Puzzle) bool { return p.Turns() == 2 && len(p.Moves) == 1 })
	if i < 0 {
		t.Fatal("no puzzle has two moves to find")
	}
	long := &list[i]

	p := newSite(t).person("ann")
	p.on(tourScreens[0])
	p.open("/")
	p.sees("Puzzle of the day")
	p.press("Solve it")
	p.sees("Find")
	p.open("/puzzle/" + long.ID)
	p.await("the script", `!!document.querySelector("[data-point][role=button]")`)
	step := read[lessonStep](p, readPuzzle)
	wrong := slices.IndexFunc(step.Moves, func(m lessonMove) bool {
		return m.Text != long.Moves[0] && len(m.Paths[0]) == len(step.Moves[0].Paths[0])
	})
	p.enters(step, step.Moves[wrong])
	p.await("the hint", `document.querySelector("[data-message]").classList.contains("error")`)
	p.await("the move to go back", boardText+" === "+js(step.Men))

	state, err := entry.Parse(long.Position)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range long.Line {
		move, err := state.Find(text)
		if err != nil {
			t.Fatal(err)
		}
		if i%2 == 0 {
			for _, touch := range move.Paths[0] {
				p.touch(entry.Info().Board.Name(touch.Point))
			}
		}
		if state, err = state.Play(text); err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 {
			p.await("the reply", `document.querySelector("[data-message]").textContent.startsWith("Right.") && `+boardText+" === "+js(pagestate.MenText(state.View().Men)))
		}
	}
	p.sees("Solved!")
	p.has("Next puzzle")
	if got := read[string](p, `document.querySelector("[data-outcome]").textContent`); !strings.Contains(got, long.Line[0]) {
		t.Errorf("the solution is missing in %q", got)
	}
}

// A storm starts on the board, and asks for one puzzle after the other; the moves of one
// come only with it.
func TestStorm(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.on(tourScreens[0])
	p.open("/puzzles")
	p.press("Play storm")
	p.arrives("/puzzles/storm")
	p.await("the script", `!!document.querySelector("[data-point][role=button]")`)
	p.await("the answers", `(() => {
  const post = window.fetch;
  window.fetch = async (...request) => {
    const response = await post(...request);
    if (request[1]?.method === "POST") {
      window.answered = await response.clone().json();
      if (window.answered.next) window.asked = window.answered.next;
    }
    return response;
  };
  return true;
})()`)
	p.click("[data-storm-start]")
	for tried := range 3 {
		p.await("a puzzle", `window.answered?.tried === `+js(tried)+` && document.querySelector("[data-message]").textContent === window.asked.message && `+boardText+` === window.asked.men`)
		p.await("the clock", `document.querySelector("[data-storm-clock]").classList.contains("running")`)
		step := read[lessonStep](p, `({ men: window.asked.men, moves: window.asked.moves })`)
		p.enters(step, step.Moves[0])
		p.await("the answer", `window.answered.tried === `+js(tried+1)+` || window.answered.result === "right"`)
		if read[string](p, `window.answered.result`) == "right" {
			break // the puzzle goes on
		}
	}
}

// A drill begins as a match against the computer, which has its tables and answers.
func TestDrill(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.open("/drills")
	p.click(`details:nth-of-type(2) > summary`)
	p.click(`a[href="/drills/six-mens-morris/1"].card`)
	p.arrives("/drills/six-mens-morris/1")
	p.sees("Proven:")
	p.press("Start")
	p.await("the match", `location.pathname.startsWith("/match/") && !!document.querySelector("[data-point][role=button]")`)
	step := read[lessonStep](p, `(() => {
  const { men, moves } = JSON.parse(document.querySelector("[data-state]").textContent);
  return { men, moves };
})()`)
	p.enters(step, step.Moves[0])
	p.await("the reply", `document.querySelectorAll("[data-list] [data-ply]").length >= 2`)
}
