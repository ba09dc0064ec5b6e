// SPDX-License-Identifier: Apache-2.0

package langtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// sentence matches what a person would read: a capital, and another word after
// the first. Errors, keys, queries and headers look different.
var sentence = regexp.MustCompile(`^\p{Lu}[\p{L}'’-]*[,:;]? \(?\p{L}`)

// Sentences returns a line for every string in the Go code of a folder that
// looks like a sentence, except in tests and for allowed ones.
func Sentences(dir fs.FS, allowed ...string) ([]string, error) {
	names, err := fs.Glob(dir, "*.go")
	if err != nil {
		return nil, err
	}
	var faults []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		code, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		found, err := sentences(path.Base(name), code)
		if err != nil {
			return nil, err
		}
		faults = append(faults, found...)
	}
	return remove(faults, allowed), nil
}

func sentences(name string, code []byte) ([]string, error) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, code, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var faults []string
	ast.Inspect(file, func(n ast.Node) bool {
		literal, ok := n.(*ast.BasicLit)
		if !ok || literal.Kind != token.STRING {
			return true
		}
		if text, err := strconv.Unquote(literal.Value); err == nil && sentence.MatchString(text) {
			faults = append(faults, fmt.Sprintf("%s:%d: %s", name, set.Position(literal.Pos()).Line, text))
		}
		return true
	})
	return faults, nil
}

// remove drops the faults that end with one of the allowed texts.
func remove(faults, allowed []string) []string {
	var left []string
	for _, fault := range faults {
		fine := false
		for _, text := range allowed {
			fine = fine || strings.HasSuffix(fault, ": "+text)
		}
		if !fine {
			left = append(left, fault)
		}
	}
	return left
}

var (
	action  = regexp.MustCompile(`(?s)\{\{.*?\}\}`)
	comment = regexp.MustCompile(`(?s)<!--.*?-->`)
	tag     = regexp.MustCompile(`(?s)<[a-zA-Z/!][^>]*>`)
	pair    = regexp.MustCompile(`[a-z-]+="[^"]*"`)
	spoken  = regexp.MustCompile(`\s(?:title|alt|placeholder|label|aria-label|aria-description|aria-roledescription|aria-valuetext)="([^"]*)"`)
)

// Words returns the words of a template that do not come from a catalogue:
// letters between tags, and in attributes that people read or hear.
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
