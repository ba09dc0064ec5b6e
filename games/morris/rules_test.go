// SPDX-License-Identifier: Apache-2.0

package morris_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"cairn/game"
	"cairn/games/morris"

	"github.com/google/go-cmp/cmp"
)

// state reads a position of a rule set.
func state(t *testing.T, d def, position string) game.State {
	t.Helper()
	s, err := game.Erase(d).Parse(position)
	if err != nil {
		t.Fatalf("parse %q: %v", position, err)
	}
	return s
}

func play(t *testing.T, s game.State, moves ...string) game.State {
	t.Helper()
	for _, m := range moves {
		next, err := s.Play(m)
		if err != nil {
			t.Fatalf("at %q: %v", s, err)
		}
		s = next
	}
	return s
}

func texts(s game.State) []string {
	var list []string
	for _, m := range s.Moves() {
		list = append(list, m.Text)
	}
	slices.Sort(list)
	return list
}

func TestResults(t *testing.T) {
	for _, c := range []struct {
		name     string
		def      def
		position string
		moves    string
		want     game.Result
	}{
		{"start", morris.Nine, "3/3/3/6/3/3/3 w 9,9 0", "", game.Result{}},
		{"two men left", morris.Nine, "ww1/3/3/4w1/3/1bb/b2 w 0,0 0", "f4-g4", game.Result{}},
		{"third man taken", morris.Nine, "ww1/2w/3/6/3/1bb/b2 w 0,0 0", "f6-g7xa1", game.Result{Verdict: game.WhiteWins, Reason: game.TooFewMen}},
		{"men in hand count", morris.Nine, "ww1/3/3/6/3/3/bb1 w 1,1 0", "g7xa1", game.Result{Verdict: game.WhiteWins, Reason: game.TooFewMen}},
		{"two in hand are enough", morris.Nine, "ww1/3/3/6/3/3/bb1 w 1,2 0", "g7xa1", game.Result{}},
		{"set up with the opponent beaten", morris.Nine, "www/3/3/6/3/3/bb1 w 0,0 0", "", game.Result{Verdict: game.WhiteWins, Reason: game.TooFewMen}},
		{"blocked", morris.Nine, "wbw/3/3/b4b/3/1b1/w1w b 0,0 0", "d2-d1", game.Result{Verdict: game.BlackWins, Reason: game.NoMoves}},
		{"three men cannot be blocked when they fly", morris.Nine, "wbw/b1b/3/6/3/b2/w2 w 0,0 0", "", game.Result{}},
		{"three men can when they do not", morris.NineNoFlying, "wbw/3/3/b4b/3/3/w1b b 0,0 0", "g1-d1", game.Result{Verdict: game.BlackWins, Reason: game.NoMoves}},
		{"full board", morris.Twelve, "wbb/bwb/bbw/bbwbww/bww/wwb/w1w b 0,1 0", "d1", game.Result{Verdict: game.Draw, Reason: game.FullBoard}},
		{"line by placing", morris.Three, "b2/1b1/ww1 w 1,1 0", "c1", game.Result{Verdict: game.WhiteWins, Reason: game.Line}},
		{"diagonal line", morris.ThreeOrthogonal, "w1b/bw1/1b1 w 1,0 0", "c1", game.Result{Verdict: game.WhiteWins, Reason: game.Line}},
		{"line by moving", morris.ThreeNineHoles, "bww/b2/b1w b 0,0 0", "", game.Result{Verdict: game.BlackWins, Reason: game.Line}},
		{"line of the side to move", morris.Three, "www/b2/bb1 w 0,0 0", "", game.Result{Verdict: game.WhiteWins, Reason: game.Line}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := play(t, state(t, c.def, c.position), strings.Fields(c.moves)...)
			if got := s.Result(); got != c.want {
				t.Errorf("%s: got %v, want %v", s, got, c.want)
			}
		})
	}
}

func TestNothingIsTakenFromAnEmptyBoard(t *testing.T) {
	s := state(t, morris.Nine, "ww1/3/3/6/3/3/3 w 7,9 0")
	if got := texts(s); !slices.Contains(got, "g7") || slices.ContainsFunc(got, func(m string) bool { return strings.Contains(m, "x") }) {
		t.Errorf("moves: got %v, want g7 among them and no capture", got)
	}
}

func TestProtectionIsJudgedBeforeEveryRemoval(t *testing.T) {
	// Both black mills stand: the first man opens one, and only its rest may
	// follow; men of the mill that still stands stay protected.
	s := state(t, morris.NineMulti, "1w1/w1w/1w1/6/3/bbb/bbb w 5,3 0")
	for _, m := range s.Moves() {
		if !strings.HasPrefix(m.Text, "d6x") {
			continue
		}
		taken := strings.Split(m.Text, "x")[1:]
		if len(taken) != 2 || taken[0][1] != taken[1][1] {
			t.Errorf("%s takes men of two mills", m.Text)
		}
		if len(m.Paths) != 2 {
			t.Errorf("%s has %d paths, want both orders", m.Text, len(m.Paths))
		}
	}
}

