// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/config"
	"cairn/internal/store/sqlite"
	"cairn/internal/web/webtest"
	"cairn/record"
	"cairn/solver"
)

// longTables is a data folder whose tables of six and nine men's morris are compared
// instead of small ones.
var longTables = flag.String("long.data", "", "data `FOLDER` with tables of six, and of nine up to six men a side")

// value is the value of a position or move, as probe prints it.
type value struct {
	Move  string `json:"move"`
	Value string `json:"value"`
	Plies *int   `json:"plies"`
}

// probed is an answer of "cairn probe --json".
type probed struct {
	Position string `json:"position"`
	value
	Moves []value `json:"moves"`
}

// written is a value as a text, such as "win in 12".
func (v value) written() string {
	if v.Value != "draw" && v.Plies != nil && *v.Plies > 0 {
		return v.Value + " in " + strconv.Itoa(*v.Plies)
	}
	return v.Value
}

// The analysis board shows, as page and as JSON, what "cairn probe --json" prints, and so
// does the terminal.
func TestValuesAreProbe(t *testing.T) {
	positions := 1000
	if testing.Short() {
		positions = 20
	}
	data, men, step := *longTables, 6, 1
	if data == "" {
		data, men, step = t.TempDir(), 4, 4 // a page takes ten times as long as its JSON
	}
	games, tables := catalog.Standard(), filepath.Join(data, "tables")
	games.UseTables(tables)
	b := webtest.NewSiteOf(t, sqlite.Options{}, games).Browser()
	for name, list := range map[string]func(*catalog.Entry) []string{
		"six":  func(e *catalog.Entry) []string { return randomPositions(e, positions) },
		"nine": func(e *catalog.Entry) []string { return randomEndings(e, positions, men) },
	} {
		t.Run(name, func(t *testing.T) {
			entry, err := games.Find(name)
			if err != nil {
				t.Fatal(err)
			}
			if !entry.Small() && *longTables == "" {
				if err := entry.Solve(t.Context(), solver.Options{Dir: tables, Limit: men}, func(solver.TierResult) {}); err != nil {
					t.Fatal(err)
				}
			}
			want := probeAll(t, name, tables, list(entry))
			for i := range want {
				compareJSON(t, b, entry, &want[i])
				if i%step == 0 {
					comparePage(t, b, entry, &want[i])
				}
			}
			compareTerminal(t, entry, data, want[:len(want)/step])
		})
	}
}

