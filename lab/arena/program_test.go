// SPDX-License-Identifier: Apache-2.0

package arena_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/lab/arena"
)

// script is a program that plays the first legal move, except in some games, where
// it fails.
type script struct {
	fails  func(game int) error
	games  int
	begins int
	limits []arena.ProgramLimits
}

func (s *script) Begin(context.Context) error {
	s.games++
	s.begins++
	return nil
}

func (s *script) Move(_ context.Context, moves []string, l arena.ProgramLimits) (string, error) {
	s.limits = append(s.limits, l)
	if s.fails != nil {
		if err := s.fails(s.games); err != nil {
			return "", err
		}
	}
	state := game.Erase(tictactoe.Standard).Start()
	for _, move := range moves {
		var err error
		if state, err = state.Play(move); err != nil {
			return "", err
		}
	}
	return state.Moves()[0].Text, nil
}

func outsider(t *testing.T, text string, p arena.Program) toy {
	t.Helper()
	s, err := arena.ParseSpec(text, arena.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	s.Program = p
	return arena.New(tictactoe.Standard, s)
}

// A program plays as a player does that always makes the first move.
func TestProgram(t *testing.T) {
	def, program := tictactoe.Standard, &script{}
	plan := arena.Plan{Games: 20, Opening: 2, Seed: 5}
	got, err := arena.Play(t.Context(), &def, outsider(t, "exec,nodes=7:x", program), player(t, def, "novice"), plan)
	if err != nil {
		t.Fatal(err)
	}
	want, err := arena.Play[tictactoe.Position, tictactoe.Move](t.Context(), &def, fixed[tictactoe.Position, tictactoe.Move]{0}, player(t, def, "novice"), plan)
	if err != nil {
		t.Fatal(err)
	}
	if got.Wins != want.Wins || got.Pairs != want.Pairs || program.games != 20 {
		t.Errorf("got %+v in %d games, want %+v", got, program.games, want)
	}
	for _, l := range program.limits {
		if l.Nodes != 7 || l.Clocked {
			t.Fatalf("got limits %+v, want seven nodes and no clock", l)
		}
	}
}

// Faults lose games; three in a row end the match.
func TestProgramFaults(t *testing.T) {
	def, broken := tictactoe.Standard, errors.New("broken")
	play := func(p *script) (arena.Score, []arena.Played, error) {
		var games []arena.Played
		s, err := arena.Play(t.Context(), &def, player(t, def, "novice"), outsider(t, "exec,depth=1:x", p),
			arena.Plan{Games: 8, Opening: -1, Played: func(g arena.Played) { games = append(games, g) }})
		return s, games, err
	}
	s, games, err := play(&script{fails: func(game int) error {
		if game%3 == 0 {
			return nil
		}
		return broken
	}})
	if err != nil || s.Faults != [2]int{0, 6} || s.Games() != 8 {
		t.Errorf("got %+v and error %v, want six faults in eight games", s, err)
	}
	for _, g := range games {
		failed := g.Number%3 != 0
		if failed != (g.Ending == arena.ByFault) || failed && (g.Verdict != game.Wins(game.Side(g.White)) || !errors.Is(g.Fault, broken)) {
			t.Errorf("got %+v", g)
		}
	}
	s, _, err = play(&script{fails: func(int) error { return broken }})
	if !errors.Is(err, broken) || s.Faults != [2]int{0, 3} || !strings.HasPrefix(err.Error(), "3 games running: ") {
		t.Errorf("got %+v and error %v, want the third fault to end the match", s, err)
	}
}

// With the least of clocks the first player to move loses on time.
func TestClock(t *testing.T) {
	def, program := tictactoe.Standard, &script{}
	plan := arena.Plan{Games: 2, Opening: -1, Clock: arena.Clock{Time: 1}, Played: func(g arena.Played) {
		if g.Ending != arena.ByTime || g.Verdict != game.BlackWins || g.Left != [2]time.Duration{0, 1} {
			t.Errorf("got %+v, want a win on time for black", g)
		}
	}}
	if _, err := arena.Play(t.Context(), &def, outsider(t, "exec,depth=1:x", program), player(t, def, "search:depth=1"), plan); err != nil {
		t.Fatal(err)
	}
	plan.Clock = arena.Clock{Time: time.Hour, Increment: time.Minute}
	plan.Played = func(g arena.Played) {
		if g.Ending != arena.ByRules || g.Left[0] < time.Hour || g.Left[0] > 2*time.Hour || len(g.Took) != len(g.Moves) {
			t.Errorf("got %+v, want an end by the rules, and more time than at first", g)
		}
	}
	for _, text := range []string{"search:depth=3", "easy", "uct:nodes=20"} {
		if _, err := arena.Play(t.Context(), &def, outsider(t, "exec,depth=1:x", program), player(t, def, text), plan); err != nil {
			t.Fatal(err)
		}
	}
	if last := program.limits[len(program.limits)-1]; !last.Clocked || last.Left[0] < time.Hour || last.Increment != time.Minute {
		t.Errorf("got limits %+v, want the clocks", last)
	}
}

// A judge ends games after the opening, and a test ends the match.
func TestJudge(t *testing.T) {
	def := tictactoe.Standard
	var games []arena.Played
	c := arena.Contest[tictactoe.Position, tictactoe.Move]{
		Def: &def, Players: [2]toy{player(t, def, "novice"), player(t, def, "novice")},
		Judge: func(p tictactoe.Position) (game.Verdict, bool) {
			return game.WhiteWins, len(p.AppendMoves(nil)) <= 5
		},
		Plan: arena.Plan{
			Games: 1000, Opening: 2, Test: &arena.SPRT{Elo0: 20, Elo1: 30, Alpha: 0.4, Beta: 0.4},
			Played: func(g arena.Played) { games = append(games, g) },
		},
	}
	s, err := c.Play(t.Context())
	if err != nil || s.Games() == 1000 || s.Wins != s.Losses {
		t.Errorf("got %+v and error %v, want an early end of equal players", s, err)
	}
	for _, g := range games {
		if g.Ending != arena.ByTables || len(g.Moves) != 4 || g.Opening != 2 || g.Verdict != game.WhiteWins {
			t.Errorf("got %+v, want White to win after four moves", g)
		}
	}
	if !slices.ContainsFunc(games, func(g arena.Played) bool { return g.White == 1 }) {
		t.Error("the second player never had White")
	}
}

func TestParseProgram(t *testing.T) {
	s, err := arena.ParseSpec(`exec,time=1s,Hash=16,Book=a:C:\cairn.exe engine`, arena.Clock{})
	if err != nil || s.Kind != arena.KindProgram || s.Command != `C:\cairn.exe engine` || s.Limits.Time != time.Second || s.Settings["Hash"] != "16" {
		t.Errorf("got %+v, %v", s, err)
	}
	if _, err := arena.ParseSpec("exec:cairn engine", arena.Clock{Time: time.Second}); err != nil {
		t.Error(err)
	}
	for text, want := range map[string]string{
		"exec":              "no command, want exec:COMMAND",
		"exec:cairn engine": "no limit, want exec,time=T:COMMAND",
		"exec,fast:cairn":   `setting "fast": want time=T, nodes=N, depth=N or OPTION=VALUE`,
		"exec,=1:cairn":     "an option has no name",
		"exec,nodes=x:y":    `nodes "x": want a whole number`,
	} {
		if _, err := arena.ParseSpec(text, arena.Clock{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}
