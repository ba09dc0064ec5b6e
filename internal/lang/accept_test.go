// SPDX-License-Identifier: Apache-2.0

package lang_test

import (
	"testing"

	"cairn/internal/lang"
)

func TestMatch(t *testing.T) {
	for _, test := range []struct{ name, accept, want string }{
		{"nothing", "", ""},
		{"one", "fr", "fr"},
		{"with a region", "fr-CA", "fr"},
		{"in capitals", "DE-at", "de"},
		{"with a script and a region", "de-Latn-CH", "de"},
		{"the first of equals", "de,fr", "de"},
		{"by quality", "de;q=0.5,fr;q=0.9,en;q=0.1", "fr"},
		{"what a browser sends", "pt-BR,pt;q=0.9,fr;q=0.8,en;q=0.7", "fr"},
		{"none of ours", "pt-BR,ja", ""},
		{"anything", "*", "en"},
		{"anything at last", "ja, *;q=0.1", "en"},
		{"anything but", "en;q=0, *", "fr"},
		{"not at all", "fr;q=0", ""},
		{"refused though its region is wanted", "fr-CA, fr;q=0", ""},
		{"blanks", " de ; q=0.3 , fr ; q=0.4 ", "fr"},
		{"a broken quality", "de;q=x,fr;q=0.1", "fr"},
		{"a quality beyond 1", "de;q=7,fr", "fr"},
		{"no number at all", "de;q=NaN,fr;q=0.1", "fr"},
		{"another parameter", "de;level=1,fr;q=0.1", "fr"},
		{"empty parts", ",,;q=1,fr", "fr"},
		{"a longer code that begins alike", "deu,fre,fr", "fr"},
		{"nonsense", "\x00%$=;;;,-,q=1", ""},
	} {
		if got := lang.Match(test.accept, codes()); got != test.want {
			t.Errorf("%s (%q): got %q, want %q", test.name, test.accept, got, test.want)
		}
	}
	if got := lang.Match("fr", nil); got != "" {
		t.Errorf("nothing to choose from: got %q", got)
	}
}

func FuzzMatch(f *testing.F) {
	for _, seed := range []string{"", "fr-CA,fr;q=0.9,*;q=0", ";q=", "a;q=1e309"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		if got := lang.Match(accept, codes()); got != "" {
			if _, ok := lang.Load(got); !ok {
				t.Errorf("%q: got %q, which is no language of ours", accept, got)
			}
		}
	})
}

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
