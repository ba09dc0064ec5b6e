// SPDX-License-Identifier: Apache-2.0

package lang_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"unicode"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/lang"
	"cairn/internal/lang/langtest"
)

// same lists, by language, texts that equal the English ones.
var same = map[string][]string{
	"fr": {"menu.title", "player.novice", "side.rose", "clock.initial"},
	"de": {"menu.title", "clock.initial"},
	"mg": {"menu.title"},
}

// players lists, by language, texts for who plays a side, which not every language needs.
var players = map[string][]string{
	"fr": strings.Fields("players.white players.black players.red players.blue players.amber players.teal players.rose players.green"),
}

func TestTranslations(t *testing.T) {
	english := langtest.Read(t, "en", "en.yaml")
	for _, code := range append(codes()[1:], "mg") {
		translation := langtest.Translation{
			Original: english, Texts: langtest.Read(t, code, code+".yaml"), Partial: lang.Base(code) != "",
			More: append(players[code], "variant.standard"), Same: same[code], Positive: []string{"note.mills", "piece.any", "piece.men", "piece.stones"},
		}
		for _, fault := range translation.Faults() {
			t.Errorf("%s: %s", code, fault)
		}
	}
	for _, key := range english.Keys() {
		if base, ok := strings.CutSuffix(key, ".one"); ok && !slices.Contains(english.Keys(), base+".other") {
			t.Errorf("en: %s has no form for other numbers", base)
		}
	}
}

// TestTurnInEveryLanguage checks the sentences of a turn with a mill, a capture and a new phase.
func TestTurnInEveryLanguage(t *testing.T) {
	const a3, b3, c3 = 0, 1, 2
	notes := []game.Note{
		{Kind: game.Moved, From: a3, Point: b3},
		{Kind: game.Mills, Count: 1},
		{Kind: game.Took, Point: c3},
		{Kind: game.Enters, Side: game.Black, Phase: game.Flying},
	}
	for code, want := range map[string]string{
		"en": "White moves a3 to b3, closes a mill, takes c3. Black can now fly.",
		"fr": "Blanc va de a3 en b3, forme un moulin, prend c3. Noir peut maintenant sauter.",
		"de": "Weiß zieht von a3 nach b3, schließt eine Mühle, schlägt c3. Schwarz darf jetzt springen.",
		"mg": "Fotsy va de a3 en b3, forme un moulin, prend c3. Mainty peut maintenant sauter.",
	} {
		if got := strings.Join(load(t, code).Turn(tictactoe.Standard.Board, game.White, notes), " "); got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

// The keys that a prompt shows are accepted as answers.
func TestAnswers(t *testing.T) {
	for _, code := range codes() {
		c := load(t, code)
		yes, no := strings.Fields(c.Text("answer.yes")), strings.Fields(c.Text("answer.no"))
		for _, word := range yes {
			if slices.Contains(no, word) {
				t.Errorf("%s: %q means both yes and no", code, word)
			}
		}
		for _, text := range []string{"dialog.yesno", "plain.yesno"} {
			shown := strings.FieldsFunc(c.Text(text), func(r rune) bool { return !unicode.IsLetter(r) })
			for _, words := range [][]string{yes, no} {
				if !slices.Contains(shown, words[0]) {
					t.Errorf("%s: %s does not show %q", code, text, words[0])
				}
			}
		}
	}
}

// The code of the terminal contains no sentences.
func TestNoSentencesInCode(t *testing.T) {
	for _, dir := range []string{".", "../tui"} {
		faults, err := langtest.Sentences(os.DirFS(dir))
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range faults {
			t.Errorf("%s/%s: this belongs into a catalogue", dir, fault)
		}
	}
}
