// SPDX-License-Identifier: Apache-2.0

// Package contenttest checks the content of a game's folder: its texts, rules in
// words, lessons and samples. Each game calls it in its own tests, for the
// languages it is complete in.
package contenttest

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"cairn/game"
	"cairn/internal/content"
	"cairn/internal/lang"
	"cairn/internal/lang/langtest"
)

// Same lists, by language, the keys of texts that are written as in English.
type Same map[string][]string

// widestName is how much of a name the menu of the terminal shows.
const widestName = 27

// Run checks the content of the rule sets of one folder: it has no faults, and in English
// and the given languages nothing is missing.
func Run[P game.Position[P, M], M comparable](t *testing.T, defs []game.Def[P, M], same Same, languages ...string) {
	t.Helper()
	games := make([]game.Game, len(defs))
	for i := range defs {
		games[i] = game.Erase(defs[i])
	}
	for _, g := range games {
		t.Run(g.Info().ID, func(t *testing.T) { checkGame(t, g, languages) })
	}
	info := games[0].Info()
	if info.Content == nil {
		return
	}
	checkUnused(t, games)
	for _, l := range lang.Languages()[1:] {
		checkTexts(t, games, l.Code, slices.Contains(languages, l.Code), same[l.Code])
		checkRules(t, info.Content, l.Code)
	}
}

func checkGame(t *testing.T, g game.Game, languages []string) {
	for _, fault := range content.Faults(g) {
		t.Error(fault)
	}
	for _, l := range lang.Languages() {
		words, _ := lang.Load(l.Code)
		names := []string{words.Variant(g.Info())}
		if g.Info().ID == g.Info().Family {
			names = append(names, words.Game(g.Info()))
		}
		for _, name := range names {
			if n := utf8.RuneCountInString(name); n > widestName {
				t.Errorf("%q has %d characters: the menu of the terminal shows %d", name, n, widestName)
			}
		}
	}
	for _, gap := range content.Gaps(g) {
		if slices.Contains(languages, gap.Language) || gap.Language == "en" && len(languages) > 0 {
			t.Errorf("missing: %s", gap)
		}
	}
}

// checkTexts compares the texts of a language with the English ones.
func checkTexts(t *testing.T, games []game.Game, code string, complete bool, same []string) {
	texts, err := lang.ReadGame(games[0].Info(), code)
	if errors.Is(err, fs.ErrNotExist) && !complete {
		return
	}
	english, englishErr := lang.ReadGame(games[0].Info(), "en")
	if errors.Is(englishErr, fs.ErrNotExist) {
		english, englishErr = lang.ParseLanguage("en")
	}
	if err := errors.Join(err, englishErr); err != nil {
		t.Errorf("%s: %v", code, err)
		return
	}
	translation := langtest.Translation{Original: english, Texts: texts, Partial: !complete, Same: same, More: names(games)}
	for _, fault := range translation.Faults() {
		t.Errorf("%s: %s", code, fault)
	}
}

// names returns the keys of the names of games and variants, which English texts
// do not need.
func names(games []game.Game) (keys []string) {
	for _, g := range games {
		keys = append(keys, "game."+g.Info().ID, "variant."+g.Info().Variant)
	}
	return keys
}

// checkUnused finds texts of lessons that no step of any game uses, and files of
// lessons, rules, puzzles and drills that belong to no game.
func checkUnused(t *testing.T, games []game.Game) {
	used := map[string]bool{}
	for _, g := range games {
		used[g.Info().ID], used[g.Info().Family] = true, true
		for _, step := range content.Steps(g) {
			used["lesson."+step.Text] = true
		}
	}
	files := games[0].Info().Content
	if texts, err := lang.ReadGame(games[0].Info(), "en"); err == nil {
		for _, key := range texts.Keys() {
			if strings.HasPrefix(key, "lesson.") && !used[key[:strings.LastIndex(key, ".")]] {
				t.Errorf("%s: no lesson has this step", key)
			}
		}
	}
	for _, pattern := range []string{"content/lessons/*.yaml", "content/rules/*/*.html", "content/puzzles/*.txt", "content/drills/*.txt"} {
		found, err := fs.Glob(files, pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range found {
			if id := strings.TrimSuffix(path.Base(name), path.Ext(name)); !used[id] {
				t.Errorf("%s: there is no game %s", name, id)
			}
		}
	}
}

// element is a tag without its attributes; sample is a move in notation, which
// is the same in every language.
var (
	element = regexp.MustCompile(`</?[a-z0-9]+`)
	sample  = regexp.MustCompile(`<kbd>[^<]*</kbd>`)
)

// checkRules compares translated rules with the English ones: the same order and
// the same examples.
func checkRules(t *testing.T, files fs.FS, code string) {
	translated, err := fs.Glob(files, "content/rules/"+code+"/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range translated {
		is, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		was, err := fs.ReadFile(files, "content/rules/en/"+path.Base(name))
		if err != nil {
			continue // there is no English original
		}
		if diff := cmp.Diff(element.FindAllString(string(was), -1), element.FindAllString(string(is), -1)); diff != "" {
			t.Errorf("%s is built in another way: English -, here +\n%s", name, diff)
		}
		if diff := cmp.Diff(sample.FindAllString(string(was), -1), sample.FindAllString(string(is), -1)); diff != "" {
			t.Errorf("%s has other examples: English -, here +\n%s", name, diff)
		}
		if string(was) == string(is) {
			t.Errorf("%s is not translated", name)
		}
	}
}
