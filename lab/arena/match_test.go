// SPDX-License-Identifier: Apache-2.0

package arena_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"cairn/engine"
	"cairn/game"
	"cairn/game/gametest/tictactoe"
	"cairn/games/fanorona"
	"cairn/games/morris"
	"cairn/games/yote"
	"cairn/lab/arena"
)

// toy and nine are players of the games these tests use.
type (
	toy  = arena.Player[tictactoe.Position, tictactoe.Move]
	nine = arena.Player[morris.Position, morris.Move]
)

func player[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], text string) arena.Player[P, M] {
	t.Helper()
	s, err := arena.ParseSpec(text, arena.Clock{})
	if err != nil {
		t.Fatal(err)
	}
	return arena.New(def, s)
}

// untimed leaves out what differs from run to run.
var untimed = cmp.Options{cmpopts.IgnoreFields(arena.Score{}, "Spent"), cmp.AllowUnexported(arena.Score{})}

func TestStrongerPlayerWins(t *testing.T) {
	def := tictactoe.Standard
	plan := arena.Plan{Games: 40, Opening: 1}
	s, err := arena.Play(t.Context(), &def, player(t, def, "search:depth=9"), player(t, def, "novice"), plan)
	if err != nil || s.Losses > 0 || s.Wins < 10 || s.Games() != 40 {
		t.Errorf("got %+v and error %v, want no loss and many wins of 40", s, err)
	}
	back, err := arena.Play(t.Context(), &def, player(t, def, "novice"), player(t, def, "search:depth=9"), plan)
	if err != nil || back.Wins > 0 || back.Losses < 10 {
		t.Errorf("the other way round: got %+v and error %v, want no win and many losses", back, err)
	}
}

// Equal players get equal scores, since each opening is played by both.
func TestEqualPlayers(t *testing.T) {
	def := morris.Nine
	s, err := arena.Play(t.Context(), &def, player(t, def, "search:nodes=200"), player(t, def, "search:nodes=200"),
		arena.Plan{Games: 20, Seed: 3})
	if err != nil || s.Wins != s.Losses {
		t.Errorf("got %+v and error %v, want as many wins as losses", s, err)
	}
	if low, high := s.Interval(); low > 0.5 || high < 0.5 {
		t.Errorf("got %v to %v, want a half within", low, high)
	}
}

