// SPDX-License-Identifier: Apache-2.0

package trainer

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"cairn/catalog"
	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/study"
	"cairn/internal/study/puzzle"
	"cairn/record"
	"cairn/tablebase"
)

const (
	maxMadePerDay  = 3               // puzzles of a rule set that are made from matches
	maxMade        = 2000            // of a rule set in all
	refreshEvery   = time.Minute     // how often the store is asked for new ones
	refreshTimeout = 2 * time.Second // that this may take
)

// Learn makes puzzles of positions in which a player gave the result away, a few a day
// for each rule set that ships puzzles. Tables must prove them.
func (s *Service) Learn(ctx context.Context, entry *catalog.Entry, w *record.Walk, r *study.Review) error {
	if !slices.ContainsFunc(r.Turns, func(t study.ReviewedMove) bool { return t.Verdict.Mistake() }) {
		return nil
	}
	set, err := s.Set(entry.Info().ID)
	if errors.Is(err, failure.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	left := s.left(entry.Info().ID)
	if left == 0 {
		return nil
	}
	maker := puzzle.NewMaker(tablesOnly{entry}, 0, set.Puzzles)
	for i := range r.Turns {
		if left == 0 || !r.Turns[i].Verdict.Mistake() {
			continue
		}
		p, ok, err := maker.From(ctx, w.StateAt(i))
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if err := s.save(ctx, Made{Game: p.Game, Puzzle: p.ID, Line: p.String(), At: s.now()}); err != nil {
			return err
		}
		maker.Keep(&p)
		left--
	}
	return nil
}

// save stores a puzzle, and makes the next call of Sets read the store.
func (s *Service) save(ctx context.Context, m Made) error {
	err := s.store.SaveMadePuzzle(ctx, m)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refreshed = time.Time{}
	return err
}

// left returns how many more puzzles of a rule set may be made now.
func (s *Service) left(game string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	today, all := 0, 0
	for _, m := range s.made {
		if m.Game != game {
			continue
		}
		if all++; s.now().Sub(m.At) < 24*time.Hour {
			today++
		}
	}
	return max(0, min(maxMadePerDay-today, maxMade-all))
}

// tablesOnly is a puzzle.Source without searches, which would take long.
type tablesOnly struct{ *catalog.Entry }

// Decide implements puzzle.Source.
func (tablesOnly) Decide(context.Context, game.State, int) (tablebase.Decision, error) {
	return tablebase.Decision{}, nil
}

// Sets returns the puzzles of all rule sets that have some, in the order of the catalogue:
// shipped ones, and a cached list of puzzles made from matches. If the store fails it uses
// the cached list.
func (s *Service) Sets() ([]*Set, error) {
	shipped, err := s.shipped()
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = shipped
	}
	if now := s.now(); s.refreshed.IsZero() || now.Sub(s.refreshed) >= refreshEvery {
		s.refreshed = now
		ctx, cancel := context.WithTimeout(context.Background(), refreshTimeout)
		defer cancel()
		if made, err := s.store.FindMadePuzzles(ctx); err == nil && len(made) != len(s.made) {
			s.all, s.made = withMade(shipped, made), made
		}
	}
	return s.all, nil
}

// withMade adds made puzzles to sets. Puzzles that the rules refuse, or that a game ships
// by now, are left out.
func withMade(shipped []*Set, made []Made) []*Set {
	var sets []*Set
	for _, set := range shipped {
		list := slices.Clone(set.Puzzles)
		for _, m := range made {
			if m.Game != set.Entry.Info().ID || set.byID[m.Puzzle] != nil {
				continue
			}
			p, err := puzzle.Parse(m.Game, m.Line)
			if err == nil {
				_, err = set.Entry.Parse(p.Position)
			}
			if err == nil {
				list = append(list, p)
			}
		}
		sets = append(sets, newSet(set.Entry, list, set.Puzzles))
	}
	return sets
}

// newSet returns a set of puzzles, sorted by rating.
func newSet(entry *catalog.Entry, list, shipped []puzzle.Puzzle) *Set {
	slices.SortStableFunc(list, func(a, b puzzle.Puzzle) int { return cmp.Or(a.Rating-b.Rating, cmp.Compare(a.ID, b.ID)) })
	set := &Set{entry, list, shipped, map[string]*puzzle.Puzzle{}}
	for i := range list {
		set.byID[list[i].ID] = &list[i]
	}
	return set
}
