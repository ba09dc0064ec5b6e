// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const commandsPage = "../../docs/commands.md"

// session is a block of the page: a command line and its output.
type session struct {
	command string
	want    string
}

// The page shows true output: every block marked "console" is run, in order, in
// one folder. "…" stands for output that differs from run to run.
func TestPageIsTrue(t *testing.T) {
	page, err := os.ReadFile(commandsPage)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, name := range []string{"game.txt", "three.txt"} {
		save, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), save, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	sessions := sessionsOf(string(page))
	if len(sessions) < 10 {
		t.Fatalf("got %d examples on %s, want at least one for each command", len(sessions), filepath.Base(commandsPage))
	}
	for _, s := range sessions {
		t.Run(s.command, func(t *testing.T) {
			words, err := split(s.command)
			if err != nil || words[0] != "cairn" {
				t.Fatalf("want a line that begins with cairn: %v", err)
			}
			_, out, errs := try(t, words[1:]...)
			if got := out + errs; !pattern(s.want).MatchString(got) {
				t.Errorf("got\n%s\nwant\n%s", got, s.want)
			}
		})
	}
}

func sessionsOf(page string) []session {
	var all []session
	for _, block := range strings.Split(page, "```console\n")[1:] {
		block, _, _ = strings.Cut(block, "```")
		for _, part := range strings.Split("\n"+block, "\n$ ")[1:] {
			command, want, _ := strings.Cut(part, "\n")
			all = append(all, session{command, strings.TrimRight(want, "\n")})
		}
	}
	return all
}

// pattern matches the output; "…" matches any text, and two or more blanks any
// width of a column.
func pattern(want string) *regexp.Regexp {
	quoted := strings.ReplaceAll(regexp.QuoteMeta(want), "…", "(?s:.*)")
	quoted = regexp.MustCompile(`  +`).ReplaceAllString(quoted, "  +")
	return regexp.MustCompile("^" + quoted + "\n*$")
}

// split cuts a command line into words as a shell does, as far as our examples
// need it: double and single quotes, no escapes.
func split(line string) ([]string, error) {
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		if quote := line[0]; quote == '"' || quote == '\'' {
			word, rest, ok := strings.Cut(line[1:], string(quote))
			if !ok {
				return nil, errors.New("a quote is not closed")
			}
			words, line = append(words, word), rest
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		words, line = append(words, word), rest
	}
	return words, nil
}
