// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/store/sqlite"
	"cairn/internal/web/webtest"
)

// The analysis board answers what "cairn probe --json" prints, and that it is exact.
func TestAnalysisIsProbe(t *testing.T) {
	positions := 200
	if testing.Short() {
		positions = 20
	}
	tables, games := t.TempDir(), catalog.Standard()
	games.UseTables(tables)
	entry, err := games.Find("six")
	if err != nil {
		t.Fatal(err)
	}
	list := randomPositions(entry, positions)
	file := filepath.Join(t.TempDir(), "positions")
	if err := os.WriteFile(file, []byte(strings.Join(list, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errs := try(t, "probe", "six", "--tables", tables, "--file", file, "--json")
	if status != 0 {
		t.Fatalf("probe: status %d, %s", status, errs)
	}
	answers := strings.Split(strings.TrimSpace(out), "\n")
	if len(answers) != positions {
		t.Fatalf("got %d answers, want %d", len(answers), positions)
	}
	b := webtest.NewSiteOf(t, sqlite.Options{}, games).Browser()
	for i, position := range list {
		var want, got map[string]any
		if err := json.Unmarshal([]byte(answers[i]), &want); err != nil {
			t.Fatal(err)
		}
		delete(want, "position")
		want["exact"] = true
		r := b.Site.Request("GET", "/analysis/six?"+url.Values{"position": {position}}.Encode())
		r.Header.Set("Accept", "application/json")
		b.Do(r).Want(200).JSON(&got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", position, diff)
		}
	}
}

// randomPositions returns positions of random games.
func randomPositions(g game.Game, n int) (list []string) {
	random := rand.New(rand.NewPCG(13, 2))
	for state := g.Start(); len(list) < n; {
		moves := state.Moves()
		if len(moves) == 0 || random.IntN(60) == 0 {
			state = g.Start()
			continue
		}
		next, err := state.Play(moves[random.IntN(len(moves))].Text)
		if err != nil {
			panic(err)
		}
		state = next
		list = append(list, state.String())
	}
	return list
}
