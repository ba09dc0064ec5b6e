// SPDX-License-Identifier: Apache-2.0

package langtest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"cairn/internal/lang"
)

// Translation is a catalogue and what it is made from, each as Read reads it:
// texts that another language lends do not count.
type Translation struct {
	Original, Texts *lang.Catalogue
	Partial         bool     // texts may be missing
	More            []string // keys that the original does not need
	Same            []string // keys of texts that are the same in both languages
	Positive        []string // counted keys whose number is never 0
}

// Faults returns a line for every text that is missing, that nobody asks for,
// that has other names in it than the original, that was left in the original
// language, whose plural is not whole, or whose marks are set wrongly.
func (tr Translation) Faults() []string {
	var faults []string
	original, keys := append(tr.Original.Keys(), tr.More...), tr.Texts.Keys()
	for _, key := range original {
		if !tr.Partial && !slices.Contains(keys, key) {
			faults = append(faults, key+" is missing")
		}
	}
	for _, key := range keys {
		if !slices.Contains(original, key) {
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

// names compares the {names} of a text with those of its original. A counted
// text may do without its number: "a mill".
func (tr Translation) names(key string) string {
	if slices.Contains(tr.More, key) {
		return ""
	}
	found := func(text string) []string {
		all := name.FindAllString(text, -1)
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

// translated finds words that are the same in both languages and should not be,
// or the other way round.
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

// plural looks for the other form of a counted text. Where nothing at all is
// "one", as in French, that form has to say the number.
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

// spaced is a mark that French sets apart by a space, which must not break.
var spaced = regexp.MustCompile(` [:;?!»]|« `)

func (tr Translation) marks(key string) string {
	if tr.Texts.Code() == "fr" && spaced.MatchString(tr.Texts.Text(key)) {
		return "a space beside a mark is no no-break space"
	}
	return ""
}
