// SPDX-License-Identifier: Apache-2.0

package live_test

import (
	"os"
	"path/filepath"
	"testing"

	"cairn/internal/failure"
	"cairn/internal/live"
)

// TestPerfectComputer plays against the level perfect, whose tables are created at
// its first move, and against one whose tables cannot be created.
func TestPerfectComputer(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, folder := range map[string]string{"tables": t.TempDir(), "no tables": taken} {
		t.Run(name, func(t *testing.T) {
			h := newHouse(t)
			h.Games().UseTables(folder)
			u := h.guest()
			info, err := h.CreateMatch(background, u, live.Spec{Game: "toy", Kind: live.Computer, Level: "perfect", Side: live.AsBlack})
			if err != nil {
				t.Fatal(err)
			}
			waitFor(t, h, u, info.ID, func(r live.Room) bool { return r.Match.Ply() == 1 })
		})
	}
}

// TestPerfectIsRefused chooses the level for a game without tables.
func TestPerfectIsRefused(t *testing.T) {
	h := newHouse(t)
	h.Games().UseTables(t.TempDir())
	_, err := h.CreateMatch(background, h.guest(), live.Spec{Game: "nine", Kind: live.Computer, Level: "perfect"})
	wantCode(t, err, failure.Invalid)
}
