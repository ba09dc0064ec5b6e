// SPDX-License-Identifier: Apache-2.0

package password_test

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"cairn/internal/password"
)

func TestCheck(t *testing.T) {
	ann := []string{"Ann.Miller", "amiller@example.org"}
	for _, c := range []struct {
		name, password string
		want           password.Problem
	}{
		{"a phrase", "correct horse battery staple", password.None},
		{"a phrase of common words", "dragon monkey football", password.None},
		{"a short good one", "vR7#kq2m", password.None},
		{"another language", "pierres d'été", password.None},
		{"eight characters of three bytes", "石子棋盘游戏很好", password.None},
		{"the longest", strings.Repeat("stone by stone, ", 62) + "the end.", password.None},
		{"not text at all", "\xff\xfe\xfd\xfc\x80\x81\x82\x83\x84", password.Repetitive},

		{"nothing", "", password.TooShort},
		{"seven characters", "vR7#kq2", password.TooShort},
		{"seven characters of many bytes", "石子棋盘游戏好", password.TooShort},
		{"one byte too long", strings.Repeat("stone by stone, ", 62) + "the end.!", password.TooLong},
		{"long and a pattern", strings.Repeat("a", 1<<20), password.TooLong},

		{"the most common", "password", password.Common},
		{"in capitals", "PassWord", password.Common},
		{"with digits behind", "password2026", password.Common},
		{"with digits and signs behind", "Sunshine99!", password.Common},
		{"a short word made longer", "dragon1987", password.Common},
		{"common with digits inside", "p4ssw0rd", password.Common},
		{"a common walk over the keys", "1qaz2wsx", password.Common},

		{"the name", "ann.miller", password.Personal},
		{"the name in capitals", "ANN.MILLER", password.Personal},
		{"the name without its dot", "AnnMiller", password.Personal},
		{"the name in another order", "millerann", password.Personal},
		{"the name and a date", "miller19991231", password.Personal},
		{"the name between signs", "**miller**", password.Personal},
		{"a little more than the name", "my-miller1", password.Personal},
		{"the address", "amiller@example.org", password.Personal},
		{"the address before its @", "amiller1", password.Personal},
		{"the site", "cairn2026!", password.Personal},
		{"the site twice", "CairnCairn", password.Personal},
		{"the name in a phrase", "miller of the old mill", password.None},
		{"the name and many digits", "miller 7391 8462 0518", password.None},

		{"one character", "aaaaaaaa", password.Repetitive},
		{"spaces", "          ", password.Repetitive},
		{"two characters", "abbabaab", password.Repetitive},
		{"digits upwards", "12345678", password.Repetitive},
		{"digits around", "2345678901", password.Repetitive},
		{"digits downwards", "9876543210", password.Repetitive},
		{"the alphabet", "ABCDEFGH", password.Repetitive},
		{"the alphabet backwards", "zyxwvuts", password.Repetitive},
		{"a row of keys", "qwertyui", password.Repetitive},
		{"a row of German keys", "qwertzuiop", password.Repetitive},
		{"a row of French keys", "azertyuiop", password.Repetitive},
		{"a row of keys backwards", "lkjhgfdsa", password.Repetitive},
		{"two runs", "abcd1234", password.Repetitive},
		{"a run there and back", "abcdeedcba", password.Repetitive},
		{"a piece again and again", "xk7xk7xk7x", password.Repetitive},
		{"three runs", "abcd4321wert", password.None},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := password.Check(c.password, ann...); got != c.want {
				t.Errorf("%.40q: got %q, want %q", c.password, got, c.want)
			}
		})
	}
}

// Personal words that are too short or empty are ignored.
func TestShortPersonalWords(t *testing.T) {
	for _, personal := range [][]string{nil, {""}, {"a"}, {"vr", "@", "7#"}, {"  "}} {
		if got := password.Check("vR7#kq2m", personal...); got != password.None {
			t.Errorf("%q: got %q, want none", personal, got)
		}
	}
}

// Every listed password is refused, in lower and upper case.
func TestEveryListedPasswordIsRefused(t *testing.T) {
	long := 0
	for _, word := range password.CommonList() {
		if len(word) < password.MinRunes {
			word += "123"
		} else {
			long++
		}
		for _, typed := range []string{word, strings.ToUpper(word)} {
			if got := password.Check(typed); got == password.None {
				t.Errorf("%q: got no problem", typed)
			}
		}
	}
	if long < 5000 {
		t.Errorf("got %d passwords of %d characters and more, want at least 5000", long, password.MinRunes)
	}
}

func TestListIsSmall(t *testing.T) {
	if got, limit := len(password.Stored), 60_000; got > limit {
		t.Errorf("got %d bytes, want at most %d", got, limit)
	}
}

func TestBrokenList(t *testing.T) {
	for name, list := range map[string][]byte{"no gzip": []byte("password"), "cut": password.Stored[:1000]} {
		if _, err := password.Unpack(list); err == nil {
			t.Errorf("%s: got a list, want an error", name)
		}
	}
}

// Twenty mixed characters are accepted.
func TestMixedTextsPass(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		mixed := rapid.StringMatching(`[a-z]{4}[0-9]{4}[A-Z]{4}[!-/]{4}[a-z]{4}`).Draw(t, "mixed")
		if got := password.Check(mixed); got != password.None {
			t.Errorf("%q: got %q, want none", mixed, got)
		}
	})
}

// Check accepts any text and any personal words; exactly the short texts are too
// short.
func TestAnyText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.String().Draw(t, "text")
		got := password.Check(text, rapid.SliceOf(rapid.String()).Draw(t, "personal")...)
		if short := len([]rune(text)) < password.MinRunes; short != (got == password.TooShort) {
			t.Errorf("%q: got %q, want it short: %t", text, got, short)
		}
	})
}
