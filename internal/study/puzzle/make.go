// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"cairn/game"
	"cairn/internal/study"
	"cairn/record"
	"cairn/tablebase"
)

// Limits of a puzzle.
const (
	fewestMoves = 4  // to choose from
	mostRight   = 4  // moves that keep the value
	mostTurns   = 5  // of the player
	mostPlies   = 41 // until a win
	mostClock   = 20 // quiet turns before the puzzle
	longestGame = 300
	mostWeaker  = 6 // men of the weaker side: with more, hardly any position is proven
)

// Maker makes puzzles of a game. It serves one caller at a time.
type Maker struct {
	source Source
	random *rand.Rand
	seen   map[string]bool // positions up to symmetry
	themes map[Theme]int   // puzzles by theme
	kinds  map[string]int  // puzzles by numbers of men, and wins in one move
	want   int             // puzzles in the end
}

// NewMaker returns a maker that does not repeat known puzzles. It is deterministic for a
// seed.
func NewMaker(source Source, seed uint64, known []Puzzle) *Maker {
	m := &Maker{
		source: source, random: rand.New(rand.NewPCG(seed, 0)),
		seen: map[string]bool{}, themes: map[Theme]int{}, kinds: map[string]int{},
	}
	for i := range known {
		m.Keep(&known[i])
	}
	m.want = len(known)
	return m
}

// Generate makes count puzzles from random games, fewer if the game has too few, and
// calls report with each. The error comes from the context or the source.
func (m *Maker) Generate(ctx context.Context, count int, report func(Puzzle)) error {
	const mostGames = 500 // in a row without a puzzle
	m.want += count
	for idle := 0; count > 0 && idle < mostGames; idle++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, ok, err := m.fromGame(ctx)
		switch {
		case err != nil:
			return err
		case ok:
			m.Keep(&p)
			report(p)
			count, idle = count-1, 0
		}
	}
	return nil
}

// fromGame plays a random game and returns its puzzle with the rarest theme, if it has
// any.
func (m *Maker) fromGame(ctx context.Context) (best Puzzle, found bool, err error) {
	for state := range m.randomGame() {
		p, ok, err := m.From(ctx, state)
		if err != nil {
			return Puzzle{}, false, err
		}
		if ok && (!found || m.themes[p.Theme] < m.themes[best.Theme]) {
			best, found = p, true
		}
	}
	return best, found, nil
}

// FromWalk returns the puzzles of the positions of a played game.
func (m *Maker) FromWalk(ctx context.Context, w *record.Walk) ([]Puzzle, error) {
	var made []Puzzle
	m.want += len(w.Turns())
	for ply := range w.Turns() {
		p, ok, err := m.From(ctx, w.StateAt(ply))
		if err != nil {
			return made, err
		}
		if ok {
			m.Keep(&p)
			made = append(made, p)
		}
	}
	return made, nil
}

// Keep adds a puzzle to the known ones, so that it is not made again.
func (m *Maker) Keep(p *Puzzle) {
	if s, err := m.source.Parse(p.Position); err == nil {
		m.seen[canonical(m.source.Symmetries(), s.View())] = true
		m.kinds[material(s.View())]++
	}
	if p.Plies == 1 {
		m.kinds["at once"]++
	}
	m.themes[p.Theme]++
}

// material returns how many men both sides have.
func material(v game.View) string {
	us, them := v.Sides[v.Turn], v.Sides[v.Turn.Other()]
	return fmt.Sprint(us.Board, us.Hand, them.Board, them.Hand)
}

// randomGame returns the positions of a random game, without the end.
func (m *Maker) randomGame() iter.Seq[game.State] {
	return func(yield func(game.State) bool) {
		state := m.source.Start()
		for ply := 0; ply < longestGame && !state.Result().Over() && yield(state); ply++ {
			state = m.play(state)
		}
	}
}

// play makes a random move, mostly a capture if there is any.
func (m *Maker) play(s game.State) game.State {
	moves := s.Moves()
	takes := slices.DeleteFunc(slices.Clone(moves), func(move game.Move) bool { return !took(move) })
	if len(takes) > 0 && m.random.IntN(4) > 0 {
		moves = takes
	}
	next, _ := s.Play(moves[m.random.IntN(len(moves))].Text) // it is legal
	return next
}

// From returns the puzzle of a position, if it has one and its kind is not full.
func (m *Maker) From(ctx context.Context, s game.State) (Puzzle, bool, error) {
	view := s.View()
	weaker := min(view.Sides[0].Board+view.Sides[0].Hand, view.Sides[1].Board+view.Sides[1].Hand) // men
	if s.Clock() > mostClock || weaker > mostWeaker || m.full(m.kinds[material(view)], 12) || m.seen[canonical(m.source.Symmetries(), view)] {
		return Puzzle{}, false, nil
	}
	first, err := prove(ctx, m.source, s)
	if err != nil || !m.poses(first) {
		return Puzzle{}, false, err
	}
	sol, err := m.solve(ctx, s, first)
	if err != nil {
		return Puzzle{}, false, err
	}
	p := Puzzle{Game: m.source.Info().ID, Position: s.String(), Value: "draw", Proof: sol.depth, Line: sol.line, Right: sol.right, Moves: sol.right[0]}
	p.ID = idOf(p.Game, p.Position)
	if first.Value > 0 {
		p.Value, p.Plies = "win", first.Plies
	}
	p.Theme = slices.MinFunc(sol.themes(), func(a, b Theme) int { return m.themes[a] - m.themes[b] })
	p.Rating, err = Difficulty(m.source, &p)
	return p, err == nil && !m.full(m.themes[p.Theme], 40), err
}

