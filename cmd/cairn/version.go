// SPDX-License-Identifier: Apache-2.0

package main

import (
	"cmp"
	"debug/buildinfo"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"cairn/internal/config"
)

func versionCommand(p *program) *cobra.Command {
	file := ""
	command := &cobra.Command{
		Use:   "version",
		Short: "Show the version of this program",
		Long: `Show the version of this program, the commit it was built from, and the Go version that
built it. With --of those of another file, built for any system.`,
		Example: example("cairn version", "cairn version --of cairn-linux-arm64"),
		RunE: func(*cobra.Command, []string) error {
			info, err := buildInfo(file)
			if err != nil {
				return err
			}
			fmt.Fprintln(p.out, "cairn", versionText(info))
			return nil
		},
	}
	command.Flags().Var(config.FileValue(&file), "of", "program file to read instead of this one")
	return command
}

// version returns the version of this program.
func version() string {
	info, err := buildInfo("")
	if err != nil {
		return "unknown"
	}
	return versionText(info)
}

// buildInfo returns the build information of a program file, of this program if it
// is empty.
func buildInfo(file string) (*debug.BuildInfo, error) {
	if file != "" {
		return buildinfo.ReadFile(file)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil, errors.New("this program has no build information: build it with go build")
	}
	return info, nil
}

// versionText writes "v1.2.0 (0123456789ab, 2026-11-15, go1.26)". Missing parts are
// left out; a modified tree is marked "changed".
func versionText(info *debug.BuildInfo) string {
	settings := map[string]string{}
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	var parts []string
	if revision := settings["vcs.revision"]; revision != "" {
		parts = append(parts, revision[:min(len(revision), 12)])
	}
	if settings["vcs.modified"] == "true" {
		parts = append(parts, "changed")
	}
	if date, _, ok := strings.Cut(settings["vcs.time"], "T"); ok {
		parts = append(parts, date)
	}
	parts = append(parts, info.GoVersion)
	number := strings.Trim(info.Main.Version, "()") // "(devel)" without a tag
	return fmt.Sprintf("%s (%s)", cmp.Or(number, "devel"), joined(parts))
}