func TestSameSeedSameMatch(t *testing.T) {
	def := morris.Nine
	match := func(seed uint64) arena.Score {
		s, err := arena.Play(t.Context(), &def, player(t, def, "medium:nodes=300"), player(t, def, "uct:nodes=20"),
			arena.Plan{Games: 6, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	if diff := cmp.Diff(match(1), match(1), untimed); diff != "" {
		t.Errorf("the same seed differs:\n%s", diff)
	}
	if cmp.Equal(match(1), match(2), untimed) {
		t.Error("another seed gives the same match")
	}
}

// An odd number of games becomes a pair more, and every pair is reported.
func TestPairs(t *testing.T) {
	def, reports := tictactoe.Standard, 0
	plan := arena.Plan{Games: 3, Opening: -1, Report: func(arena.Score) { reports++ }}
	s, err := arena.Play(t.Context(), &def, player(t, def, "novice"), player(t, def, "novice"), plan)
	if err != nil || s.Games() != 4 || reports != 2 {
		t.Errorf("got %d games, %d reports and error %v, want 4 and 2", s.Games(), reports, err)
	}
	if s.Moves[0] == 0 || s.Moves[0]+s.Moves[1] > 36 {
		t.Errorf("got %v moves, want some and no more than nine a game", s.Moves)
	}
}

// Games that go round in circles end by the platform's draws, and in any case
// after the plies asked for.
func TestDraws(t *testing.T) {
	def := morris.Nine
	first := func() nine { return fixed[morris.Position, morris.Move]{0} }
	for name, longest := range map[string]int{"repetition": 0, "length": 25} {
		t.Run(name, func(t *testing.T) {
			s, err := arena.Play(t.Context(), &def, first(), first(), arena.Plan{Games: 2, Opening: -1, Longest: longest})
			if err != nil || s.Draws != 2 {
				t.Errorf("got %+v and error %v, want two draws", s, err)
			}
		})
	}
}

// fixed always plays the move of that index, the last if there are fewer.
type fixed[P game.Position[P, M], M comparable] struct{ index int }

func (fixed[P, M]) Begin(uint64) {}

func (f fixed[P, M]) Move(_ context.Context, p P, _ []uint64) (M, error) {
	moves := p.AppendMoves(nil)
	return moves[min(f.index, len(moves)-1)], nil
}

// faulty fails, or plays what is not legal.
type faulty struct {
	move tictactoe.Move
	err  error
}

func (faulty) Begin(uint64) {}

func (f faulty) Move(context.Context, tictactoe.Position, []uint64) (tictactoe.Move, error) {
	return f.move, f.err
}

func TestFaultyPlayers(t *testing.T) {
	broken := errors.New("broken")
	for name, c := range map[string]struct {
		player faulty
		want   string
	}{
		"error":       {faulty{err: broken}, "broken"},
		"not legal":   {faulty{move: 99}, "which is not legal in 3/3/3 w 0"},
		"taken point": {faulty{move: 0}, "which is not legal in"},
	} {
		t.Run(name, func(t *testing.T) {
			def := tictactoe.Standard
			_, err := arena.Play[tictactoe.Position, tictactoe.Move](t.Context(), &def, c.player, c.player, arena.Plan{Opening: -1})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got error %v, want %s", err, c.want)
			}
		})
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	def := tictactoe.Standard
	var a, b toy = player(t, def, "novice"), player(t, def, "novice")
	s, err := arena.Play(ctx, &def, a, b, arena.Plan{Games: 100, Report: func(s arena.Score) {
		if s.Games() == 10 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) || s.Games() != 10 {
		t.Errorf("got %d games and error %v, want 10 and %v", s.Games(), err, context.Canceled)
	}
}

// In tic-tac-toe the side to move wins after some openings of three plies; those
// are passed over.
func TestFairOpenings(t *testing.T) {
	def := tictactoe.Standard
	judge, unfair := engine.New(def, engine.Options{}), 0
	for name, openings := range map[string]*arena.Openings[tictactoe.Position, tictactoe.Move]{
		"any":  arena.NewOpenings(&def, 3, 1),
		"fair": arena.NewOpenings(&def, 3, 1).Fair(),
	} {
		for range 30 {
			p := def.Start()
			for _, m := range openings.Next() {
				p = p.Play(m)
			}
			r, err := judge.Search(t.Context(), p, nil, engine.Limits{}, nil)
			switch {
			case err != nil:
				t.Fatal(err)
			case r.Score == 0:
			case name == "fair":
				t.Errorf("%s is decided, want a fair opening", def.Format(p))
			default:
				unfair++
			}
		}
	}
	if unfair == 0 {
		t.Error("all openings are fair, so nothing was tried")
	}
}

// Openings do not repeat as long as there are others, and leave a game to play.
func TestOpenings(t *testing.T) {
	def := tictactoe.Standard
	openings, seen := arena.NewOpenings(&def, 1, 1), map[tictactoe.Move]bool{}
	for range 9 {
		moves := openings.Next()
		if len(moves) != 1 || seen[moves[0]] {
			t.Fatalf("got %v after %v, want one move that was not there", moves, seen)
		}
		seen[moves[0]] = true
	}
	if got := openings.Next(); len(got) != 1 {
		t.Errorf("all were there: got %v, want one of them again", got)
	}
	long := arena.NewOpenings(&def, 7, 1)
	for range 50 {
		p := def.Start()
		for _, m := range long.Next() {
			p = p.Play(m)
		}
		if p.Result().Over() {
			t.Fatalf("the game is over after an opening: %s", def.Format(p))
		}
	}
}

// checkStrong wants strong to win nearly always. In six men's morris about one
// game in twenty is drawn, so a few draws are let pass.
func checkStrong[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], games int) {
	t.Run(def.ID, func(t *testing.T) {
		t.Parallel()
		s, err := arena.Play(t.Context(), &def, player(t, def, "strong:nodes=20000,table=1"), player(t, def, "novice"),
			arena.Plan{Games: games, Seed: 12})
		t.Logf("strong against novice: %+v", s)
		if err != nil || s.Losses > 0 || s.Wins < games*8/10 {
			t.Errorf("got %+v and error %v against the novice, want eight of ten won and none lost", s, err)
		}
	})
}

func TestStrongBeatsNovice(t *testing.T) {
	checkStrong(t, morris.Six, 10)
	checkStrong(t, morris.Nine, 10)
	checkStrong(t, fanorona.Standard, 10)
	checkStrong(t, yote.Standard, 10)
}
