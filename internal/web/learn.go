// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"cairn/game"
)

// lessonView is one step of a lesson.
type lessonView struct {
	page
	Game, GameName string
	Variant        string // how the rules differ; empty for the standard ones
	At             int    // the step, from 1 on
	Steps          []lessonLink
	Heading, Text  string
	Done, Wrong    string // said after a move that meets the goal, and after another
	Read           bool   // there is nothing to do
	Solved, Missed bool   // what came of the move in the address
	Said           string // what it and its reply did
	Hands          bool   // men are in hand, so both hands are shown
	Play           playView
	Courses        map[string][]turnState // by the moves that meet the goal, for the script
	Pick           lessonPick
	Typed          string
	Problem        *problem
	Again, Next    string      // addresses; no next after the last step
	Level          string      // the weakest of the computer
	NextGame       *gameChoice // nil after the last game
}

// lessonLink is a step in the list of all.
type lessonLink struct {
	Number     int
	Heading    string
	Href       string
	Here, Done bool
}

// lessonPick is how far a move is, on a page without script.
type lessonPick struct {
	Touched []string
	Back    string // address without the last touch
	Move    string // what the touches so far are, when the turn may also go on
	End     string // address that ends the turn with it
}

func (s *Server) showLesson(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.live.Games().Find(r.PathValue("game"))
	if err != nil {
		return errNoPage
	}
	info := entry.Info()
	steps := stepsOf(entry)
	switch {
	case len(steps) == 0:
		return errNoPage // nobody has written one
	case info.ID != r.PathValue("game"): // an alias
		http.Redirect(w, r, "/learn/"+info.ID, http.StatusFound)
		return nil
	}
	t, query := s.texts(r), r.URL.Query()
	at, err := strconv.Atoi(query.Get("step"))
	if err != nil || at < 1 || at > len(steps) {
		at = 1
	}
	v := newLessonView(t, info, steps, at)
	v.page = s.page(r, t.Text("web.learn.title", "game", v.GameName))
	v.Scripts = []string{"learn"}
	if levels := entry.Levels(); len(levels) > 0 {
		v.Level = levels[0]
	}
	v.NextGame = s.nextLesson(t, info)
	state, err := entry.Parse(steps[at-1].Position)
	if err != nil {
		return err // such steps are left out
	}
	v.try(t, &lessonScene{info, &steps[at-1], state}, query.Get("path"), query.Get("move"))
	return s.render(w, http.StatusOK, "learn", v)
}

// newLessonView makes the view of a step, before anything was tried.
func newLessonView(t *texts, info *game.Info, steps []lessonStep, at int) *lessonView {
	step := &steps[at-1]
	v := &lessonView{
		Game: info.ID, GameName: t.Game(info), At: at, Read: step.Read, Again: lessonQuery(at, "", ""),
		Heading: t.lesson(info, step, "title"), Text: t.lesson(info, step, "text"), Done: t.lesson(info, step, "done"), Wrong: t.lesson(info, step, "wrong"),
	}
	if info.ID != info.Family {
		v.Variant = t.Variant(info)
	}
	for i := range steps {
		v.Steps = append(v.Steps, lessonLink{i + 1, t.lesson(info, &steps[i], "title"), lessonQuery(i+1, "", ""), i+1 == at, i+1 < at})
	}
	if at < len(steps) {
		v.Next = lessonQuery(at+1, "", "")
	}
	return v
}

// lesson is a text of a step; one that any move meets has none for wrong ones.
func (t *texts) lesson(info *game.Info, step *lessonStep, part string) string {
	key := "web.lesson." + step.Text + "." + part
	if !t.has(key) && part != "title" && part != "text" {
		return ""
	}
	return t.Text(key, "men", info.Men, "times", info.Draws.Repetition, "turns", info.Draws.Quiet/2)
}

// lessonQuery is the address of a step, with what was touched or tried there.
func lessonQuery(step int, path, move string) string {
	query := url.Values{"step": {strconv.Itoa(step)}}
	anchor := ""
	if path != "" {
		query.Set("path", path)
		anchor = "#board" // a phone shows the board again
	}
	if move != "" {
		query.Set("move", move)
		anchor = "#board"
	}
	return "?" + query.Encode() + anchor
}

// href is the address of this step at which a point has been touched too.
func (v *lessonView) href(k *pick) func(game.Point) string {
	return func(p game.Point) string {
		return lessonQuery(v.At, strings.Join(append(k.board.Names(k.picker.Path()), k.board.Name(p)), ","), "")
	}
}
