// SPDX-License-Identifier: Apache-2.0

package lang_test

import (
	"testing"

	"cairn/internal/lang"
)

func TestFromLocale(t *testing.T) {
	for locale, want := range map[string]string{
		"de_DE.UTF-8":      "de",
		"fr_BE@euro":       "fr",
		"mg_MG.ISO-8859-1": "",
		"en_GB":            "en",
		"fr":               "fr",
		"DE_AT.utf8":       "de",
		"C":                "",
		"C.UTF-8":          "",
		"POSIX":            "",
		"ja_JP.UTF-8":      "",
		"":                 "",
	} {
		if got := lang.FromLocale(locale); got != want {
			t.Errorf("%q: got %q, want %q", locale, got, want)
		}
	}
}

func TestUTF8(t *testing.T) {
	for locale, want := range map[string]bool{
		"": true, "C": false, "POSIX": false, "C.UTF-8": true, "de_DE.utf8": true, "fr_FR.UTF-8@euro": true, "de_DE": true, "de_DE.ISO-8859-1": false, "en_US.US-ASCII": false,
	} {
		if got := lang.UTF8(locale); got != want {
			t.Errorf("%q: got %v, want %v", locale, got, want)
		}
	}
}
