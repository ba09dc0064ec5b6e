// SPDX-License-Identifier: Apache-2.0

package nats

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestSubject(t *testing.T) {
	tests := map[string]string{
		"match.abc":      "cairn.match.abc",
		"user.A-b_9":     "cairn.user.A-b_9",
		"":               "cairn.=",
		".":              "cairn.=2E",
		"a..b":           "cairn.a.=2Eb",
		"a.":             "cairn.a=2E",
		"match.*":        "cairn.match.=2A",
		"match.>":        "cairn.match.=3E",
		"a b\r\nPUB x 0": "cairn.a=20b=0D=0APUB=20x=200",
		"=":              "cairn.=3D",
		"é":              "cairn.=C3=A9",
	}
	for topic, want := range tests {
		if got := subject(topic); got != want {
			t.Errorf("subject(%q): got %s, want %s", topic, got, want)
		}
	}
}

// TestSubjects checks that subjects are valid and that no two topics share one.
func TestSubjects(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		piece := rapid.SampledFrom([]string{".", "=", "2E", "a", "*", ">", " ", "\n", "é", strings.Repeat("x", 150)})
		a := strings.Join(rapid.SliceOf(piece).Draw(t, "a"), "")
		b := strings.Join(rapid.SliceOf(piece).Draw(t, "b"), "")
		if (subject(a) == subject(b)) != (a == b) {
			t.Fatalf("subjects of %q and %q: %s and %s", a, b, subject(a), subject(b))
		}
		got := subject(a)
		if strings.ContainsAny(got, "*> \t\r\n") || strings.Contains(got, "..") || strings.HasSuffix(got, ".") || len(got) > 1000 {
			t.Fatalf("subject(%q) = %q", a, got)
		}
	})
}
