// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const root = "../../.."

var (
	testName  = regexp.MustCompile("`((?:Test|Fuzz|Benchmark)[A-Z][A-Za-z0-9_]*)`")
	testFunc  = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Benchmark)[A-Z][A-Za-z0-9_]*)\(`)
	event     = regexp.MustCompile(`\.Security\(r, "([a-z-]+)"`)
	cookie    = regexp.MustCompile(`[a-z]Cookie += "(-[a-z]+)"`)
	goFile    = regexp.MustCompile("`((?:internal|cmd)/[a-z0-9_/]+\\.go)`")
	itemRow   = regexp.MustCompile(`(?m)^\| (\d+\.\d+\.\d+) \| [12] \|[^|]+\| (met|part) \|([^|]+)\|([^|]*)\|$`)
	notNeeded = regexp.MustCompile(`(?s)\nNot applicable: (.*?)\n\n`)
	itemID    = regexp.MustCompile(`\d+\.\d+\.\d+`)
)

// items is how many requirements of ASVS 5.0.0 each section has from its first
// on, by section; a range where some are of a higher level. Level 1 of all
// chapters; level 2 too of 6, 7, 8, 14 and 16, and of clients in 10.
var items = strings.Fields(`1.2.1-5 1.3.1-2 1.5.1 2.1.1 2.2.1-2 2.3.1 3.2.1-2 3.3.1 3.4.1-2 3.5.1-3 4.1.1 4.4.1 5.2.1-2 5.3.1-2
	6.1.1-3 6.2.1-12 6.3.1-4 6.4.1-4 6.5.1-5 6.6.1-3 6.8.1-4 7.1.1-3 7.2.1-4 7.3.1-2 7.4.1-5 7.5.1-2 7.6.1-2 8.1.1-2 8.2.1-3 8.3.1 8.4.1
	9.1.1-3 9.2.1 10.1.1-2 10.2.1-2 10.4.1-5 10.5.1-5 11.3.1-2 11.4.1 12.1.1 12.2.1-2 13.4.1 14.1.1-2 14.2.1-4 14.3.1-3 15.1.1 15.2.1 15.3.1
	16.1.1 16.2.1-5 16.3.1-4 16.4.1-3 16.5.1-3`)

// wanted lists the items one by one.
func wanted(t *testing.T) (ids []string) {
	t.Helper()
	for _, text := range items {
		var chapter, section, first, last int
		if n, _ := fmt.Sscanf(text, "%d.%d.%d-%d", &chapter, &section, &first, &last); n == 3 {
			last = first
		}
		for item := first; item <= last; item++ {
			ids = append(ids, fmt.Sprintf("%d.%d.%d", chapter, section, item))
		}
	}
	return ids
}

// inSource returns the matches of a pattern in the source files whose path has a suffix.
func inSource(t *testing.T, dir, end string, pattern *regexp.Regexp) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir(filepath.Join(root, dir), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, end) {
			return err
		}
		source, err := os.ReadFile(path)
		for _, match := range pattern.FindAllStringSubmatch(string(source), -1) {
			found[match[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// The page on security has every item of the standard, and the files and tests it names exist.
func TestSecurityPage(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(root, "docs/security.md"))
	if err != nil {
		t.Fatal(err)
	}
	page, tests, rows := string(data), inSource(t, ".", "_test.go", testFunc), map[string][]string{}
	for _, row := range itemRow.FindAllStringSubmatch(page, -1) {
		if rows[row[1]] != nil {
			t.Errorf("%s is listed twice", row[1])
		}
		rows[row[1]] = row
	}
	for _, id := range itemID.FindAllString(notNeeded.FindString(page), -1) {
		if rows[id] != nil {
			t.Errorf("%s is listed, and not applicable", id)
		}
		rows[id] = make([]string, 5)
	}
	ids := wanted(t)
	for _, id := range ids {
		row := rows[id]
		switch {
		case row == nil:
			t.Errorf("%s is missing", id)
		case row[2] == "met" && !testName.MatchString(row[4]) && id != "6.2.10": // the feature does not exist, so there is nothing to test
			t.Errorf("%s is met, but no test shows it", id)
		}
	}
	if len(rows) != len(ids) {
		t.Errorf("got %d items, want %d", len(rows), len(ids))
	}
	for _, match := range testName.FindAllStringSubmatch(page, -1) {
		if !tests[match[1]] {
			t.Errorf("there is no test %s", match[1])
		}
	}
	for _, match := range goFile.FindAllStringSubmatch(page, -1) {
		if _, err := os.Stat(filepath.Join(root, match[1])); err != nil {
			t.Error(err)
		}
	}
	for name := range inSource(t, "internal/web", ".go", event) {
		if !strings.Contains(page, "`"+name+"`") {
			t.Errorf("the event %s is not listed", name)
		}
	}
	for name := range inSource(t, "internal/web", ".go", cookie) {
		if !strings.Contains(page, "`__Host-cairn"+name+"`") {
			t.Errorf("the cookie %s is not listed", name)
		}
	}
}
