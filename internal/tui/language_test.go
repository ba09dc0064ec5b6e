// SPDX-License-Identifier: Apache-2.0

package tui_test

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"cairn/internal/lang"
	"cairn/internal/tui"
)

// eachLanguage runs a test in every language, with options that speak it.
func eachLanguage(t *testing.T, games []tui.Entry, name string, test func(*testing.T, *lang.Catalogue, tui.Options)) {
	for _, l := range lang.Languages() {
		t.Run(l.Code, func(t *testing.T) {
			words, ok := lang.Load(l.Code)
			if !ok {
				t.Fatal("it cannot be loaded")
			}
			o := options(t, games, name)
			o.Words = words
			test(t, words, o)
		})
	}
}

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

func TestPlainHelpFits(t *testing.T) {
	eachLanguage(t, toy(), "toy", func(t *testing.T, words *lang.Catalogue, _ tui.Options) {
		for line := range strings.SplitSeq(words.Text("plain.help"), "\n") {
			if got, most := lipgloss.Width(line), 82; got > most {
				t.Errorf("%q has %d columns, want at most %d", line, got, most)
			}
		}
	})
}

// A game is played and ended in the words of its language.
func TestPlainInEveryLanguage(t *testing.T) {
	for code, test := range map[string]struct {
		yes  string
		want []string
	}{
		"en": {"yes", []string{"White places on b2.", "Black, do you want to forfeit? (yes or no)", "White wins: Black forfeits."}},
		"fr": {"oui", []string{"Blanc pose un pion en b2.", "Noir, voulez-vous abandonner\u00a0? (oui ou non)", "Blanc gagne\u00a0: Noir abandonne."}},
		"de": {"ja", []string{"Weiß setzt einen Stein auf b2.", "Schwarz, willst du aufgeben? (ja oder nein)", "Weiß gewinnt: Schwarz gibt auf."}},
		"mg": {"eny", []string{"Fotsy pose un pion en b2.", "Mainty, voulez-vous abandonner\u00a0? (eny na tsia)", "Fotsy gagne\u00a0: Mainty abandonne."}},
	} {
		words, ok := lang.Load(code)
		if !ok {
			t.Fatalf("%s cannot be loaded", code)
		}
		o := options(t, toy(), "toy")
		o.Words = words
		has(t, plain(t, o, "b2", "forfeit", "what", strings.ToUpper(test.yes)), test.want...)
	}
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
