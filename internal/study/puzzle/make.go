// SPDX-License-Identifier: Apache-2.0

package puzzle

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"cairn/game"
	"cairn/internal/study"
)

// Source is a game that puzzles are made of; catalog.Entry is one.
type Source interface {
	game.Game
	study.Judge
}

// Limits of a puzzle.
const (
	fewestMoves = 4  // to choose from
	mostRight   = 4  // moves that keep the value
	mostTurns   = 5  // of the player
	mostPlies   = 41 // until a win
)

// Maker makes puzzles of a game. It serves one caller at a time.
type Maker struct {
	source Source
	random *rand.Rand
	seen   map[string]bool // positions up to symmetry
	themes map[Theme]int   // how many were made of each
}

// NewMaker returns a maker that repeats none of some puzzles. The same seed makes the
// same puzzles.
func NewMaker(source Source, seed uint64, known []Puzzle) *Maker {
	m := &Maker{source, rand.New(rand.NewPCG(seed, 0)), map[string]bool{}, map[Theme]int{}}
	for i := range known {
		if s, err := source.Parse(known[i].Position); err == nil {
			m.seen[canonical(source.Info().Board, s.View())] = true
		}
		m.themes[known[i].Theme]++
	}
	return m
}

// Generate makes that many puzzles from random games, fewer if the context ends or the
// game has too few.
func (m *Maker) Generate(ctx context.Context, count int) ([]Puzzle, error) {
	const mostGames = 200 // in a row without a puzzle
	var made []Puzzle
	for idle := 0; len(made) < count && idle < mostGames; idle++ {
		p, ok, err := m.fromGame(ctx)
		if err != nil {
			return made, err
		}
		if ok {
			made, idle = append(made, p), 0
		}
	}
	return made, nil
}

// fromGame plays a random game and returns a puzzle from it, if there is one.
func (m *Maker) fromGame(ctx context.Context) (Puzzle, bool, error) {
	var best Puzzle
	found := false
	state := m.source.Start()
	for range 400 {
		if state.Result().Over() || ctx.Err() != nil {
			break
		}
		p, ok, err := m.From(ctx, state)
		if err != nil {
			return Puzzle{}, false, err
		}
		if ok && (!found || m.themes[p.Theme] < m.themes[best.Theme]) {
			best, found = p, true
		}
		state = m.play(state)
	}
	if !found {
		return Puzzle{}, false, ctx.Err()
	}
	m.keep(&best)
	return best, true, nil
}

// keep notes a puzzle, so that it is not made again.
func (m *Maker) keep(p *Puzzle) {
	if s, err := m.source.Parse(p.Position); err == nil {
		m.seen[canonical(m.source.Info().Board, s.View())] = true
	}
	m.themes[p.Theme]++
}

// play makes a random move, mostly one that takes.
func (m *Maker) play(s game.State) game.State {
	moves := s.Moves()
	takes := slices.DeleteFunc(slices.Clone(moves), func(move game.Move) bool { return !took(move) })
	if len(takes) > 0 && m.random.IntN(4) > 0 {
		moves = takes
	}
	next, _ := s.Play(moves[m.random.IntN(len(moves))].Text)
	return next
}

// From returns the puzzle of a position, if it makes one.
func (m *Maker) From(ctx context.Context, s game.State) (Puzzle, bool, error) {
	key := canonical(m.source.Info().Board, s.View())
	if m.seen[key] || s.Result().Over() {
		return Puzzle{}, false, nil
	}
	first, err := study.Exact(ctx, m.source, s)
	if err != nil || !poses(&first) {
		return Puzzle{}, false, err
	}
	p := Puzzle{Game: m.source.Info().ID, Position: s.String(), Value: first.Name(), Plies: max(first.Plies, 0)}
	p.ID = idOf(p.Game, p.Position)
	solution, err := m.solve(ctx, s, first)
	if err != nil {
		return Puzzle{}, false, err
	}
	p.Line, p.Right = solution.line, solution.right
	p.Moves = p.Right[0]
	fit := solution.themes()
	p.Theme = slices.MinFunc(fit, func(a, b Theme) int { return m.themes[a] - m.themes[b] })
	p.Rating = solution.rating()
	return p, true, nil
}

