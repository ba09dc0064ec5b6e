// SPDX-License-Identifier: Apache-2.0

package lang_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/lang"
	"cairn/internal/tui"
	"cairn/match"
)

// names returns the names of an enumeration, up to the first value whose name is a number.
func names[E ~uint8](name func(E) string) (all []string) {
	for e := E(0); name(e) != strconv.Itoa(int(e)); e++ {
		all = append(all, name(e))
	}
	return all
}

// facts returns every key that is made from a typed fact.
func facts() []string {
	var keys []string
	add := func(prefix string, names []string) {
		for _, name := range names {
			keys = append(keys, prefix+name)
		}
	}
	add("why.", names(game.Why.String))
	add("phase.", names(game.Phase.String))
	add("note.enters.", names(game.Phase.String))
	for _, kind := range names(game.NoteKind.String) {
		switch kind {
		case "mills":
			add("note.mills.", []string{"one", "other"})
		case "enters", "closed":
		default:
			add("note.", []string{kind})
		}
	}
	add("end.", names(game.Reason.String)[1:]) // the first is none
	for _, r := range match.Reasons() {
		add("end.", []string{string(r)})
	}
	for _, w := range match.Whys() {
		add("refused.", []string{string(w)})
	}
	for _, e := range match.EventKinds() {
		add("event.", []string{string(e)})
	}
	add("player.", []string{tui.Human})
	for _, level := range engine.Levels() {
		add("player.", []string{string(level)})
	}
	return keys
}

func TestEveryFactHasAText(t *testing.T) {
	keys := lang.English().Keys()
	for _, key := range facts() {
		if !slices.Contains(keys, key) {
			t.Errorf("%s has no text", key)
		}
	}
	if n := len(facts()); n < 90 {
		t.Errorf("only %d facts were found: the enumerations are not seen", n)
	}
}

// TestEverythingIsFilledIn checks that no sentence of a fact has a {name} without a value.
func TestEverythingIsFilledIn(t *testing.T) {
	for _, code := range codes() {
		for _, text := range everySentence(load(t, code)) {
			if strings.ContainsAny(text, "{}[]") {
				t.Errorf("%s: %q is not filled in", code, text)
			}
		}
	}
}

// everySentence returns a sentence of every fact.
func everySentence(c *lang.Catalogue) (all []string) {
	board := tictactoe.Standard.Board
	for k := range game.LineMade + 1 {
		for p := range game.Mixed + 1 {
			all = append(all, c.Turn(board, game.Black, []game.Note{{Kind: k, Phase: p, Count: 2}})...)
		}
	}
	for w := range game.WhyStuck + 1 {
		all = append(all, c.Why(&game.Illegal{Why: w}), c.Why(&game.Illegal{Why: w, At: "a1"}))
	}
	for r := game.TooFewMen; r <= game.Quiet; r++ {
		all = append(all, c.End(game.WhiteWins, r.String()))
	}
	for _, r := range match.Reasons() {
		all = append(all, c.End(game.BlackWins, string(r)))
	}
	return all
}

// dynamic are prefixes of keys that a display completes with a name from its code.
var dynamic = []string{"screen.", "men.", "board.", "key.", "side."}

func TestNoTextIsUnused(t *testing.T) {
	code := source(t, "../tui") + source(t, "../tui/plain") + source(t, "../tui/full") + source(t, "../tui/canvas") + source(t, "../sshd") + source(t, ".")
	for _, key := range lang.English().Keys() {
		if slices.ContainsFunc([]string{"lesson.", "piece.", "label."}, func(prefix string) bool { return strings.HasPrefix(key, prefix) }) || slices.Contains(facts(), key) || used(code, key) {
			continue
		}
		t.Errorf("%s is used nowhere", key)
	}
}

func used(code, key string) bool {
	quoted := func(text string) bool { return strings.Contains(code, `"`+text+`"`) }
	if base, ok := strings.CutSuffix(key, ".one"); ok && quoted(base) {
		return true
	}
	if base, ok := strings.CutSuffix(key, ".other"); ok && quoted(base) {
		return true
	}
	for _, prefix := range dynamic {
		if rest, ok := strings.CutPrefix(key, prefix); ok && quoted(prefix) && quoted(rest) {
			return true
		}
	}
	return quoted(key)
}

// TestEveryTextIsThere checks that the catalogue has every key in the code of the displays.
func TestEveryTextIsThere(t *testing.T) {
	keys := lang.English().Keys()
	code := source(t, "../tui") + source(t, "../tui/plain") + source(t, "../tui/full") + source(t, "../tui/canvas")
	for _, call := range []string{`.Text("`, `.Count("`} {
		for _, part := range strings.Split(code, call)[1:] {
			key, _, _ := strings.Cut(part, `"`)
			if strings.HasSuffix(key, ".") || slices.Contains(keys, key) || slices.Contains(keys, key+".one") && slices.Contains(keys, key+".other") {
				continue
			}
			t.Errorf("%s is used but has no text", key)
		}
	}
}

// source returns the code in a folder, tests left out.
func source(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no code in %s: %v", dir, err)
	}
	var code strings.Builder
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		code.Write(text)
	}
	return code.String()
}
