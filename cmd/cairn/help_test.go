// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"cairn/catalog"
)

// commands returns all commands, the root first.
func commands() []*cobra.Command {
	p := &program{catalog: catalog.Standard(), env: noEnv, out: &printer{}}
	root := p.root()
	root.InitDefaultHelpCmd()
	all := []*cobra.Command{root}
	for i := 0; i < len(all); i++ {
		all = append(all, all[i].Commands()...)
	}
	return all
}

// flagLine is a flag in help: its name, the kind of its value, its text.
var flagLine = regexp.MustCompile(`(--[a-z-]+)(?: [A-Z]+)?(?:  +(.*))?$`)

// flags returns the flags of a command by name, with their help.
func flags(command *cobra.Command) map[string]string {
	all := map[string]string{}
	for _, line := range strings.Split(command.LocalFlags().FlagUsages(), "\n") {
		if found := flagLine.FindStringSubmatch(line); found != nil {
			all[found[1]] = found[2]
		}
	}
	return all
}

func TestEveryCommandHasHelp(t *testing.T) {
	for _, command := range commands() {
		path := command.CommandPath()
		if command.Short == "" || command.Long == "" || !strings.Contains(command.Example, "cairn") {
			t.Errorf("%s: want a short and a long text and an example", path)
		}
		if command.HasParent() && command.GroupID == "" {
			t.Errorf("%s: in no group of the overview", path)
		}
		for _, line := range strings.Split(command.Long, "\n") {
			if len(line) > 96 {
				t.Errorf("%s: help is %d wide, want at most 96: %q", path, len(line), line)
			}
		}
		for name, help := range flags(command) {
			if help == "" {
				t.Errorf("%s: flag %s has no help", path, name)
			}
		}
	}
}

// Users copy the examples: each must be valid.
func TestExamplesAreValid(t *testing.T) {
	for _, command := range commands() {
		for _, line := range strings.Split(command.Example, "\n") {
			words, err := split(strings.TrimSpace(line))
			if err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			found, rest, err := command.Root().Find(words[1:])
			if err != nil {
				t.Errorf("%q: %v", line, err)
				continue
			}
			if err := found.ParseFlags(rest); err != nil {
				t.Errorf("%q: %v", line, err)
			}
			if err := found.ValidateArgs(found.Flags().Args()); err != nil {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
}

func TestPageNamesEveryCommandAndFlag(t *testing.T) {
	page, err := os.ReadFile(commandsPage)
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range commands() {
		if want := command.CommandPath(); !strings.Contains(string(page), want) {
			t.Errorf("%s lacks %q", commandsPage, want)
		}
		for name := range flags(command) {
			if !strings.Contains(string(page), name) {
				t.Errorf("%s lacks %s %s", commandsPage, command.CommandPath(), name)
			}
		}
	}
}
