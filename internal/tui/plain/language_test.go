// SPDX-License-Identifier: Apache-2.0

package plain_test

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"

	"cairn/internal/lang"
	"cairn/internal/tui"
)

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
		"en": {"yes", []string{"White places on b2.", "Black, do you want to resign? (yes or no)", "White wins: Black resigns."}},
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
		has(t, transcript(t, o, "b2", "forfeit", "what", strings.ToUpper(test.yes)), test.want...)
	}
}
