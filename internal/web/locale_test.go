// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"testing"

	"cairn/internal/lang"
	"cairn/internal/web"
)

func TestAcceptedLanguage(t *testing.T) {
	for _, test := range []struct{ name, accept, want string }{
		{"nothing", "", "en"},
		{"one", "fr", "fr"},
		{"with a region", "fr-CA", "fr"},
		{"in capitals", "DE-at", "de"},
		{"with a script and a region", "de-Latn-CH", "de"},
		{"the first of equals", "de,fr", "de"},
		{"by quality", "de;q=0.5,fr;q=0.9,en;q=0.1", "fr"},
		{"what a browser sends", "pt-BR,pt;q=0.9,fr;q=0.8,en;q=0.7", "fr"},
		{"none of ours", "pt-BR,ja", "en"},
		{"none of ours that begins alike", "nds", "en"},
		{"a language that its readers share with ours", "lb", "de"},
		{"a code of three letters", "fre", "fr"},
		{"anything", "*", "en"},
		{"anything at last", "ja, *;q=0.1", "en"},
		{"not at all", "fr;q=0", "en"},
		{"a refusal, which counts for nothing", "en;q=0, *", "en"},
		{"a quality beyond 1", "de;q=7,fr", "de"},
		{"blanks", " de ; q=0.3 , fr ; q=0.4 ", "fr"},
		{"a broken quality", "de;q=x,fr;q=0.1", "en"},
		{"another parameter", "de;level=1,fr;q=0.1", "en"},
		{"empty parts", ",,;q=1,fr", "en"},
		{"nonsense", "\x00%$=;;;,-,q=1", "en"},
	} {
		if got := web.AcceptedLanguage(test.accept); got != test.want {
			t.Errorf("%s (%q): got %q, want %q", test.name, test.accept, got, test.want)
		}
	}
}

func FuzzAcceptedLanguage(f *testing.F) {
	for _, seed := range []string{"", "fr-CA,fr;q=0.9,*;q=0", ";q=", "a;q=1e309"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, accept string) {
		got := web.AcceptedLanguage(accept)
		if _, ok := lang.Load(got); !ok {
			t.Errorf("%q: got %q, which is no language of ours", accept, got)
		}
	})
}
