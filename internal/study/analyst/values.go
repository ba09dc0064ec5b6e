// SPDX-License-Identifier: Apache-2.0

package analyst

import (
	"context"
	"slices"
	"time"

	"cairn/catalog"
	"cairn/engine"
	"cairn/game"
	"cairn/internal/fair"
	"cairn/internal/study"
)

// finding is what the deepest search of a position has found, for the side to move.
type finding struct {
	score, depth int
	bound        int // no move that was searched less deeply is better
}

const (
	// quickNodes bounds a quick estimate: a few milliseconds, or less than a second on a
	// busy server.
	quickNodes = 20_000
	quickTime  = 5 * time.Second // waiting included
	keptValues = 50_000          // of about 150 bytes
)

// Estimate is Known after a short search of all moves where values are missing, in a queue
// that long searches do not use. When that queue is full it adds only what is known.
func (s *Service) Estimate(ctx context.Context, c fair.Client, e *catalog.Entry, state game.State, p *study.Position) {
	if s.Known(e, state, p) {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, quickTime)
	defer cancel()
	q := catalog.Question{State: state, Lines: len(p.Moves), Limits: engine.Limits{Nodes: quickNodes}}
	if found, err := (&queued{s, c, e}).Think(ctx, q); err == nil {
		s.remember(e, state, p.Answer(found, len(p.Moves)))
		s.Known(e, state, p)
	}
}

// Best returns the best move of a position by tables, or else by Estimate; empty if nothing
// is known.
func (s *Service) Best(ctx context.Context, c fair.Client, e *catalog.Entry, state game.State) (string, error) {
	p, err := study.Exact(ctx, e, state)
	if err != nil {
		return "", err
	}
	if !p.Exact {
		s.Estimate(ctx, c, e, state, &p)
	}
	return p.First(), nil
}

// Known fills in the worths of a position and its moves that are not exact: each has the
// value of the deepest search of the position or of one that is like it by symmetry. The
// position is worth what its best move is. It reports whether all are known.
func (s *Service) Known(e *catalog.Entry, state game.State, p *study.Position) bool {
	if p.Whole() || len(p.Moves) == 0 {
		return true
	}
	own, searched := s.values.Find(study.SpotOf(e, state).Key)
	best, deepest, all := -1, 0, true
	for i := range p.Moves {
		m := &p.Moves[i]
		if !m.Exact {
			after, err := state.Play(m.Text)
			found, known := finding{}, false
			if err == nil {
				found, known = s.values.Find(study.SpotOf(e, after).Key)
			}
			if !known {
				all = false
				continue
			}
			if m.Score, m.Depth = -found.score, found.depth+1; searched && own.depth > m.Depth {
				m.Score = min(m.Score, own.bound)
			}
		}
		deepest = max(deepest, m.Depth)
		if best < 0 || m.Scored() > p.Moves[best].Scored() {
			best = i
		}
	}
	if p.Exact || best < 0 {
		return all
	}
	first := &p.Moves[best]
	if searched && !first.Exact && own.depth > deepest {
		first.Score, first.Depth = own.score, own.depth
	}
	p.Score, p.Depth = first.Scored(), max(first.Depth, 1)
	if searched && all && p.Score != own.score { // its moves are known better by now
		own.score, own.bound = p.Score, min(own.bound, p.Score)
		s.values.Add(study.SpotOf(e, state).Key, own, 1)
	}
	return all
}

// remember keeps what a search has found: the values of the position, of those after its
// moves, and along its best line.
func (s *Service) remember(e *catalog.Entry, state game.State, a catalog.Answer) {
	if len(a.Lines) > 0 && !a.Exact {
		s.keep(e, state, finding{a.Score, a.Depth, a.Lines[len(a.Lines)-1].Score})
	}
	for i, line := range slices.Backward(a.Lines) { // of moves that are alike, the best line counts
		if line.Exact {
			continue
		}
		moves := []string{line.Move}
		if i == 0 && len(line.PV) > 0 {
			moves = line.PV
		}
		at, score := state, line.Score
		for ply, move := range moves[:min(len(moves), max(line.Depth, 1))] {
			after, err := at.Play(move)
			if err != nil {
				break
			}
			at, score = after, -score
			s.keep(e, at, finding{score, line.Depth - 1 - ply, score})
		}
	}
}

// keep keeps a value unless a deeper one is known.
func (s *Service) keep(e *catalog.Entry, state game.State, v finding) {
	if state.Result().Over() {
		return
	}
	key := study.SpotOf(e, state).Key
	if known, ok := s.values.Find(key); !ok || v.depth >= known.depth {
		s.values.Add(key, v, 1)
	}
}
