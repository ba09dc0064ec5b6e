// SPDX-License-Identifier: Apache-2.0

package langtest

import (
	"os"
	"path/filepath"
	"testing"

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
