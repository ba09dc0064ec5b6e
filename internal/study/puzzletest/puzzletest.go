// SPDX-License-Identifier: Apache-2.0

// Package puzzletest checks the puzzles that a game ships, independently of the code that
// makes them: by small tables and a search that uses only the rules. Each game with
// puzzles calls it in its own tests.
package puzzletest

import (
	"fmt"
	"slices"
	"testing"

	"cairn/game"
	"cairn/game/gametest"
	"cairn/internal/study/puzzle"
	"cairn/solver"
	"cairn/tablebase"
)

// Tables say which tables prove the puzzles of a game.
type Tables struct {
	Limit   int  // on men, as for the solver
	Long    int  // Limit under "go test -long"; 0 for Limit
	Placing bool // with men in hand
}

// Run checks that a game ships enough puzzles, that the right moves of each turn are
// exactly the moves that keep the value, and that drills have the stated results. With
// -short it checks only that moves are legal.
func Run[P game.Position[P, M], M comparable](t *testing.T, def game.Def[P, M], index func(game.Def[P, M]) tablebase.Indexer[P], fewest int, tables Tables) {
	t.Helper()
	puzzles, err := puzzle.Load(game.Erase(def))
	if err != nil {
		t.Fatal(err)
	}
	if len(puzzles) < fewest {
		t.Errorf("got %d puzzles, want %d", len(puzzles), fewest)
	}
	numbered := tablebase.Number(def, index)
	c := &checker[P, M]{def: &numbered, tables: tablebase.NoTables(&numbered)}
	if !testing.Short() {
		c.open(t, tables)
	}
	c.checkVariety(t, puzzles)
	c.checkDrills(t)
	for i := range puzzles {
		if err := c.check(&puzzles[i]); err != nil {
			t.Errorf("%s: %v", puzzles[i].String(), err)
		}
	}
}

// checkDrills checks that the result of every drill is in the tables.
func (c *checker[P, M]) checkDrills(t *testing.T) {
	t.Helper()
	drills, err := puzzle.Drills(game.Erase(c.def.Def))
	if err != nil {
		t.Fatal(err)
	}
	if len(drills) == 0 {
		t.Error("there are no drills")
	}
	for _, d := range drills {
		pos, err := c.def.Parse(d.Position)
		if err != nil || testing.Short() {
			continue
		}
		v, _, err := c.tables.Probe(pos)
		if err != nil || v.String() != d.Goal || v.Plies() != d.Plies || pos.Turn() != d.Side {
			t.Errorf("drill %s: the tables have a %s in %d, %v", d.String(), v, v.Plies(), err)
		}
	}
}

// checker checks puzzles of one game.
type checker[P game.Position[P, M], M comparable] struct {
	def    *tablebase.Numbered[P, M]
	tables *tablebase.Prober[P, M]
	known  map[claim]bool
}

// open solves and opens the tables.
func (c *checker[P, M]) open(t *testing.T, tables Tables) {
	t.Helper()
	o := solver.Options{Dir: t.TempDir(), Limit: tables.Limit, Placing: tables.Placing}
	if gametest.Long() && tables.Long > 0 {
		o.Limit = tables.Long
	}
	if err := solver.Solve(t.Context(), c.def, o, func(solver.TierResult) {}); err != nil {
		t.Fatal(err)
	}
	open, err := tablebase.OpenProber(o.Dir, c.def)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { open.Close() })
	c.tables = open
}

// checkVariety checks that no two puzzles are mirror images and that both colours move
// first often enough.
func (c *checker[P, M]) checkVariety(t *testing.T, puzzles []puzzle.Puzzle) {
	t.Helper()
	type number struct {
		tier tablebase.Tier
		slot uint64
	}
	seen, colours := map[number]string{}, [2]int{}
	for i := range puzzles {
		pos, err := c.def.Parse(puzzles[i].Position)
		if err != nil {
			t.Fatal(err)
		}
		colours[pos.Turn()]++
		tier, slot, ok := c.def.Rank(pos)
		if !ok {
			continue
		}
		if twin := seen[number{tier, slot}]; twin != "" {
			t.Errorf("%s and %s are mirror images", twin, puzzles[i].Position)
		}
		seen[number{tier, slot}] = puzzles[i].Position
	}
	if len(puzzles) > 20 && 4*min(colours[0], colours[1]) < len(puzzles) {
		t.Errorf("White is to move in %d puzzles, Black in %d", colours[0], colours[1])
	}
}

