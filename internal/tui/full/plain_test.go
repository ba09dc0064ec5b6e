// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cairn/internal/tui"
	"cairn/internal/tui/full"
)

func TestStartRefuses(t *testing.T) {
	dir := t.TempDir()
	foreign := filepath.Join(dir, "foreign.txt")
	if err := os.WriteFile(foreign, []byte("dear diary\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name   string
		change func(*tui.Options)
		want   string
	}{
		{"no games", func(o *tui.Options) { o.Games = nil }, "there are no games"},
		{"unknown game", func(o *tui.Options) { o.Game = "chess" }, `There is no game "chess"`},
		{"unknown player", func(o *tui.Options) { o.Players[1] = "deep" }, `player "deep": want one of human, simple`},
		{"a computer that does not think", func(o *tui.Options) { o.Games[0].Think = nil; o.Players[0] = "simple" }, `player "simple"`},
		{"wrong clock", func(o *tui.Options) { o.Control = "soon" }, "time control"},
		{"missing file", func(o *tui.Options) { o.File = "nowhere.txt" }, "There is no file"},
		{"foreign file", func(o *tui.Options) { o.File = foreign }, "not a game record"},
		{"a folder", func(o *tui.Options) { o.File = dir }, "folder"},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := options(t, toy(), "toy")
			test.change(&o)
			if _, err := tryTranscript(o); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("plain: got %v, want an error with %q", err, test.want)
			}
			if _, err := full.New(context.Background(), o); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("full screen: got %v, want an error with %q", err, test.want)
			}
		})
	}
}
