// SPDX-License-Identifier: Apache-2.0

package arch_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

const root = "../.."

// Every test that docs/requirements.md names exists in the package it names.
func TestRequirements(t *testing.T) {
	page, err := os.ReadFile(root + "/docs/requirements.md")
	if err != nil {
		t.Fatal(err)
	}
	word := regexp.MustCompile("`([^`]+)`(:?)")
	pkg, test := regexp.MustCompile(`^[a-z0-9/*]+$`), regexp.MustCompile(`^((Test|Fuzz|Example)[A-Z]|test[A-Z])`)
	for number, line := range strings.Split(string(page), "\n") {
		cells := strings.Split(line, "|")
		if len(cells) < 6 || strings.HasPrefix(cells[1], "--") || strings.TrimSpace(cells[1]) == "id" {
			continue
		}
		named, source := false, ""
		for _, match := range word.FindAllStringSubmatch(cells[len(cells)-2], -1) {
			name := match[1]
			switch {
			case match[2] == ":" && pkg.MatchString(name):
				source = testSource(t, name)
				continue
			case test.MatchString(name):
				if !strings.Contains(source, "func "+name+"(") {
					t.Errorf("docs/requirements.md:%d: there is no %s in the package before it", number+1, name)
				}
			case strings.HasSuffix(name, ".txtar") && !strings.Contains(source, "/"+name):
				t.Errorf("docs/requirements.md:%d: there is no script %s", number+1, name)
			}
			named = true
		}
		if !named {
			t.Errorf("docs/requirements.md:%d: names no test", number+1)
		}
	}
}

// testSource returns the test files of a package, and the names of its scripts.
func testSource(t *testing.T, pkg string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, pkg, "*.go"))
	if err != nil || len(files) == 0 {
		t.Errorf("there is no package %s", pkg)
	}
	var source strings.Builder
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(data)
	}
	scripts, _ := filepath.Glob(filepath.Join(root, pkg, "testdata/*/*.txtar"))
	return source.String() + strings.Join(scripts, "\n")
}

// Every relative link in a page leads to a file.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
	for name, page := range pages(t, root) {
		for _, match := range link.FindAllStringSubmatch(page, -1) {
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(name), match[1])); err != nil {
				t.Errorf("%s: the link to %s leads nowhere", name, match[1])
			}
		}
	}
}

// maxProse is the longest line of prose in a page, in characters: what a window beside
// another shows without wrapping. Tables and code may be longer.
const maxProse = 160

func TestProse(t *testing.T) {
	for name, page := range pages(t, root) {
		code := false
		for number, line := range strings.Split(page, "\n") {
			trimmed := strings.TrimSpace(line)
			if strings.HasPrefix(trimmed, "```") {
				code = !code
			}
			indented := strings.HasPrefix(line, "    ") && !strings.HasPrefix(trimmed, "- ")
			if code || indented || strings.HasPrefix(trimmed, "|") {
				continue
			}
			if length := utf8.RuneCountInString(line); length > maxProse {
				t.Errorf("%s:%d has %d characters, want at most %d", name, number+1, length, maxProse)
			}
		}
	}
}

// pages returns the text of all pages below a folder, by their paths from there.
func pages(t *testing.T, root string) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "node_modules" || entry.Name() == ".git"):
			return fs.SkipDir
		case filepath.Ext(path) != ".md":
			return nil
		}
		page, err := os.ReadFile(path)
		texts[strings.TrimPrefix(path, root+"/")] = string(page)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}
