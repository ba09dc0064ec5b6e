// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"cairn/game"
	"cairn/internal/content"
	"cairn/internal/pagestate"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

// lessonView is one step of a lesson.
type lessonView struct {
	web.Page
	Game, GameName string
	Variant        string // how the rules differ; empty for the standard ones
	At             int    // the step, from 1 on
	Steps          []lessonLink
	Heading, Text  string
	Done, Wrong    string // shown after a move that meets the goal, and after another
	Read           bool   // there is nothing to do
	Solved, Missed bool   // the move in the address meets the goal or not
	Said           string // what that move and its reply did
	Hands          bool   // pieces are in hand, so both hands are shown
	Play           boardview.PlayView
	Courses        map[string][]pagestate.TurnState // by the moves that meet the goal, for the script
	Pick           lessonPick
	Typed          string
	Problem        *web.Problem
	Again, Next    string              // addresses; no next after the last step
	Level          string              // the weakest of the computer
	NextGame       *listing.GameChoice // nil after the last game
}

// lessonLink is a step in the list of all.
type lessonLink struct {
	Number     int
	Heading    string
	Href       string
	Here, Done bool
}

// lessonPick is a move that has been entered in part, on a page without script.
type lessonPick struct {
	Touched []string
	Back    string // address without the last touch
	Move    string // the move that the touches so far make, where the turn may also go on
	End     string // address that ends the turn with it
}

func (s *handlers) showLesson(w http.ResponseWriter, r *http.Request) error {
	entry, err := s.core.Live.Rooms.Games().Find(r.PathValue("game"))
	if err != nil {
		return web.ErrNoPage
	}
	info := entry.Info()
	steps := content.Steps(entry)
	switch {
	case len(steps) == 0:
		return web.ErrNoPage // the game has no lesson
	case info.ID != r.PathValue("game"): // an alias
		http.Redirect(w, r, "/learn/"+info.ID, http.StatusFound)
		return nil
	}
	t, query := s.core.Texts(r).For(info), r.URL.Query()
	at, err := strconv.Atoi(query.Get("step"))
	if err != nil || at < 1 || at > len(steps) {
		at = 1
	}
	v := newLessonView(t, info, steps, at)
	v.Page = s.core.Page(r, t.Text("web.learn.title", "game", v.GameName))
	v.Scripts = []string{"learn"}
	if levels := entry.Levels(); len(levels) > 0 {
		v.Level = levels[0]
	}
	v.NextGame = s.nextLesson(s.core.Texts(r), info)
	state, err := entry.Parse(steps[at-1].Position)
	if err != nil {
		return err // cannot happen: such steps are left out
	}
	v.try(t, &lessonScene{info, &steps[at-1], state}, query.Get("path"), query.Get("move"))
	return s.core.Render(w, http.StatusOK, "lesson", v)
}

// newLessonView returns the view of a step before a move is tried.
func newLessonView(t *web.Texts, info *game.Info, steps []content.Step, at int) *lessonView {
	step := &steps[at-1]
	v := &lessonView{
		Game: info.ID, GameName: t.Game(info), At: at, Read: step.Read, Again: lessonQuery(at, "", ""),
		Heading: lessonText(t, info, step, "title"), Text: lessonText(t, info, step, "text"), Done: lessonText(t, info, step, "done"), Wrong: lessonText(t, info, step, "wrong"),
	}
	if info.ID != info.Family {
		v.Variant = t.Variant(info)
	}
	for i := range steps {
		v.Steps = append(v.Steps, lessonLink{i + 1, lessonText(t, info, &steps[i], "title"), lessonQuery(i+1, "", ""), i+1 == at, i+1 < at})
	}
	if at < len(steps) {
		v.Next = lessonQuery(at+1, "", "")
	}
	return v
}

// lessonText returns a text of a step, empty where the step needs none.
func lessonText(t *web.Texts, info *game.Info, step *content.Step, part string) string {
	key := "lesson." + step.Text + "." + part
	if !t.Has(key) && part != "title" && part != "text" {
		return ""
	}
	return t.Text(key, "men", info.Men, "times", info.Draws.Repetition, "turns", info.Draws.Quiet/2)
}

// lessonQuery returns the address of a step with the points touched or the move tried.
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

// href returns the address of this step with one more point touched.
func (v *lessonView) href(k *boardview.Pick) func(game.Point) string {
	return func(p game.Point) string {
		return lessonQuery(v.At, strings.Join(append(k.Board.Names(k.Picker.Path()), k.Board.Name(p)), ","), "")
	}
}

// lessonListView is the list of all lessons.
type lessonListView struct {
	web.Page
	Lessons []lessonCard
}

// lessonCard is the lesson of a family.
type lessonCard struct {
	boardview.Picture
	Steps    int
	Variants []listing.GameChoice // beside the standard rules
}

func (s *handlers) showLessonList(w http.ResponseWriter, r *http.Request) error {
	t := s.core.Texts(r)
	v := lessonListView{Page: s.core.Page(r, t.Text("web.learn.list.title"))}
	for _, f := range s.lists.Families(t) {
		g, err := s.core.Live.Rooms.Games().Game(f.ID)
		if err != nil || !hasLesson(g) {
			continue
		}
		card := lessonCard{Picture: boardview.StartPicture(t, g), Steps: len(content.Steps(g))}
		card.Path = "/learn/" + f.ID
		for _, choice := range f.Games {
			if variant, err := s.core.Live.Rooms.Games().Game(choice.ID); choice.ID != f.ID && err == nil && hasLesson(variant) {
				card.Variants = append(card.Variants, choice)
			}
		}
		v.Lessons = append(v.Lessons, card)
	}
	return s.core.Render(w, http.StatusOK, "lesson_list", &v)
}

// hasLesson reports whether a game has a lesson.
func hasLesson(g game.Game) bool { return len(content.Steps(g)) > 0 }

// nextLesson returns the family to go on with, nil after the last.
func (s *handlers) nextLesson(t *web.Texts, info *game.Info) *listing.GameChoice {
	found := false
	for _, f := range s.lists.Families(t) {
		if g, err := s.core.Live.Rooms.Games().Game(f.ID); found && err == nil && hasLesson(g) {
			return &listing.GameChoice{ID: f.ID, Name: f.Name}
		}
		found = found || f.ID == info.Family
	}
	return nil
}
