// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"strings"
	"testing"

	"cairn/internal/lang"
	"cairn/internal/tui"
)

// Labels are as long as a language needs; none may be cut off in a window of
// the usual size.
func TestHelpFits(t *testing.T) {
	eachLanguage(t, toy(), "toy", func(t *testing.T, words *lang.Catalogue, o tui.Options) {
		s := newScreen(t, o).size(80, 24).press("H")
		for _, key := range words.Keys() {
			if strings.HasPrefix(key, "key.") && key != "key.help" || strings.HasPrefix(key, "help.") {
				s.shows(words.Text(key))
			}
		}
	})
}

func TestMenuFits(t *testing.T) {
	eachLanguage(t, real(), "", func(t *testing.T, words *lang.Catalogue, o tui.Options) {
		o.Players = [2]string{}
		s := newScreen(t, o).size(80, 24)
		for _, key := range []string{"menu.subtitle", "row.game", "row.variant", "row.opponent", "row.begins", "row.clock", "row.start", "row.load", "row.quit", "menu.keys"} {
			s.shows(words.Text(key))
		}
	})
}

// Questions on the full screen are answered by the letters of the language.
func TestAnswersByLetter(t *testing.T) {
	for code, letters := range map[string][2]string{"en": {"y", "n"}, "fr": {"o", "n"}, "de": {"j", "n"}, "mg": {"e", "t"}} {
		words, ok := lang.Load(code)
		if !ok {
			t.Fatalf("%s cannot be loaded", code)
		}
		o := options(t, toy(), "toy")
		o.Words = words
		s := newScreen(t, o).size(80, 24)
		s.press("f").shows(words.Text("dialog.yesno"))
		s.press("z").shows(words.Text("dialog.yesno"))
		s.press(letters[1]).hides(words.Text("dialog.yesno"))
		s.press("f", letters[0]).hides(words.Text("dialog.yesno"))
		s.press("f").shows(words.Text("screen.over"))
	}
}
