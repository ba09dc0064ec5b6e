// SPDX-License-Identifier: Apache-2.0

package content

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"unicode"

	"cairn/game"
	"cairn/internal/lang"
)

// Gap is an optional part that a game lacks.
type Gap struct {
	Part     string `json:"part"`     // "name", "variant", "rules", "lesson", "lesson texts", "samples"
	Language string `json:"language"` // code of the language; empty where the part has none
}

// String returns the gap as a line of text.
func (g Gap) String() string {
	if g.Language == "" {
		return g.Part
	}
	return g.Part + " in " + g.Language
}

// Gaps returns which names, rules in words, lessons and samples a game lacks, in every
// complete language of Cairn. All of them are optional.
func Gaps(g game.Game) []Gap {
	info := g.Info()
	var gaps []Gap
	for _, l := range lang.Languages() {
		for _, part := range missingTexts(g, l.Code) {
			gaps = append(gaps, Gap{part, l.Code})
		}
	}
	if len(Steps(g)) == 0 {
		gaps = append(gaps, Gap{Part: "lesson"})
	}
	if len(info.Samples) == 0 {
		gaps = append(gaps, Gap{Part: "samples"})
	}
	return gaps
}

// missingTexts returns which parts of a game have no text in a language. In
// English the rules themselves give the names.
func missingTexts(g game.Game, code string) []string {
	info := g.Info()
	texts, err := lang.ReadGame(info, code)
	has := func(key string) bool { return err == nil && texts.Has(key) }
	var missing []string
	if code != "en" {
		if !has("game." + info.ID) {
			missing = append(missing, "name")
		}
		if !has("variant."+info.Variant) && needsVariant(info) {
			missing = append(missing, "variant")
		}
	}
	if !hasRules(info, code) {
		missing = append(missing, "rules")
	}
	shared, _ := lang.Load(code)
	for _, step := range Steps(g) {
		if key := "lesson." + step.Text + ".title"; !has(key) && !shared.Has(key) {
			return append(missing, "lesson texts")
		}
	}
	return missing
}

// needsVariant reports whether the variant of a game needs a text. "standard" is
// a text of package lang, and sizes of boards are the same in every language.
func needsVariant(info *game.Info) bool {
	return info.Variant != "" && info.Variant != "standard" && !strings.ContainsFunc(info.Variant, unicode.IsDigit)
}

// hasRules reports whether a game or its family has rules in words in a language.
func hasRules(info *game.Info, code string) bool {
	return info.Content != nil && slices.ContainsFunc([]string{info.ID, info.Family}, func(id string) bool {
		_, err := fs.Stat(info.Content, "content/rules/"+code+"/"+id+".html")
		return err == nil
	})
}

// Faults returns the faults in the content of a game: unreadable files, samples that no
// rules accept, and invalid steps of lessons.
func Faults(g game.Game) []string {
	info := g.Info()
	var faults []string
	add := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for _, l := range lang.Languages() {
		if _, err := lang.ReadGame(info, l.Code); err != nil && !errors.Is(err, fs.ErrNotExist) {
			add("content/%s.yaml: %v", l.Code, err)
		}
	}
	if _, err := WrittenSteps(info); err != nil {
		add("%v", err)
	}
	if info.Content != nil {
		own, _ := readLesson(info.Content, info.ID)
		for _, step := range own.Steps {
			if !step.holds(g) {
				add("lesson step %s: the position, the goal or a barred move does not fit the rules", step.Text)
			}
			if step.Diagram != "" && !step.shows(g) {
				add("lesson step %s: the move %s of its diagram is not legal", step.Text, step.Diagram)
			}
		}
	}
	for _, step := range Steps(g) {
		for _, fault := range stepFaults(g, &step) {
			add("lesson step %s: %s", step.Text, fault)
		}
	}
	samples := 0
	for _, text := range info.Samples {
		if s, err := g.Parse(text); err == nil {
			if samples++; s.Result().Over() {
				add("sample %s: the game is over there", text)
			}
		}
	}
	if samples == 0 && len(info.Samples) > 0 && info.ID == info.Family {
		add("samples: the rules know none of them")
	}
	return faults
}

// stepFaults checks a step that holds: its goal can be missed, replies are legal,
// and it has its texts in English.
func stepFaults(g game.Game, step *Step) []string {
	state, err := g.Parse(step.Position)
	if err != nil {
		return []string{err.Error()}
	}
	var faults []string
	met, missed := 0, 0
	for _, move := range state.Moves() {
		if !step.Met(state, move) {
			missed++
			continue
		}
		met++
		after, err := state.Play(move.Text)
		if err != nil {
			return []string{err.Error()}
		}
		legal := func(text string) bool { _, err := after.Find(text); return err == nil }
		if len(step.Reply) > 0 && !slices.ContainsFunc(step.Reply, legal) {
			faults = append(faults, fmt.Sprintf("after %s none of the replies %v is legal", move.Text, step.Reply))
		}
	}
	asks := len(step.Goal) > 0 || len(step.Moves) > 0 || step.Ends != game.Playing
	switch {
	case step.Read != (met == 0):
		faults = append(faults, fmt.Sprintf("%d moves meet the goal", met))
	case asks && missed == 0 && met > 1:
		faults = append(faults, fmt.Sprintf("all %d moves meet the goal", met))
	}
	parts := []string{"title", "text"}
	if !step.Read {
		parts = append(parts, "done")
		if missed > 0 {
			parts = append(parts, "wrong")
		}
	}
	texts := lang.English().For(g.Info())
	for _, part := range parts {
		if key := "lesson." + step.Text + "." + part; !texts.Has(key) {
			faults = append(faults, key+" has no text")
		}
	}
	return faults
}
