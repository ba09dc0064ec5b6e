// SPDX-License-Identifier: Apache-2.0

// Package langtest checks catalogues and the code that uses them: that a
// translation is complete, and that code and templates contain no sentences. It cannot judge whether a translation is good.
package langtest

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"cairn/internal/lang"
)

// Read returns the catalogue of a language from the files of a pattern.
func Read(t *testing.T, code string, patterns ...string) *lang.Catalogue {
	t.Helper()
	var paths []string
	for _, pattern := range patterns {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		paths = append(paths, found...)
	}
	if len(paths) == 0 {
		t.Fatalf("no catalogue %s", patterns)
	}
	var files [][]byte
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, data)
	}
	c, err := lang.ParseLanguage(code, files...)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Translation is a catalogue and its original, each without base.
type Translation struct {
	Original, Texts *lang.Catalogue
	Partial         bool     // texts may be missing
	More            []string // keys it may have that the original lacks
	Same            []string // keys of texts that are the same in both languages
	Positive        []string // counted keys whose number is never 0
}

// Faults returns a line for every text that is missing, that is not in the
// original, that has other names in it, that was left in the original language,
// that lacks a plural form, or whose punctuation is wrong.
func (tr Translation) Faults() []string {
	var faults []string
	original, keys := tr.Original.Keys(), tr.Texts.Keys()
	for _, key := range original {
		if !tr.Partial && !slices.Contains(keys, key) {
			faults = append(faults, key+" is missing")
		}
	}
	for _, key := range keys {
		if !slices.Contains(original, key) && !slices.Contains(tr.More, key) {
			faults = append(faults, key+" is not a key of the original")
			continue
		}
		for _, check := range []func(key string) string{tr.names, tr.translated, tr.plural, tr.marks} {
			if fault := check(key); fault != "" {
				faults = append(faults, key+": "+fault)
			}
		}
	}
	slices.Sort(faults)
	return faults
}

// name is a {name} in a text.
var name = regexp.MustCompile(`\{[^{}]+\}`)

// names compares the {names} of a text with the names of its original. A counted text may
// lack its number, as "a mill", and any text the word for pieces, which does not fit into
// every language.
func (tr Translation) names(key string) string {
	if slices.Contains(tr.More, key) {
		return ""
	}
	found := func(text string) []string {
		all := slices.DeleteFunc(name.FindAllString(text, -1), func(n string) bool { return n == "{piece}" || n == "{pieces}" })
		if counted(key) {
			all = slices.DeleteFunc(all, func(n string) bool { return n == "{count}" })
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
	if got, want := found(tr.Texts.Text(key)), found(tr.Original.Text(key)); !slices.Equal(got, want) {
		return fmt.Sprintf("got the names %v, want %v", got, want)
	}
	return ""
}

// translated reports texts that equal their original although Same does not list them, and
// texts in Same that differ.
func (tr Translation) translated(key string) string {
	was, is := tr.Original.Text(key), tr.Texts.Text(key)
	words := strings.ContainsFunc(name.ReplaceAllString(is, ""), unicode.IsLetter)
	switch same := slices.Contains(tr.Same, key); {
	case was == is && words && !same:
		return fmt.Sprintf("%q is not translated", is)
	case was != is && same:
		return fmt.Sprintf("%q is listed as the same in both languages", is)
	}
	return ""
}

func counted(key string) bool {
	return strings.HasSuffix(key, ".one") || strings.HasSuffix(key, ".other")
}

// plural checks that a counted text has both forms. If 0 takes the form "one", as in
// French, that form must contain the number.
func (tr Translation) plural(key string) string {
	base, one := strings.CutSuffix(key, ".one")
	other := base + ".other"
	if !one {
		base, _ = strings.CutSuffix(key, ".other")
		other = base + ".one"
	}
	switch {
	case !counted(key):
		return ""
	case !slices.Contains(tr.Texts.Keys(), other):
		return "there is no " + other
	case one && lang.Plural(tr.Texts.Code(), 0) == "one" && !slices.Contains(tr.Positive, base) && !strings.Contains(tr.Texts.Text(key), "{count}"):
		return "it stands for 0 too, so it needs {count}"
	}
	return ""
}

// spaced matches a mark that French separates by a no-break space.
var spaced = regexp.MustCompile(` [:;?!»]|« `)

func (tr Translation) marks(key string) string {
	if tr.Texts.Code() == "fr" && spaced.MatchString(tr.Texts.Text(key)) {
		return "a space beside a mark is no no-break space"
	}
	return ""
}
