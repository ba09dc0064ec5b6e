// SPDX-License-Identifier: Apache-2.0

package web

import (
	"net/http"

	"cairn/game"
)

// lessonListView is the list of all lessons.
type lessonListView struct {
	page
	Lessons []lessonCard
}

// lessonCard is the lesson of a family.
type lessonCard struct {
	picture
	Steps    int
	Variants []gameChoice // beside the standard rules
}

func (s *Server) showLessonList(w http.ResponseWriter, r *http.Request) error {
	t := s.texts(r)
	v := lessonListView{page: s.page(r, t.Text("web.learn.list.title"))}
	for _, f := range s.families(t) {
		g, err := s.live.Games().Game(f.ID)
		if err != nil || !hasLesson(g.Info()) {
			continue
		}
		card := lessonCard{picture: startPicture(t, g), Steps: len(writtenSteps(g.Info()))}
		card.Path = "/learn/" + f.ID
		for _, choice := range f.Games {
			if choice.ID != f.ID {
				card.Variants = append(card.Variants, choice)
			}
		}
		v.Lessons = append(v.Lessons, card)
	}
	return s.render(w, http.StatusOK, "learnlist", &v)
}

// hasLesson reports whether somebody has written a lesson for a game.
func hasLesson(info *game.Info) bool { return len(writtenSteps(info)) > 0 }

// nextLesson is the family to go on with; nil after the last.
func (s *Server) nextLesson(t *texts, info *game.Info) *gameChoice {
	found := false
	for _, f := range s.families(t) {
		if found && hasLesson(s.gameInfo(f.ID)) {
			return &gameChoice{ID: f.ID, Name: f.Name}
		}
		found = found || f.ID == info.Family
	}
	return nil
}
