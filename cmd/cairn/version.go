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
)

func (p *program) versionCommand() *cobra.Command {
	sbom, file := false, ""
	command := &cobra.Command{
		Use:     "version",
		GroupID: groupMore,
		Short:   "Tell the version of this program",
		Long: `Tell the version of this program, the commit it was built from, and the Go that built it.

With --sbom: what this very program is made of, each module with its version and checksum,
as CycloneDX 1.5. With --of the same is told of another file, for whatever system it was built.`,
		Example: example("cairn version", "cairn version --sbom", "cairn version --sbom --of cairn-linux-arm64"),
		Args:    operands,
		RunE: func(*cobra.Command, []string) error {
			info, err := buildOf(file)
			if err != nil {
				return err
			}
			if sbom {
				return p.printJSON(bomOf(info))
			}
			fmt.Fprintln(p.out, "cairn", versionOf(info))
			return nil
		},
	}
	command.Flags().Var(fileValue(&file), "of", "tell it of this file instead")
	command.Flags().BoolVar(&sbom, "sbom", false, "list what this program is made of, as CycloneDX JSON")
	return command
}

// version is the one of this program.
func version() string {
	info, err := buildOf("")
	if err != nil {
		return "unknown"
	}
	return versionOf(info)
}

// buildOf reads what the linker noted of the build of a program, of this one if
// no file is named.
func buildOf(file string) (*debug.BuildInfo, error) {
	if file != "" {
		return buildinfo.ReadFile(file)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return nil, errors.New("this program was built without a note of its modules: build it with go build")
	}
	return info, nil
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
