// SPDX-License-Identifier: Apache-2.0

// Package content reads the lessons in the folder of a game. It also reports which texts,
// rules in words and lessons of a game are missing or wrong. Package lang reads texts.
package content

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"go.yaml.in/yaml/v3"

	"cairn/game"
)

// lessonFile is a lesson file; see docs/adding-a-game.md.
type lessonFile struct {
	Like  string // id of a game in this folder whose steps come first; may be empty
	Steps []Step // of this game alone
}

// Step is a step of a lesson: a position, and conditions on a move. Without conditions any
// move meets it.
type Step struct {
	Text     string                // its texts are lesson.TEXT.title, .text, .done and .wrong
	Position string                // as the game writes it
	Read     bool                  // nothing is to be done
	Goal     map[game.NoteKind]int // minimum count of each kind of note
	Moves    []string              // one of these must be made
	Ends     game.Verdict          // the game must end so
	Reply    []string              // the other side plays the first of these that is legal
	Barred   []string              // moves that the rules must refuse; otherwise the step is left out
	Diagram  string                // a move that the page of the rules shows before and after; may be empty
}

// WrittenSteps returns the steps in content/lessons/ID.yaml of a game, or else of its
// family. There may be none.
func WrittenSteps(info *game.Info) ([]Step, error) {
	if info.Content == nil {
		return nil, nil
	}
	file, err := readLesson(info.Content, info.ID)
	if errors.Is(err, fs.ErrNotExist) {
		file, err = readLesson(info.Content, info.Family)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || file.Like == "" {
		return file.Steps, err
	}
	like, err := readLesson(info.Content, file.Like)
	return slices.Concat(like.Steps, file.Steps), err
}

func readLesson(content fs.FS, id string) (lessonFile, error) {
	var file lessonFile
	name := "content/lessons/" + id + ".yaml"
	data, err := fs.ReadFile(content, name)
	if err != nil {
		return file, err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	if err := decoder.Decode(&file); err != nil {
		return lessonFile{}, fmt.Errorf("%s: %w", name, err)
	}
	return file, nil
}

// steps holds the result of [Steps] by *game.Info.
var steps sync.Map

// Steps returns the steps that are valid by the rules of a game: a variant leaves out
// steps of its family that its rules do not allow. A lesson that cannot be read has no
// steps. Callers must not change the result.
func Steps(g game.Game) []Step {
	if known, ok := steps.Load(g.Info()); ok {
		return known.([]Step)
	}
	written, _ := WrittenSteps(g.Info())
	hold := slices.DeleteFunc(written, func(s Step) bool { return !s.holds(g) })
	steps.Store(g.Info(), hold)
	return hold
}

// holds reports whether a step is valid by the rules of a game: the position is legal,
// barred moves are not, and some move meets the goal.
func (s *Step) holds(g game.Game) bool {
	state, err := g.Parse(s.Position)
	if err != nil {
		return false
	}
	legal := func(move string) bool { _, err := state.Find(move); return err == nil }
	if slices.ContainsFunc(s.Barred, legal) {
		return false
	}
	return s.Read || slices.ContainsFunc(state.Moves(), func(m game.Move) bool { return s.Met(state, m) })
}

// Diagrams returns the steps with a diagram for the page of the rules, whose move is legal
// in the game.
func Diagrams(g game.Game) []Step {
	return slices.DeleteFunc(slices.Clone(Steps(g)), func(s Step) bool { return s.Diagram == "" || !s.shows(g) })
}

// shows reports whether the move of a diagram is legal.
func (s *Step) shows(g game.Game) bool {
	state, err := g.Parse(s.Position)
	if err != nil {
		return false
	}
	_, err = state.Find(s.Diagram)
	return err == nil
}

// Met reports whether a legal move meets the step.
func (s *Step) Met(state game.State, m game.Move) bool {
	if s.Read || len(s.Moves) > 0 && !slices.Contains(s.Moves, m.Text) {
		return false
	}
	for kind, want := range s.Goal {
		if amount(m.Notes, kind) < want {
			return false
		}
	}
	if s.Ends == game.Playing {
		return true
	}
	after, err := state.Play(m.Text)
	return err == nil && after.Result().Verdict == s.Ends
}

// amount returns the number of notes of a kind, a note with a count as so many.
func amount(notes []game.Note, kind game.NoteKind) int {
	sum := 0
	for _, note := range notes {
		if note.Kind == kind {
			sum += max(note.Count, 1)
		}
	}
	return sum
}
