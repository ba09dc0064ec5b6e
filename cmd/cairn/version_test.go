// SPDX-License-Identifier: Apache-2.0

package main

import (
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	tests := map[string]struct {
		info debug.BuildInfo
		want string
	}{
		"released": {
			debug.BuildInfo{
				GoVersion: "go1.26.0",
				Main:      debug.Module{Version: "v1.2.0"},
				Settings: []debug.BuildSetting{
					{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"},
					{Key: "vcs.time", Value: "2026-11-15T03:46:00Z"},
					{Key: "vcs.modified", Value: "false"},
				},
			},
			"v1.2.0 (0123456789ab, 2026-11-15, go1.26.0)",
		},
		"built from a changed tree": {
			debug.BuildInfo{
				GoVersion: "go1.26.0",
				Main:      debug.Module{Version: "(devel)"},
				Settings: []debug.BuildSetting{
					{Key: "vcs.revision", Value: "0123"},
					{Key: "vcs.modified", Value: "true"},
				},
			},
			"devel (0123, changed, go1.26.0)",
		},
		"nothing noted": {debug.BuildInfo{GoVersion: "go1.26.0"}, "devel (go1.26.0)"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := versionText(&test.info); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
