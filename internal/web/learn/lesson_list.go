// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"net/http"

	"cairn/game"
	"cairn/internal/web"
	"cairn/internal/web/boardview"
	"cairn/internal/web/listing"
)

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
	t := s.Texts(r)
	v := lessonListView{Page: s.Page(r, t.Text("web.learn.list.title"))}
	for _, f := range s.Families(t) {
		g, err := s.Live.Games().Game(f.ID)
		if err != nil || !hasLesson(g.Info()) {
			continue
		}
		card := lessonCard{Picture: boardview.StartPicture(t, g), Steps: len(writtenSteps(g.Info()))}
		card.Path = "/learn/" + f.ID
		for _, choice := range f.Games {
			if choice.ID != f.ID {
				card.Variants = append(card.Variants, choice)
			}
		}
		v.Lessons = append(v.Lessons, card)
	}
	return s.Render(w, http.StatusOK, "lesson_list", &v)
}

// hasLesson reports whether somebody has written a lesson for a game.
func hasLesson(info *game.Info) bool { return len(writtenSteps(info)) > 0 }

// nextLesson is the family to go on with; nil after the last.
func (s *handlers) nextLesson(t *web.Texts, info *game.Info) *listing.GameChoice {
	found := false
	for _, f := range s.Families(t) {
		if found && hasLesson(s.GameInfo(f.ID)) {
			return &listing.GameChoice{ID: f.ID, Name: f.Name}
		}
		found = found || f.ID == info.Family
	}
	return nil
}