// check follows the solution of a puzzle.
func (c *checker[P, M]) check(p *puzzle.Puzzle) error {
	pos, err := c.def.Parse(p.Position)
	if err != nil {
		return err
	}
	c.known = map[claim]bool{}
	if p.Theme == puzzle.Save && p.Value != "draw" || p.Theme == puzzle.Win && p.Value != "win" {
		return fmt.Errorf("theme %s, value %s", p.Theme, p.Value)
	}
	if err := c.checkPlies(pos, p); err != nil {
		return err
	}
	for i, text := range p.Line {
		if i%2 == 0 {
			if err := c.checkTurn(pos, p, p.Right[i/2]); err != nil {
				return fmt.Errorf("turn %d: %w", i/2+1, err)
			}
		}
		move, ok := c.find(pos, text)
		if !ok {
			return fmt.Errorf("%s is not legal in %s", text, c.def.Format(pos))
		}
		pos = pos.Play(move)
	}
	return nil
}

// find returns the move of a text.
func (c *checker[P, M]) find(pos P, text string) (found M, ok bool) {
	for _, m := range pos.AppendMoves(nil) {
		if c.def.FormatMove(pos, m) == text {
			return m, true
		}
	}
	return found, false
}

// checkTurn checks that exactly the right moves keep the value.
func (c *checker[P, M]) checkTurn(pos P, p *puzzle.Puzzle, right []string) error {
	us, goal, found := pos.Turn(), 0, 0
	if p.Value == "win" {
		goal = 1
	}
	for _, m := range pos.AppendMoves(nil) {
		text, next := c.def.FormatMove(pos, m), pos.Play(m)
		keeps := slices.Contains(right, text)
		if keeps {
			found++
		}
		if testing.Short() {
			continue
		}
		switch {
		case keeps && !c.proves(next, us, goal, p.Proof):
			return fmt.Errorf("%s is not proven to keep the %s", text, p.Value)
		case !keeps && !c.proves(next, us.Other(), 1-goal, p.Proof):
			return fmt.Errorf("%s is not proven to lose the %s", text, p.Value)
		case goal == 0 && !c.proves(next, us.Other(), 0, p.Proof):
			return fmt.Errorf("%s is not proven not to win", text)
		}
	}
	if found != len(right) {
		return fmt.Errorf("%d of the moves %v are legal", found, right)
	}
	return nil
}

// checkPlies checks how long a win takes.
func (c *checker[P, M]) checkPlies(pos P, p *puzzle.Puzzle) error {
	if p.Plies == 0 || testing.Short() {
		return nil
	}
	if v, _, err := c.tables.Probe(pos); err == nil {
		if v.Sign() != 1 || v.Plies() != p.Plies {
			return fmt.Errorf("the tables have a %s in %d", v, v.Plies())
		}
		return nil
	}
	if !c.holds(pos, claim{side: pos.Turn(), goal: 1, depth: p.Plies, timed: true}) {
		return fmt.Errorf("there is no win in %d plies", p.Plies)
	}
	if p.Plies > 1 && c.holds(pos, claim{side: pos.Turn(), goal: 1, depth: p.Plies - 2, timed: true}) {
		return fmt.Errorf("there is a win in %d plies", p.Plies-2)
	}
	return nil
}

// proves reports whether a side can force a win, or a draw if the goal is 0, within depth
// plies, ends of the game and tables included.
func (c *checker[P, M]) proves(pos P, side game.Side, goal, depth int) bool {
	for d := 0; d <= depth; d++ {
		if c.holds(pos, claim{side: side, goal: goal, depth: d}) {
			return true
		}
	}
	return false
}

// claim says that a side can force a goal within depth plies. If it is timed, the game
// must end within them, otherwise reaching a table is enough.
type claim struct {
	hash  uint64
	side  game.Side
	goal  int
	depth int
	timed bool
}

// holds reports whether a claim about a position is true, by a plain search of all moves.
func (c *checker[P, M]) holds(pos P, what claim) bool {
	if sign, plies, known := c.exact(pos, what.side); known {
		return sign >= what.goal && (!what.timed || plies <= what.depth)
	}
	if what.depth == 0 {
		return false
	}
	what.hash = pos.Hash()
	if known, ok := c.known[what]; ok {
		return known
	}
	ours, next := pos.Turn() == what.side, what
	next.depth--
	holds := !ours
	for _, m := range pos.AppendMoves(nil) {
		if c.holds(pos.Play(m), next) == ours {
			holds = ours
			break
		}
	}
	c.known[what] = holds
	return holds
}

// exact returns 1, 0 or -1 for a side, if the value follows from the rules or tables.
func (c *checker[P, M]) exact(pos P, side game.Side) (sign, plies int, known bool) {
	if result := pos.Result(); result.Over() {
		winner, decided := result.Verdict.Winner()
		switch {
		case !decided:
			return 0, 0, true
		case winner == side:
			return 1, 0, true
		}
		return -1, 0, true
	}
	v, _, err := c.tables.Probe(pos)
	if err != nil {
		return 0, 0, false
	}
	if pos.Turn() == side {
		return v.Sign(), v.Plies(), true
	}
	return -v.Sign(), v.Plies(), true
}
