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
	"strconv"
	"strings"
)

// sentence is what a person would read: it begins with a capital, and another
// word follows. Errors, keys, queries and headers look different.
var sentence = regexp.MustCompile(`^\p{Lu}[\p{L}'’-]*[,:;]? \(?\p{L}`)

// Sentences returns a line for every string in the Go code of a folder that
// looks like a sentence. Tests are left out, and so are those that are allowed.
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
