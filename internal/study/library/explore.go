// SPDX-License-Identifier: Apache-2.0

package library

import (
	"cmp"
	"context"
	"slices"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/study"
)

// Explored is a position with the counts and the worths of its moves.
type Explored struct {
	study.Worth
	Games int
	Moves []ExploredMove // the most played first, then the best
}

// ExploredMove is a move, or several that symmetries of the position map to each other.
type ExploredMove struct {
	study.Move
	Like []string // the symmetric moves
	Count
	// Trap is the share of replies that change the result in favour of the mover:
	// weighted as they were played here if they were often enough, else evenly. It is
	// set for exact moves that keep the result.
	Trap   *float64
	Tricky bool // no move that keeps the result has a higher Trap
}

// playedOften is the number of games from which on replies are weighted as played.
const playedOften = 20

// Explore returns the counts, worths and traps of a position.
func (s *Service) Explore(ctx context.Context, entry *catalog.Entry, state game.State, f Filter) (Explored, error) {
	p, err := s.explore(ctx, entry, state, f)
	if err == nil {
		err = s.findTraps(ctx, entry, state, &p, f)
	}
	return p, err
}

// explore is Explore without traps.
func (s *Service) explore(ctx context.Context, entry *catalog.Entry, state game.State, f Filter) (Explored, error) {
	exact, err := study.Exact(ctx, entry, state)
	if err != nil {
		return Explored{}, err
	}
	spot := study.SpotOf(entry, state)
	counts, _, err := s.counts(ctx, spot, f)
	if err != nil {
		return Explored{}, err
	}
	p := Explored{Worth: exact.Worth}
	places := map[string]int{}
	for _, m := range state.Moves() {
		name := spot.Move(m)
		if at, known := places[name]; known {
			p.Moves[at].Like = append(p.Moves[at].Like, m.Text)
			continue
		}
		places[name] = len(p.Moves)
		move := ExploredMove{Move: study.Move{Text: m.Text, Worth: study.Worth{Plies: -1}}, Count: counts[name]}
		if worth, known := exact.Find(m.Text); known {
			move.Move = worth
		}
		p.Moves = append(p.Moves, move)
		p.Games += counts[name].Games()
	}
	slices.SortStableFunc(p.Moves, func(a, b ExploredMove) int {
		return cmp.Or(cmp.Compare(b.Games(), a.Games()), cmp.Compare(order(b), order(a)))
	})
	return p, nil
}

// Played returns how often each move of a position was played, by its text, and in how
// many games. Symmetric moves have one count.
func (s *Service) Played(ctx context.Context, entry *catalog.Entry, state game.State, f Filter) (played map[string]Count, games int, err error) {
	spot := study.SpotOf(entry, state)
	counts, games, err := s.counts(ctx, spot, f)
	played = map[string]Count{}
	for _, m := range state.Moves() {
		played[m.Text] = counts[spot.Move(m)]
	}
	return played, games, err
}

// order ranks moves that were played equally often: by value, best moves above others
// of their value, unknown ones last.
func order(m ExploredMove) int {
	switch {
	case !m.Exact:
		return -9
	case m.Best:
		return m.Value*3 + 1
	}
	return m.Value * 3
}

// counts returns the counts of a position by the names of its moves, and all its games.
func (s *Service) counts(ctx context.Context, spot study.Spot, f Filter) (counts map[string]Count, games int, err error) {
	list, err := s.options.Store.FindCounts(ctx, spot.Key, f)
	counts = make(map[string]Count, len(list))
	for _, c := range list {
		counts[c.Move] = c
		games += c.Games()
	}
	return counts, games, err
}

