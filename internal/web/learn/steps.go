// SPDX-License-Identifier: Apache-2.0

package learn

import (
	"bytes"
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v3"

	"cairn/game"
)

//go:embed lessons/*.yaml
var lessonData embed.FS

// lessonFile is a lesson as it is written: see docs/learn.md.
type lessonFile struct {
	Like  string       // id of a game whose steps come first; empty for none
	Steps []lessonStep // of this game alone
}

// lessonStep is one thing to learn: a position, and what a move has to do there.
// A step that asks for nothing is met by any move.
type lessonStep struct {
	Text     string                // its texts are web.lesson.TEXT.title, .text, .done and .wrong
	Position string                // as the game writes it
	Read     bool                  // nothing is to be done
	Goal     map[game.NoteKind]int // at least so much of each must happen
	Moves    []string              // one of these must be made
	Ends     game.Verdict          // the game must end so
	Reply    []string              // what the other side then does: the first of these that is legal
	Barred   []string              // moves that the rules refuse here; where they do not, the step is left out
}

// lessonFiles are the lessons by the id of their game.
var lessonFiles = sync.OnceValue(func() map[string]lessonFile {
	names, err := fs.Glob(lessonData, "lessons/*.yaml")
	if err != nil {
		panic(err) // the pattern is a constant
	}
	files := map[string]lessonFile{}
	for _, name := range names {
		file, err := readLesson(name)
		if err != nil {
			panic("web: the embedded lesson " + name + " is broken: " + err.Error())
		}
		files[strings.TrimSuffix(path.Base(name), ".yaml")] = file
	}
	return files
})

func readLesson(name string) (lessonFile, error) {
	var file lessonFile
	data, err := lessonData.ReadFile(name)
	if err != nil {
		return file, err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	return file, decoder.Decode(&file)
}

// writtenSteps returns the steps that are written for a game: its own file's,
// else those of its family.
func writtenSteps(info *game.Info) []lessonStep {
	file, ok := lessonFiles()[info.ID]
	if !ok {
		file = lessonFiles()[info.Family]
	}
	steps := lessonFiles()[file.Like].Steps
	return append(steps[:len(steps):len(steps)], file.Steps...)
}

// stepsOf returns the steps that hold by the rules of a game; a variant passes
// over those of its family that it does not know.
func stepsOf(g game.Game) []lessonStep {
	var steps []lessonStep
	for _, step := range writtenSteps(g.Info()) {
		if step.holds(g) {
			steps = append(steps, step)
		}
	}
	return steps
}

// holds reports whether a step can be taught by the rules of a game: they know
// the position, refuse what is barred, and let the goal be met.
func (s *lessonStep) holds(g game.Game) bool {
	state, err := g.Parse(s.Position)
	if err != nil {
		return false
	}
	legal := func(move string) bool { _, err := state.Find(move); return err == nil }
	if slices.ContainsFunc(s.Barred, legal) {
		return false
	}
	return s.Read || slices.ContainsFunc(state.Moves(), func(m game.Move) bool { return s.met(state, m) })
}

// met reports whether a legal move does what the step asks for. It is judged by
// what the rules tell of the move, so that no game need be known here.
func (s *lessonStep) met(state game.State, m game.Move) bool {
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

// amount tells how often something happens in a move; notes that count say it
// themselves.
func amount(notes []game.Note, kind game.NoteKind) int {
	sum := 0
	for _, note := range notes {
		if note.Kind == kind {
			sum += max(note.Count, 1)
		}
	}
	return sum
}
