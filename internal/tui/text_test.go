// SPDX-License-Identifier: Apache-2.0

package tui

import "testing"

// Names of files cannot control the terminal.
func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"Zoë 山田":               "Zoë 山田",
		"x\x1b]52;c;QQ==\ay":   "x]52;c;QQ==y",
		"x\nWhite wins.":       "xWhite wins.",
		"a\u009b31mb\u2028c\r": "a31mbc",
	} {
		if got := printable(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
