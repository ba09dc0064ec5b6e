// SPDX-License-Identifier: Apache-2.0

// Package tuitest holds helpers for the tests of both displays: games, options, records and
// puzzles, and transcripts of line mode.
package tuitest

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"cairn/catalog"
	"cairn/client"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/internal/lang"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/internal/tui"
	"cairn/internal/tui/plain"
	"cairn/record"
	"cairn/tablebase"
)

var update = flag.Bool("update", false, "rewrite golden files")

// Golden compares a text with a file of testdata.
func Golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s differs; -update rewrites it: want -, got +\n%s", path, diff)
	}
}

// FirstMove is a computer player that plays the first legal move.
func FirstMove(_ context.Context, q tui.Question) (string, error) {
	return q.State.Moves()[0].Text, nil
}

// Entry makes a game playable, with one computer player.
func Entry(g game.Game) tui.Entry {
	return tui.Entry{Game: g, Levels: []string{"simple"}, Think: FirstMove}
}

// Toy is the only game of most tests.
func Toy() []tui.Entry { return []tui.Entry{Entry(game.Erase(tictactoe.Standard))} }

// These returns some games of the catalogue.
func These(t *testing.T, ids ...string) []tui.Entry {
	t.Helper()
	var out []tui.Entry
	for _, id := range ids {
		g, err := catalog.Standard().Game(id)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, Entry(g))
	}
	return out
}

// Real are the games of the catalogue.
func Real() []tui.Entry {
	var out []tui.Entry
	for _, e := range catalog.Standard().All() {
		out = append(out, Entry(e.Game))
	}
	return out
}

// Clock is a time that tests set.
type Clock struct{ At time.Time }

// NewClock returns a clock.
func NewClock() *Clock { return &Clock{time.Date(2026, 11, 15, 12, 0, 0, 0, time.UTC)} }

// Now returns the time.
func (c *Clock) Now() time.Time { return c.At }

// Options returns options for two people, with an own folder for saved games.
func Options(t *testing.T, games []tui.Entry, name string) tui.Options {
	t.Helper()
	return tui.Options{Games: games, Game: name, Players: [2]string{tui.Human, tui.Human}, Dir: t.TempDir(), Now: NewClock().Now}
}

// Sessions returns how many random sessions a test plays: the usual number, or CAIRN_SESSIONS.
func Sessions(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("CAIRN_SESSIONS")); err == nil {
		return n
	}
	return usual
}

// Transcript plays lines in line mode and returns the output.
func Transcript(t *testing.T, o tui.Options, lines ...string) string {
	t.Helper()
	out, err := TryTranscript(o, lines...)
	if err != nil {
		t.Fatalf("plain: %v\n%s", err, out)
	}
	return out
}

// TryTranscript is Transcript for a game that may fail to begin.
func TryTranscript(o tui.Options, lines ...string) (string, error) {
	var out strings.Builder
	o.Out = &out
	o.In = strings.NewReader(strings.Join(append(lines, ""), "\n"))
	err := plain.Run(context.Background(), o)
	return out.String(), err
}

// Position saves a game at a position and returns its path.
func Position(t *testing.T, dir string, g game.Game, text string) string {
	t.Helper()
	state, err := g.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	const name = "setup.json"
	if err := record.Save(filepath.Join(dir, name), record.Begin(g, state).Record()); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, name)
}