// findTraps sets Trap of the moves that keep the result. A won position has no traps:
// the opponent has nothing to lose.
func (s *Service) findTraps(ctx context.Context, entry *catalog.Entry, state game.State, p *Explored, f Filter) error {
	if !p.Exact || p.Value > 0 {
		return nil
	}
	most := 0.0
	for i := range p.Moves {
		m := &p.Moves[i]
		if !m.Keeps {
			continue
		}
		next, err := state.Play(m.Text)
		if err != nil {
			return err
		}
		if m.Trap, err = s.trap(ctx, entry, next, f); err != nil {
			return err
		}
		if m.Trap != nil {
			most = max(most, *m.Trap)
		}
	}
	for i := range p.Moves {
		m := &p.Moves[i]
		m.Tricky = m.Trap != nil && most > 0 && *m.Trap == most
	}
	return nil
}

// trap returns the share of moves that change the result of a position, nil if the
// values are not known.
func (s *Service) trap(ctx context.Context, entry *catalog.Entry, state game.State, f Filter) (*float64, error) {
	exact, err := study.Exact(ctx, entry, state)
	if err != nil || !exact.Exact || len(exact.Moves) == 0 {
		return nil, err
	}
	spot := study.SpotOf(entry, state)
	counts, games, err := s.counts(ctx, spot, f)
	if err != nil {
		return nil, err
	}
	wrong, all := 0, 0
	seen := map[string]bool{}
	for i, m := range state.Moves() {
		weight := 1
		if games >= playedOften {
			name := spot.Move(m)
			if weight = counts[name].Games(); seen[name] {
				weight = 0
			}
			seen[name] = true
		}
		if i >= len(exact.Moves) || !exact.Moves[i].Exact {
			return nil, nil
		}
		all += weight
		if !exact.Moves[i].Keeps {
			wrong += weight
		}
	}
	if all == 0 {
		return nil, nil
	}
	share := float64(wrong) / float64(all)
	return &share, nil
}

// Judged returns how many moves of a user kept or changed the result; public excludes
// private matches.
func (s *Service) Judged(ctx context.Context, user string, public bool) ([]Judged, error) {
	return s.options.Store.FindJudged(ctx, user, public)
}

// Opening is a first move with its most usual continuation.
type Opening struct {
	Moves  []string // the line
	Played int      // moves of the line that were the most played; the others are best moves
	Like   int      // symmetric first moves
	Count           // of the first move
	Worth  study.Worth
	State  game.State // after the line
}

const (
	maxOpenings = 12 // first moves
	maxLine     = 6  // plies of a line of played moves
	bestLine    = 4  // plies of a line of best moves
	linePlayed  = 2  // games from which on a played move continues a line
)

// Openings returns the first moves of a game: the most played first, then the best by
// tables.
func (s *Service) Openings(ctx context.Context, entry *catalog.Entry) ([]Opening, error) {
	first, err := s.explore(ctx, entry, entry.Start(), Filter{})
	if err != nil {
		return nil, err
	}
	var list []Opening
	for _, m := range first.Moves[:min(len(first.Moves), maxOpenings)] {
		o := Opening{Moves: []string{m.Text}, Like: len(m.Like), Count: m.Count, Worth: m.Worth}
		if o.State, err = entry.Start().Play(m.Text); err != nil {
			return nil, err
		}
		if m.Games() > 0 {
			o.Played = 1
		}
		if err := s.extendLine(ctx, entry, &o); err != nil {
			return nil, err
		}
		list = append(list, o)
	}
	return list, nil
}

// extendLine extends the line of an opening by the most played moves, or else by best
// moves.
func (s *Service) extendLine(ctx context.Context, entry *catalog.Entry, o *Opening) error {
	for len(o.Moves) < maxLine {
		p, err := s.explore(ctx, entry, o.State, Filter{})
		if err != nil {
			return err
		}
		if len(p.Moves) == 0 {
			return nil
		}
		next, played := p.Moves[0], p.Moves[0].Games() >= linePlayed && o.Played == len(o.Moves)
		if !played && (!next.Best || o.Played > 0 || len(o.Moves) >= bestLine) {
			return nil
		}
		if played {
			o.Played++
		}
		o.Moves = append(o.Moves, next.Text)
		if o.State, err = o.State.Play(next.Text); err != nil {
			return err
		}
	}
	return nil
}
