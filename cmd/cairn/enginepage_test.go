// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"strings"
	"testing"

	"cairn/catalog"
)

// The session on the page about the protocol is true: what is typed after ">"
// gets the answers that follow. "…" stands for what differs from run to run.
func TestProtocolPageIsTrue(t *testing.T) {
	page, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(page), "```engine\n$ cairn engine ")
	block, _, closed := strings.Cut(block, "```")
	if !found || !closed {
		t.Fatal("the page shows no session")
	}
	game, lines, _ := strings.Cut(block, "\n")
	var typed, want []string
	for line := range strings.Lines(lines) {
		if input, ok := strings.CutPrefix(line, "> "); ok {
			typed = append(typed, input)
		} else {
			want = append(want, line)
		}
	}
	got := engineSays(t, game, strings.Join(typed, ""))
	if !pattern(strings.TrimSpace(strings.Join(want, ""))).MatchString(got) {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, ""))
	}
}

// Whoever reads the page finds every command, limit and option there.
func TestProtocolPageIsComplete(t *testing.T) {
	page, err := os.ReadFile("../../docs/protocol.md")
	if err != nil {
		t.Fatal(err)
	}
	entry, err := catalog.Standard().Find("nine")
	if err != nil {
		t.Fatal(err)
	}
	names := goUsages()
	for _, verb := range engineVerbs() {
		names = append(names, verb.name)
	}
	for _, option := range new(engineOptions).list(entry) {
		names = append(names, option.name)
	}
	for name := range synonyms {
		names = append(names, name)
	}
	for _, name := range names {
		if !strings.Contains(string(page), "`"+name) {
			t.Errorf("the page says nothing of %s", name)
		}
	}
}
