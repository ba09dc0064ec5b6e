// SPDX-License-Identifier: Apache-2.0

package content_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cairn/catalog"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/content"
)

// A variant leaves out steps that are not valid by its rules, and adds its own.
func TestLessonVariants(t *testing.T) {
	for _, c := range []struct{ game, has, lacks string }{
		{"nine-mens-morris", "morris.fly morris.two", "morris.walk morris.each"},
		{"nine-mens-morris-no-flying", "morris.walk", "morris.fly"},
		{"nine-mens-morris-multi", "morris.each morris.fly", "morris.two"},
		{"three-mens-morris-nine-holes", "three.leap", "three.move"},
		{"yote", "yote.return yote.few yote.once", "yote.many"},
		{"yote-free-return", "yote.few", "yote.return"},
		{"yote-no-three-draw", "yote.return", "yote.few"},
		{"yote-free", "yote.win", "yote.return yote.few"},
		{"yote-multi", "yote.many yote.jump", "yote.once"},
	} {
		entry, err := catalog.Standard().Find(c.game)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, step := range content.Steps(entry) {
			got = append(got, step.Text)
		}
		for _, want := range strings.Fields(c.has) {
			if !slices.Contains(got, want) {
				t.Errorf("%s: %s is missing in %v", c.game, want, got)
			}
		}
		for _, unwanted := range strings.Fields(c.lacks) {
			if slices.Contains(got, unwanted) {
				t.Errorf("%s: got %s in %v", c.game, unwanted, got)
			}
		}
	}
}

// A game without optional content has every gap and no faults.
func TestGaps(t *testing.T) {
	bare := game.Erase(tictactoe.Standard)
	if faults := content.Faults(bare); len(faults) > 0 {
		t.Errorf("faults %v", faults)
	}
	var got []string
	for _, gap := range content.Gaps(bare) {
		got = append(got, gap.String())
	}
	for _, want := range []string{"name in fr", "rules in en", "lesson", "samples"} {
		if !slices.Contains(got, want) {
			t.Errorf("%q is missing in %v", want, got)
		}
	}
}

// Faults name the file or step.
func TestFaults(t *testing.T) {
	def := tictactoe.Standard
	def.Samples = []string{"nonsense"}
	const start = `"3/3/3 w 0"`
	for _, test := range []struct{ name, file, text, want string }{
		{"texts", "content/de.yaml", "- no map", "content/de.yaml"},
		{"a lesson", "content/lessons/" + def.ID + ".yaml", "stepz: []", "field stepz not found"},
		{"another game's steps", "content/lessons/" + def.ID + ".yaml", "like: x", "lessons/x.yaml"},
		{"a position", "content/lessons/" + def.ID + ".yaml", "steps: [{text: a, position: x}]", "lesson step a"},
		{"a reply", "content/lessons/" + def.ID + ".yaml", "steps: [{text: a, position: " + start + ", reply: [z9]}]", "none of the replies [z9]"},
		{"a goal", "content/lessons/" + def.ID + ".yaml", "steps: [{text: a, position: " + start + ", goal: {placed: 1}}]", "all 9 moves meet the goal"},
		{"a diagram", "content/lessons/" + def.ID + ".yaml", "steps: [{text: a, position: " + start + ", diagram: z9}]", "the move z9 of its diagram"},
		{"a text", "content/lessons/" + def.ID + ".yaml", "steps: [{text: a, position: " + start + "}]", "lesson.a.title has no text"},
		{"samples", "content/en.yaml", "a: b", "samples: the rules know none of them"},
	} {
		def.Content = fstest.MapFS{test.file: {Data: []byte(test.text)}}
		if got := strings.Join(content.Faults(game.Erase(def)), "\n"); !strings.Contains(got, test.want) {
			t.Errorf("%s: got %q, want %q in it", test.name, got, test.want)
		}
	}
}