// full reports whether a kind has its percentage of all puzzles.
func (m *Maker) full(have, percent int) bool { return 100*have >= percent*m.want && have > 0 }

// poses reports whether a position is a puzzle: the result can be lost, and few moves
// keep it.
func (m *Maker) poses(p *study.Position) bool {
	if p == nil || p.Value < 0 || p.Plies > mostPlies || len(p.Moves) < fewestMoves {
		return false
	}
	if p.Plies == 1 && m.full(m.kinds["at once"], 8) {
		return false
	}
	keeping := len(p.Keeping())
	return keeping <= mostRight && 3*keeping <= len(p.Moves)
}

// solution is the solution of a puzzle.
type solution struct {
	start game.State
	first *study.Position
	depth int // of the deepest search
	line  []string
	right [][]string
	moves []game.Move // of the line
	best  []game.Move // of the line and of best play after it, as far as tables have it
	end   game.Result // of the game, if best leads to it
}

// solve extends the solution while few moves are right, up to the end of the game.
func (m *Maker) solve(ctx context.Context, s game.State, p *study.Position) (*solution, error) {
	sol := &solution{start: s, first: p}
	for asked := true; ; {
		right := p.Keeping()
		move, next, err := s.PlayMove(right[0])
		if err != nil {
			return nil, err
		}
		sol.best = append(sol.best, move)
		if asked {
			sol.right, sol.line, sol.moves = append(sol.right, right), append(sol.line, move.Text), append(sol.moves, move)
			sol.depth = max(sol.depth, p.Depth)
		}
		if sol.end = next.Result(); sol.end.Over() {
			return sol, nil
		}
		asked = asked && len(right) == 1 && len(sol.right) < mostTurns
		if !asked && (p.Value == 0 || p.Depth > 0) {
			return sol, nil
		}
		reply, after, worth, err := m.reply(ctx, next, p.Value)
		if err != nil || worth == nil {
			return sol, err
		}
		if asked = asked && asksAnother(worth, len(sol.right)); asked {
			sol.line, sol.moves = append(sol.line, reply.Text), append(sol.moves, reply)
		}
		sol.best = append(sol.best, reply)
		s, p = after, worth
	}
}

// asksAnother reports whether the solution continues with another turn of the player.
func asksAnother(p *study.Position, turns int) bool {
	keeping := len(p.Keeping())
	switch {
	case p.Value == 0:
		return keeping == 1 && len(p.Moves) >= fewestMoves && turns < 3
	case p.Plies == 1:
		return keeping <= 2*mostRight && len(p.Moves) > keeping
	}
	return keeping <= mostRight && len(p.Moves) >= fewestMoves && len(p.Moves) > 2*keeping
}

// reply returns the opponent's hardest move: it loses latest, or else leaves the fewest
// right moves.
func (m *Maker) reply(ctx context.Context, s game.State, value int) (chosen game.Move, state game.State, worth *study.Position, err error) {
	for _, move := range s.Moves() {
		next, err := s.Play(move.Text)
		if err != nil {
			return chosen, nil, nil, err
		}
		if next.Result().Over() {
			continue
		}
		after, err := prove(ctx, m.source, next)
		if err != nil {
			return chosen, nil, nil, err
		}
		if after != nil && after.Value == value && harder(after, worth) {
			chosen, state, worth = move, next, after
		}
	}
	return chosen, state, worth, nil
}

// harder reports whether a position asks more of the side to move than another of the
// same value, which may be none.
func harder(p, q *study.Position) bool {
	if q == nil || p.Plies != q.Plies {
		return q == nil || p.Plies > q.Plies
	}
	return len(p.Keeping()) < len(q.Keeping())
}

// canonical returns a text that mirror images of a position share, also with colours
// exchanged.
func canonical(symmetries [][]game.Point, v game.View) string {
	own, best := game.ManOf(v.Turn), ""
	for _, symmetry := range symmetries {
		men := make([]byte, len(v.Men))
		for p, man := range v.Men {
			switch man {
			case game.NoMan:
				men[symmetry[p]] = '.'
			case own:
				men[symmetry[p]] = 'o'
			default:
				men[symmetry[p]] = 'x'
			}
		}
		if text := string(men); best == "" || text < best {
			best = text
		}
	}
	return fmt.Sprint(best, v.Sides[v.Turn].Hand, " ", v.Sides[v.Turn.Other()].Hand)
}

// Source is a game that puzzles are made of; catalog.Entry implements it.
type Source interface {
	game.Game
	study.Prober
	// Symmetries returns the symmetries of the rules, each as the images of all points.
	Symmetries() [][]game.Point
	// Decide finds out which moves of a position keep its value, by a search of at
	// most some plies.
	Decide(ctx context.Context, s game.State, plies int) (tablebase.Decision, error)
}

// searchPlies is the depth of a search where tables have no value.
const searchPlies = 9

// prove returns a position proven by tables or else by a search, whose depth is its Depth;
// nil if neither can. Its Plies are 0 if they are not known.
func prove(ctx context.Context, source Source, s game.State) (*study.Position, error) {
	p, err := study.Exact(ctx, source, s)
	if err != nil {
		return nil, err
	}
	if p.Whole() {
		p.Plies = max(p.Plies, 0)
		return &p, nil
	}
	d, err := source.Decide(ctx, s, searchPlies)
	if err != nil || !d.Known {
		return nil, err
	}
	p = study.Position{Worth: study.Worth{Exact: true, Value: d.Value, Plies: d.Plies, Depth: max(d.Depth, 1)}}
	for _, move := range d.Moves {
		p.Moves = append(p.Moves, study.Move{Text: move.Move, Keeps: move.Keeps, Best: move.Keeps && move.Plies == d.Plies})
	}
	return &p, nil
}
