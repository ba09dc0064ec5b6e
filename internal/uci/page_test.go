// SPDX-License-Identifier: Apache-2.0

package uci_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"cairn/internal/uci"
)

// The sessions on the page can be repeated: input after ">" gets the lines that follow. "…"
// stands for text that differs from run to run.
func TestPageIsTrue(t *testing.T) {
	page, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	blocks := strings.Split(string(page), "```engine\n$ cairn engine ")[1:]
	if len(blocks) < 3 {
		t.Fatalf("the page shows %d sessions, want some", len(blocks))
	}
	for _, block := range blocks {
		block, _, closed := strings.Cut(block, "```")
		if !closed {
			t.Fatal("a session does not end")
		}
		game, lines, _ := strings.Cut(block, "\n")
		t.Run(game, func(t *testing.T) { checkSession(t, game, lines) })
	}
}

func checkSession(t *testing.T, game, lines string) {
	t.Helper()
	var typed, want []string
	for line := range strings.Lines(lines) {
		if input, ok := strings.CutPrefix(line, "> "); ok {
			typed = append(typed, input)
		} else {
			want = append(want, line)
		}
	}
	got := answers(t, game, strings.Join(typed, ""))
	if !pattern(strings.TrimSpace(strings.Join(want, ""))).MatchString(got) {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, ""))
	}
}

// The page describes every command, limit and option.
func TestPageIsComplete(t *testing.T) {
	page, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range uci.Names(entry(t, "nine")) {
		if !strings.Contains(strings.ToLower(string(page)), "`"+strings.ToLower(name)) {
			t.Errorf("the page lacks %s", name)
		}
	}
}

// pattern returns the regular expression for a line of the page; "…" matches any text.
func pattern(want string) *regexp.Regexp {
	quoted := strings.ReplaceAll(regexp.QuoteMeta(want), "…", "(?s:.*)")
	return regexp.MustCompile("^" + quoted + "\n*$")
}