func TestSeveralRemovalsStopAtTwoMen(t *testing.T) {
	s := state(t, morris.NineMulti, "1w1/w1w/1w1/6/3/3/bb1 w 5,1 0")
	want := []string{"d6xa1", "d6xd1"}
	var got []string
	for _, m := range texts(s) {
		if strings.HasPrefix(m, "d6") {
			got = append(got, m)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("moves (-want +got):\n%s", diff)
	}
}

func TestMorabarabaBarsTheWayBack(t *testing.T) {
	const start = "www/w1w/3/2bb2/b2/2b/bb1 w 0,0 0 -,-"
	s := play(t, state(t, morris.Morabaraba, start), "d7-d6xc3", "a1-a4")
	if !strings.HasSuffix(s.String(), " d7d6,-") {
		t.Fatalf("got %q, want the move remembered", s)
	}
	if _, err := s.Play("d6-d7xa4"); !errors.Is(err, game.ErrIllegal) || !strings.Contains(err.Error(), "straight back") {
		t.Errorf("straight back: got %v, want it barred", err)
	}
	s = play(t, s, "g7-g4", "a4-a1")
	if !strings.HasSuffix(s.String(), " -,-") {
		t.Errorf("got %q, want the bar lifted after one turn", s)
	}
	if _, err := s.Play("d6-d7"); err != nil {
		t.Errorf("back after a turn: %v", err)
	}
}

func TestOnlyMovesFromMillToMillAreRemembered(t *testing.T) {
	s := play(t, state(t, morris.Morabaraba, "1ww/w1w/3/6/3/2b/bb1 w 0,0 0 -,-"), "b6-a7xa1")
	if !strings.HasSuffix(s.String(), " -,-") {
		t.Errorf("got %q, want nothing remembered: the cow left no mill", s)
	}
}

func TestRememberedManIsForgottenWhenTaken(t *testing.T) {
	s := state(t, morris.Morabaraba, "3/www/3/bb4/b2/3/3 b 0,1 0 d7d6,-")
	s = play(t, s, "c4xd6")
	if !strings.HasSuffix(s.String(), " -,-") {
		t.Errorf("got %q, want the taken man's move forgotten", s)
	}
}

func TestQuietLimit(t *testing.T) {
	for _, c := range []struct {
		name     string
		def      def
		position string
		want     int
	}{
		{"no flying", morris.Morabaraba, "www/w2/3/6/3/3/bbb b 0,1 0 -,-", 100},
		{"white flies", morris.Morabaraba, "www/3/3/6/3/3/bbb b 0,1 0 -,-", 20},
		{"black flies", morris.Morabaraba, "www/w2/3/6/3/3/bbb b 0,0 0 -,-", 20},
		{"three in all but in hand", morris.Morabaraba, "ww1/3/3/6/3/3/bb1 w 1,1 0 -,-", 100},
		{"only in morabaraba", morris.Twelve, "www/3/3/6/3/3/bbb b 0,0 0", 100},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := state(t, c.def, c.position).QuietLimit(); got != c.want {
				t.Errorf("got %d, want %d", got, c.want)
			}
		})
	}
}

func TestClockStops(t *testing.T) {
	s := play(t, state(t, morris.Nine, "w1w/1w1/3/6/3/3/bbb w 0,0 9998"), "d6-d5", "a1-a4", "d5-d6")
	if got := s.Clock(); got != game.MaxClock {
		t.Errorf("clock: got %d, want it to stop at %d", got, game.MaxClock)
	}
}

func TestPhases(t *testing.T) {
	for _, c := range []struct {
		name         string
		def          def
		position     string
		white, black game.Phase
	}{
		{"placing", morris.Nine, "3/3/3/6/3/3/3 w 9,9 0", game.Placing, game.Placing},
		{"each on its own", morris.Nine, "www/w2/3/6/3/3/bbb w 0,0 0", game.Sliding, game.Flying},
		{"three on the board but some in hand", morris.Nine, "www/3/3/6/3/3/bbb w 1,1 0", game.Placing, game.Placing},
		{"no flying", morris.SixNoFlying, "www/3/4/3/bbb w 0,0 0", game.Sliding, game.Sliding},
		{"lasker begins by placing", morris.Lasker, "3/3/3/6/3/3/3 w 10,10 0", game.Placing, game.Placing},
		{"lasker mixes", morris.Lasker, "w2/3/3/6/3/3/b2 w 9,9 0", game.Mixed, game.Mixed},
		{"nine holes", morris.ThreeNineHoles, "w1b/w1b/bw1 w 0,0 0", game.Flying, game.Flying},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := state(t, c.def, c.position).View()
			if got, want := [2]game.Phase{v.Sides[0].Phase, v.Sides[1].Phase}, [2]game.Phase{c.white, c.black}; got != want {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// A view counts the mills that stand on the board.
func TestViewMills(t *testing.T) {
	for _, c := range []struct {
		def      def
		position string
		want     [2]int
	}{
		{morris.Nine, "3/3/3/6/3/3/3 w 9,9 0", [2]int{0, 0}},
		{morris.Nine, "www/3/3/w2bbb/3/3/w2 b 3,3 0", [2]int{2, 1}},
		{morris.Three, "w1b/w1b/bw1 w 0,0 0", [2]int{0, 0}},
	} {
		v := state(t, c.def, c.position).View()
		if got := [2]int{v.Sides[0].Mills, v.Sides[1].Mills}; got != c.want {
			t.Errorf("%s: got %v, want %v", c.position, got, c.want)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	each(t, func(t *testing.T, d def) {
		moves := make([]morris.Move, 0, 1000)
		p := d.Start()
		for range 20 {
			moves = p.AppendMoves(moves[:0])
			if got := testing.AllocsPerRun(10, func() {
				moves = p.AppendMoves(moves[:0])
				p.Play(moves[0])
			}); got != 0 {
				t.Fatalf("%s at %s: %v allocations", d.ID, d.Format(p), got)
			}
			if p = p.Play(moves[len(moves)/2]); p.Result().Over() {
				return
			}
		}
	})
}
