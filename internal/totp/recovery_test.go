// SPDX-License-Identifier: Apache-2.0

package totp_test

import (
	"regexp"
	"strings"
	"testing"

	"cairn/internal/totp"
)

func TestNewCodes(t *testing.T) {
	form := regexp.MustCompile(`^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){5}$`)
	seen := map[string]bool{}
	symbols := map[rune]bool{}
	for _, code := range totp.NewCodes(500) {
		if !form.MatchString(code) {
			t.Errorf("got %q, want six groups of four symbols", code)
		}
		if seen[code] {
			t.Errorf("got %q twice", code)
		}
		seen[code] = true
		for _, r := range code {
			symbols[r] = true
		}
		if got := totp.CleanCode(code); got != code {
			t.Errorf("cleaned: got %q, want %q", got, code)
		}
	}
	// 12,000 symbols leave out one of 32 less than once in 10^160 runs.
	if got, want := len(symbols), 32+1; len(seen) != 500 || got != want {
		t.Errorf("got %d codes of %d symbols, want 500 of %d", len(seen), got, want)
	}
	if got := totp.NewCodes(0); len(got) != 0 {
		t.Errorf("got %v, want none", got)
	}
}

func TestCleanCode(t *testing.T) {
	for _, c := range []struct{ name, typed, want string }{
		{"as written", "k7qd-93mf-xa2p-8e0t-4vzc-m5rh", "k7qd-93mf-xa2p-8e0t-4vzc-m5rh"},
		{"capitals", "K7QD-93MF-XA2P-8E0T-4VZC-M5RH", "k7qd-93mf-xa2p-8e0t-4vzc-m5rh"},
		{"no dashes", "k7qd93mfxa2p8e0t4vzcm5rh", "k7qd-93mf-xa2p-8e0t-4vzc-m5rh"},
		{"spaces and a line break", " k7qd 93mf\txa2p 8e0t  4vzc m5rh\r\n", "k7qd-93mf-xa2p-8e0t-4vzc-m5rh"},
		{"look-alikes", "oOiI-lL00-1111-oooo-iiii-llll", "0011-1100-1111-0000-1111-1111"},
		{"too short", "k7qd-93mf-xa2p-8e0t-4vzc-m5r", ""},
		{"too long", "k7qd-93mf-xa2p-8e0t-4vzc-m5rh-k", ""},
		{"far too long", strings.Repeat("k", 1<<20), ""},
		{"another symbol", "k7qd-93mf-xa2p-8e0t-4vzc-m5ru", ""},
		{"another script", "k7qd-93mf-xa2p-8e0t-4vzc-m5rп", ""},
		{"a broken byte", "k7qd-93mf-xa2p-8e0t-4vzc-m5r\xff", ""},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := totp.CleanCode(c.typed); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
