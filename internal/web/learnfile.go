// SPDX-License-Identifier: Apache-2.0

package web

import (
	"bytes"
	"embed"
	"io/fs"
	"path"
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
