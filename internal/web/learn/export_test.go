// SPDX-License-Identifier: Apache-2.0

package learn

import "cairn/game"

// Views are the data types of the views.
var Views = map[string]any{
	"lesson":      lessonView{},
	"lesson_list": lessonListView{},
	"rules_list":  ruleListView{},
	"rules":       rulesView{},
}

// LessonStep is a step of a lesson.
type LessonStep = lessonStep

// LessonFiles are the lessons as they are written, by the id of their game.
func LessonFiles() map[string]lessonFile { return lessonFiles() }

// StepsOf are the steps that hold by the rules of a game.
func StepsOf(g game.Game) []LessonStep { return stepsOf(g) }

// Met reports whether a move does what a step asks for.
func (s *lessonStep) Met(state game.State, m game.Move) bool { return s.met(state, m) }