// Load reads a saved game back.
func Load(t *testing.T, path string) record.Record {
	t.Helper()
	r, _, err := record.Load(path, func(id string) (game.Game, error) {
		if id == tictactoe.Standard.ID {
			return game.Erase(tictactoe.Standard), nil
		}
		return catalog.Standard().Game(id)
	})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Moves returns the moves of a record in one line.
func Moves(r record.Record) string {
	var out []string
	for _, turn := range r.Turns {
		out = append(out, turn.Move)
	}
	return strings.Join(out, " ")
}

// Has fails unless the texts occur in this order.
func Has(t *testing.T, out string, want ...string) {
	t.Helper()
	rest := out
	for _, w := range want {
		_, after, ok := strings.Cut(rest, w)
		if !ok {
			t.Fatalf("missing, or not in this order: %q\nin:\n%s", w, out)
		}
		rest = after
	}
}

// Keeping returns Options with a state folder, so that games are kept.
func Keeping(t *testing.T) tui.Options {
	t.Helper()
	o := Options(t, append(Toy(), These(t, "nine")...), "toy")
	o.State, o.Typed, o.NoColour = t.TempDir(), true, true
	return o
}

// Player returns a client of a server.
func Player(t *testing.T, home string) *client.Client {
	t.Helper()
	c, err := client.New(home)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Annotated is a record with a comment and an unknown tag.
const Annotated = `cairn record 1
# The final of the club.
game: tic-tac-toe 1
white: Ann
black: Béla
date: 2026-11-02T18:30:00Z
control: 5m+3s
clock: 4m50s 4m40s
result: playing
event: Club evening

0  start  3/3/3 w 0
1  b2     3/1w1/3 b 0   [13s]
# A mistake.
2  a1     3/1w1/b2 w 0  [23s]
`

// Written writes a file into the folder of saves and returns its path.
func Written(t *testing.T, o tui.Options, name, text string) string {
	t.Helper()
	path := filepath.Join(o.Dir, name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Solved returns three men's morris with its tables.
func Solved(t *testing.T) []tui.Entry {
	t.Helper()
	e, err := catalog.Standard().Find("three")
	if err != nil {
		t.Fatal(err)
	}
	e.UseTables(t.TempDir())
	out := Entry(e.Game)
	out.Study = func(ctx context.Context, q tui.Question) (study.Position, error) { return study.Exact(ctx, e, q.State) }
	out.Review = func(ctx context.Context, w *record.Walk) (study.Review, error) { return study.ReviewGame(ctx, e, w) }
	return []tui.Entry{out}
}

// Judged gives games an analysis without values for half of the positions.
func Judged(games []tui.Entry) []tui.Entry {
	for i := range games {
		games[i].Study = func(ctx context.Context, q tui.Question) (study.Position, error) {
			return study.Exact(ctx, odd{}, q.State)
		}
		games[i].Review = func(ctx context.Context, w *record.Walk) (study.Review, error) {
			return study.ReviewGame(ctx, odd{}, w)
		}
	}
	return games
}

// odd is a prober for which half of all positions and moves are draws, the others unknown.
type odd struct{}

// Puzzles are two positions of three men's morris: White wins at once, and White keeps
// a win of several moves.
func Puzzles(t *testing.T, games []tui.Entry) []puzzle.Puzzle {
	t.Helper()
	g := games[0].Game
	long := puzzle.Puzzle{Game: "three", Position: g.Start().String(), Rating: 1800}
	state := g.Start()
	for range 3 {
		p, err := games[0].Study(t.Context(), tui.Question{State: state})
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Moves {
			if m.Best {
				long.Line = append(long.Line, m.Text)
				break
			}
		}
		state = play(t, state, long.Line[len(long.Line)-1])
	}
	long.Right = [][]string{{long.Line[0]}, {long.Line[2]}}
	return []puzzle.Puzzle{
		{Game: "three", Position: "ww1/bb1/3 w 1,1 0", Value: "draw", Right: [][]string{{"c3"}}, Line: []string{"c3"}, Rating: 1000},
		long,
	}
}

func play(t *testing.T, s game.State, move string) game.State {
	t.Helper()
	next, err := s.Play(move)
	if err != nil {
		t.Fatal(err)
	}
	return next
}

func (odd) ProbeMoves(_ context.Context, s game.State) (tablebase.MoveValues, error) {
	j := tablebase.MoveValues{Worth: tablebase.Worth{Known: s.Hash()%2 == 0, Plies: -1}}
	for i, m := range s.Moves() {
		j.Moves = append(j.Moves, tablebase.MoveWorth{Move: m.Text, Worth: tablebase.Worth{Known: i%2 == 0, Plies: -1}})
	}
	return j, nil
}

// EachLanguage runs a test in every language, with options that speak it.
func EachLanguage(t *testing.T, games []tui.Entry, name string, test func(*testing.T, *lang.Catalogue, tui.Options)) {
	for _, l := range lang.Languages() {
		t.Run(l.Code, func(t *testing.T) {
			words, ok := lang.Load(l.Code)
			if !ok {
				t.Fatal("it cannot be loaded")
			}
			o := Options(t, games, name)
			o.Words = words
			test(t, words, o)
		})
	}
}