// poses reports whether a position is a puzzle: the result can be lost, and few moves
// keep it.
func poses(p *study.Position) bool {
	keeping := p.Keeping()
	for _, move := range p.Moves {
		if !move.Exact {
			return false
		}
	}
	return p.Exact && p.Value >= 0 && p.Plies < mostPlies &&
		len(p.Moves) >= fewestMoves && keeping <= mostRight && 3*keeping <= len(p.Moves)
}

// solution is a line of play from a puzzle with what is known of it.
type solution struct {
	start game.State
	first study.Position
	line  []string
	right [][]string
	moves []game.Move // of the line
	end   game.Result // of the game, if both sides play best to the end
}

// solve finds the solution: as long as few moves are right, up to the end of the game.
func (m *Maker) solve(ctx context.Context, s game.State, p study.Position) (*solution, error) {
	sol := &solution{start: s, first: p}
	for asked := true; ; {
		right := rightMoves(&p)
		move, next, err := s.PlayMove(right[0])
		if err != nil {
			return nil, err
		}
		if asked {
			sol.right = append(sol.right, right)
			sol.line = append(sol.line, move.Text)
			sol.moves = append(sol.moves, move)
		}
		ended := next.Result().Over()
		asked = asked && !ended && len(right) == 1 && len(sol.right) < mostTurns
		if ended || !asked && p.Value == 0 {
			sol.end = next.Result()
			return sol, nil
		}
		reply, after, worth, err := m.reply(ctx, next)
		if err != nil || after == nil || after.Result().Over() {
			return sol, err
		}
		asked = asked && p.Value == worth.Value && goesOn(&worth, len(sol.right))
		if asked {
			sol.line, sol.moves = append(sol.line, reply.Text), append(sol.moves, reply)
		}
		s, p = after, worth
	}
}

// goesOn reports whether the next turn of the player is asked for as well.
func goesOn(p *study.Position, turns int) bool {
	keeping := p.Keeping()
	switch {
	case p.Value == 0:
		return keeping == 1 && len(p.Moves) >= fewestMoves && turns < 3
	case p.Plies == 1:
		return keeping <= 2*mostRight && len(p.Moves) > keeping
	}
	return keeping <= mostRight && len(p.Moves) >= fewestMoves && len(p.Moves) > 2*keeping
}

// rightMoves returns the moves that keep the result, the best first.
func rightMoves(p *study.Position) []string {
	var best, others []string
	for _, move := range p.Moves {
		switch {
		case move.Best:
			best = append(best, move.Text)
		case move.Keeps:
			others = append(others, move.Text)
		}
	}
	return append(best, others...)
}

// reply returns the opponent's hardest move: the one that loses latest, or else leaves
// the fewest right moves.
func (m *Maker) reply(ctx context.Context, s game.State) (game.Move, game.State, study.Position, error) {
	var chosen game.Move
	var state game.State
	var worth study.Position
	p, err := study.Exact(ctx, m.source, s)
	if err != nil {
		return chosen, nil, worth, err
	}
	fewest := math.MaxInt
	for _, move := range p.Moves {
		if !move.Best {
			continue
		}
		found, next, err := s.PlayMove(move.Text)
		if err != nil {
			return chosen, nil, worth, err
		}
		after, err := study.Exact(ctx, m.source, next)
		if err != nil {
			return chosen, nil, worth, err
		}
		if next.Result().Over() || !after.Exact {
			continue
		}
		if keeping := after.Keeping(); keeping < fewest {
			fewest, chosen, state, worth = keeping, found, next, after
		}
	}
	return chosen, state, worth, nil
}
