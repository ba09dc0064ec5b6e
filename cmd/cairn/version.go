// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

func (p *program) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		GroupID: groupMore,
		Short:   "Tell the version of this program",
		Long:    `Tell the version of this program, the commit it was built from, and the Go that built it.`,
		Example: example("cairn version"),
		Args:    operands,
		RunE: func(*cobra.Command, []string) error {
			fmt.Fprintln(p.out, "cairn", version())
			return nil
		},
	}
}

// version reads what the linker noted of the build.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return versionOf(info)
}

// versionOf writes "v1.2.0 (0123456789ab, 2026-11-15, go1.26)". What was not
// noted is left out; a tree with changes is marked "changed".
func versionOf(info *debug.BuildInfo) string {
	notes := map[string]string{}
	for _, setting := range info.Settings {
		notes[setting.Key] = setting.Value
	}
	var parts []string
	if revision := notes["vcs.revision"]; revision != "" {
		parts = append(parts, revision[:min(len(revision), 12)])
	}
	if notes["vcs.modified"] == "true" {
		parts = append(parts, "changed")
	}
	if date, _, ok := strings.Cut(notes["vcs.time"], "T"); ok {
		parts = append(parts, date)
	}
	parts = append(parts, info.GoVersion)
	number := strings.Trim(info.Main.Version, "()") // "(devel)" without a tag
	return fmt.Sprintf("%s (%s)", cmp.Or(number, "devel"), joined(parts))
}