// probeAll returns the output of probe for positions.
func probeAll(t *testing.T, game, tables string, list []string) []probed {
	t.Helper()
	file := filepath.Join(t.TempDir(), "positions")
	if err := os.WriteFile(file, []byte(strings.Join(list, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	status, out, errs := try(t, "probe", game, "--tables", tables, "--file", file, "--json")
	if status != 0 {
		t.Fatalf("probe: status %d, %s", status, errs)
	}
	var all []probed
	for line := range strings.Lines(out) {
		var p probed
		if err := json.Unmarshal([]byte(line), &p); err != nil {
			t.Fatal(err)
		}
		if p.Value == "unknown" {
			t.Errorf("%s is not exact", p.Position)
		}
		all = append(all, p)
	}
	if len(all) != len(list) {
		t.Fatalf("got %d answers, want %d", len(all), len(list))
	}
	return all
}

func compareJSON(t *testing.T, b *webtest.Browser, entry *catalog.Entry, want *probed) {
	t.Helper()
	var got struct {
		probed
		Exact bool `json:"exact"`
	}
	r := b.Site.Request("GET", "/analysis/"+entry.Info().ID+"?"+url.Values{"position": {want.Position}}.Encode())
	r.Header.Set("Accept", "application/json")
	b.Do(r).Want(200).JSON(&got)
	got.Position = want.Position
	if diff := cmp.Diff(*want, got.probed, cmp.AllowUnexported(probed{})); diff != "" || !got.Exact {
		t.Errorf("JSON, %s: exact %v, %s", want.Position, got.Exact, diff)
	}
}

// The page of a position has its value in a heading, and a value beside each move.
var (
	pageWorth = regexp.MustCompile(`data-verdict><span class="worth \w+"><i aria-hidden="true">.</i> ([^<]*)<`)
	pageMove  = regexp.MustCompile(`data-move="([^"]*)">[^<]*</a></th>\s*<td><span class="worth \w+"><i aria-hidden="true">.</i> ([^<]*)<`)
)

func comparePage(t *testing.T, b *webtest.Browser, entry *catalog.Entry, want *probed) {
	t.Helper()
	body := b.Get("/analysis/" + entry.Info().ID + "?" + url.Values{"position": {want.Position}}.Encode()).Want(200).Body
	if worth := pageWorth.FindStringSubmatch(body); worth == nil || worth[1] != want.written() {
		t.Errorf("page, %s: got %q, want %s", want.Position, worth, want.written())
	}
	got := map[string]string{}
	for _, m := range pageMove.FindAllStringSubmatch(body, -1) {
		got[html.UnescapeString(m[1])] = m[2]
	}
	if diff := cmp.Diff(want.moves(), got); diff != "" {
		t.Errorf("page, %s: %s", want.Position, diff)
	}
}

// moves returns the value of each move, as text.
func (p *probed) moves() map[string]string {
	all := map[string]string{}
	for _, m := range p.Moves {
		all[m.Move] = m.written()
	}
	return all
}

// terminalWorth is a line that lists the moves of one value.
var terminalWorth = regexp.MustCompile(`^[✓=✗] ([^:]*): (.*)$`)

// compareTerminal opens every position in the plain dialogue and asks for the values of its
// moves.
func compareTerminal(t *testing.T, entry *catalog.Entry, data string, want []probed) {
	t.Helper()
	folder := t.TempDir()
	var input strings.Builder
	for i := range want {
		state, err := entry.Parse(want[i].Position)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := record.JSON.Encode(&text, record.Begin(entry, state).Record()); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, fmt.Sprintf("%d.json", i))
		if err := os.WriteFile(file, text.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&input, "load %s\nvalues\n", file)
	}
	var out, errs bytes.Buffer
	env := config.Environ([]string{"CAIRN_DATA=" + data, "XDG_STATE_HOME=" + folder})
	args := []string{"play", entry.Info().ID, "--white", "human", "--black", "human", "--plain", "--lang", "en"}
	if status := run(t.Context(), args, env, strings.NewReader(input.String()), &out, &errs); status != 0 {
		t.Fatalf("play: status %d, %s", status, errs.String())
	}
	lines := strings.Split(out.String(), "\n")
	for i := range want {
		got := map[string]string{}
		for len(got) < len(want[i].Moves) && len(lines) > 0 {
			if m := terminalWorth.FindStringSubmatch(lines[0]); m != nil {
				for _, move := range strings.Fields(m[2]) {
					got[move] = m[1]
				}
			}
			lines = lines[1:]
		}
		if diff := cmp.Diff(want[i].moves(), got); diff != "" {
			t.Fatalf("terminal, %s: %s", want[i].Position, diff)
		}
	}
}

// randomPositions returns positions of random games that are not over.
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
		if state = next; !state.Result().Over() {
			list = append(list, state.String())
		}
	}
	return list
}

// randomEndings returns positions without men in hand, with three to some men a side, in
// which the game is not over.
func randomEndings(g game.Game, n, most int) (list []string) {
	random, board := rand.New(rand.NewPCG(13, 3)), g.Info().Board
	for len(list) < n {
		var men [2]uint64
		points := random.Perm(len(board.Points))
		for side := range men {
			count := 3 + random.IntN(most-2)
			for _, p := range points[:count] {
				men[side] |= 1 << p
			}
			points = points[count:]
		}
		text := fmt.Sprintf("%s %s 0,0 0", game.FormatRows(board, men), []string{"w", "b"}[random.IntN(2)])
		if state, err := g.Parse(text); err == nil && !state.Result().Over() {
			list = append(list, state.String())
		}
	}
	return list
}
