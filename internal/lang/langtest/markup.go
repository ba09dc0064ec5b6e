// SPDX-License-Identifier: Apache-2.0

package langtest

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

var (
	action  = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	comment = regexp.MustCompile(`(?s)<!--.*?-->`)
	tag     = regexp.MustCompile(`(?s)<[a-zA-Z/!][^>]*>`)
	pair    = regexp.MustCompile(`[a-z-]+="[^"]*"`)
	spoken  = regexp.MustCompile(`\s(?:title|alt|placeholder|label|aria-label|aria-description|aria-roledescription|aria-valuetext)="([^"]*)"`)
)

// Words returns the words that a template says by itself instead of asking a
// catalogue: letters between tags, and in attributes that people read or hear.
func Words(template string, allowed ...string) []string {
	const value = "\x00" // in place of an action, whose result is not ours
	text := comment.ReplaceAllString(action.ReplaceAllString(template, value), "")
	var found []string
	for _, attribute := range spoken.FindAllStringSubmatch(text, -1) {
		found = append(found, attribute[1])
	}
	text = tag.ReplaceAllString(text, value)
	text = pair.ReplaceAllString(text, value) // attributes that are put into a tag elsewhere
	found = append(found, strings.Split(text, value)...)
	var words []string
	for _, part := range found {
		part = strings.Trim(part, value+" \t\r\n")
		if strings.ContainsFunc(part, unicode.IsLetter) && !slices.Contains(allowed, part) {
			words = append(words, part)
		}
	}
	return words
}
