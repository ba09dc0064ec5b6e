// SPDX-License-Identifier: Apache-2.0

package site_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cairn/internal/web/site"
)

var usedKey = regexp.MustCompile(`"(web\.[a-z][a-z_.-]*)"`)

// Every text that code and templates use exists, and every text is used.
func TestTexts(t *testing.T) {
	keys := site.Content().Texts("en").Keys()
	used := map[string]bool{}
	for _, pattern := range []string{"../*.go", "../*/*.go", "../templates/*.html", "../templates/partial/*.html", "../*/templates/*.html", "../*/templates/partial/*.html"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if strings.HasSuffix(file, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, found := range usedKey.FindAllStringSubmatch(string(text), -1) {
				used[found[1]] = true
				if !known(keys, found[1]) {
					t.Errorf("%s asks for %s, which is missing", file, found[1])
				}
			}
		}
	}
	for _, key := range keys {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(used)), func(u string) bool { return covers(u, key) }) {
			t.Errorf("%s is not used", key)
		}
	}
}

// known reports whether a key exists: itself, as a counted text, or as the prefix
// of composed keys.
func known(keys []string, used string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return covers(used, key) })
}

func covers(used, key string) bool {
	counted := key == used+".one" || key == used+".other"
	return key == used || counted || strings.HasSuffix(used, ".") && strings.HasPrefix(key, used)
}
