// SPDX-License-Identifier: Apache-2.0

package gametest

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"cairn/game"
)

// quickNodes is the largest count that is checked without -long.
const quickNodes = 3_000_000

// perftCase is one block of a .perft file.
type perftCase struct {
	id, pos, status string
	counts          []perftCount
	moves           []string
}

type perftCount struct {
	depth int
	nodes uint64
}

// PerftFiles checks every block of dir/ID.perft: status, moves and counts.
func PerftFiles[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], dir string) {
	t.Helper()
	t.Run(def.ID, func(t *testing.T) {
		t.Parallel()
		for _, c := range readPerft(t, filepath.Join(dir, def.ID+".perft")) {
			t.Run(c.id, func(t *testing.T) { checkPerft(t, &def, c) })
		}
	})
}

func checkPerft[P game.Position[P, M], M comparable](t *testing.T, def *game.Def[P, M], c perftCase) {
	p, err := def.Parse(c.pos)
	if err != nil {
		t.Fatalf("parse: %v", err)
	}
	if q, err := def.Parse(def.Format(p)); err != nil || q != p {
		t.Errorf("format: %q reads as another position than %q: %v", def.Format(p), c.pos, err)
	}
	if got := p.Result().Verdict.String(); got != c.status {
		t.Errorf("status: got %s, want %s", got, c.status)
	}
	if c.moves != nil {
		var got []string
		for _, m := range p.AppendMoves(nil) {
			got = append(got, def.FormatMove(p, m))
		}
		slices.Sort(got)
		if !slices.Equal(got, c.moves) {
			t.Errorf("moves:\n got %v\nwant %v", got, c.moves)
		}
	}
	for _, want := range c.counts {
		if want.nodes > quickNodes && !*long {
			continue
		}
		if got := game.Perft(p, want.depth); got != want.nodes {
			t.Fatalf("perft %d: got %d, want %d", want.depth, got, want.nodes) // deeper counts could take for ever
		}
	}
}

// readPerft reads a file of blocks of lines: id, note, pos, status, perft DEPTH
// NODES, and moves; # starts a comment.
func readPerft(t *testing.T, name string) []perftCase {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var cases []perftCase
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		key, value, _ := strings.Cut(lines.Text(), " ")
		if key == "id" {
			cases = append(cases, perftCase{})
		}
		if len(cases) == 0 {
			continue // comments at the head
		}
		c := &cases[len(cases)-1]
		switch key {
		case "id":
			c.id = value
		case "pos":
			c.pos = value
		case "status":
			c.status = value
		case "moves":
			c.moves = strings.Fields(value)
		case "perft":
			var n perftCount
			if _, err := fmt.Sscan(value, &n.depth, &n.nodes); err != nil {
				t.Fatalf("%s: %q: %v", name, lines.Text(), err)
			}
			c.counts = append(c.counts, n)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatalf("%s holds no case", name)
	}
	return cases
}
