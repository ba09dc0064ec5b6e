// SPDX-License-Identifier: Apache-2.0

// Package trainer gives users puzzles near their rating, decides whether their moves are
// right, and rates their first attempts. It also runs storms, and stores which drills users
// have completed.
//
// Puzzles and drills are shipped by the games, see package puzzle; more puzzles are made
// from matches on this server. The package writes no texts for people.
package trainer

import (
	"cmp"
	"context"
	"errors"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"cairn/catalog"
	"cairn/internal/failure"
	"cairn/internal/study/puzzle"
)

// Options configure a Service. Store and Games are required.
type Options struct {
	Store Store
	Games *catalog.Catalog
	Now   func() time.Time // time.Now when nil
	// Load returns the puzzles of a game; puzzle.Load when nil.
	Load func(*catalog.Entry) ([]puzzle.Puzzle, error)
}

// Service chooses puzzles for users. Its methods may be called concurrently.
type Service struct {
	store Store
	now   func() time.Time

	shipped func() ([]*Set, error)

	mu        sync.Mutex
	all       []*Set    // shipped and made puzzles
	made      []Made    // cache of the store
	refreshed time.Time // when made was read; zero to read it again
}

// Set is the puzzles of a rule set, the easiest first.
type Set struct {
	Entry   *catalog.Entry
	Puzzles []puzzle.Puzzle
	shipped []puzzle.Puzzle // the shipped ones of Puzzles, by rating too
	byID    map[string]*puzzle.Puzzle
}

// New returns a service. Puzzles are read when they are first asked for.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Load == nil {
		o.Load = func(e *catalog.Entry) ([]puzzle.Puzzle, error) { return puzzle.Load(e) }
	}
	s := &Service{store: o.Store, now: o.Now}
	s.shipped = sync.OnceValues(func() (sets []*Set, err error) {
		for _, entry := range o.Games.All() {
			list, err := o.Load(entry)
			if err != nil {
				return nil, err
			}
			if len(list) > 0 {
				sets = append(sets, newSet(entry, list, list))
			}
		}
		return sets, nil
	})
	return s
}

// Themes returns the themes of a set in the order of puzzle.Themes, with how many
// puzzles each has.
func (s *Set) Themes() (themes []puzzle.Theme, counts map[puzzle.Theme]int) {
	counts = map[puzzle.Theme]int{}
	for i := range s.Puzzles {
		counts[s.Puzzles[i].Theme]++
	}
	for _, theme := range puzzle.Themes {
		if counts[theme] > 0 {
			themes = append(themes, theme)
		}
	}
	return themes, counts
}

// Set returns the puzzles of a rule set; failure.ErrNotFound without any.
func (s *Service) Set(game string) (*Set, error) {
	sets, err := s.Sets()
	if err != nil {
		return nil, err
	}
	for _, set := range sets {
		if set.Entry.Info().ID == game {
			return set, nil
		}
	}
	return nil, failure.ErrNotFound
}

// Find returns a puzzle with its set; failure.ErrNotFound for an unknown id.
func (s *Service) Find(id string) (*puzzle.Puzzle, *Set, error) {
	sets, err := s.Sets()
	if err != nil {
		return nil, nil, err
	}
	for _, set := range sets {
		if p := set.byID[id]; p != nil {
			return p, set, nil
		}
	}
	return nil, nil, failure.ErrNotFound
}

// Daily returns the puzzle of a day in UTC, equal on all servers with equal puzzles: rule
// sets take turns, and a hash of the day chooses from the easier half of the shipped
// puzzles. It is nil without puzzles.
func (s *Service) Daily(day time.Time) (*puzzle.Puzzle, *Set, error) {
	sets, err := s.Sets()
	if err != nil || len(sets) == 0 {
		return nil, nil, err
	}
	day = day.UTC()
	set := sets[int(dayOf(day))%len(sets)]
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(day.Format(time.DateOnly)))
	easier := uint64(len(set.shipped)+1) / 2
	return &set.shipped[mix(sum.Sum64())%easier], set, nil
}

// mix spreads the differences of similar texts over all bits.
func mix(x uint64) uint64 {
	x ^= x >> 33
	x *= 0xff51afd7ed558ccd
	return x ^ x>>33
}

// near is the number of nearest puzzles from which the next one is chosen at random.
const near = 12

// Next returns a puzzle near the rating of a user that the user has not attempted, of a
// theme or of any if it is empty; nil if none is left. Without a user it returns a puzzle
// near the rating of a new player, except but.
func (s *Service) Next(ctx context.Context, user, game string, theme puzzle.Theme, but string) (*puzzle.Puzzle, error) {
	set, err := s.Set(game)
	if err != nil {
		return nil, err
	}
	done := map[string]bool{but: true}
	rating := float64(NewRating)
	if user != "" {
		if rating, err = s.ratingOf(ctx, user, game); err != nil {
			return nil, err
		}
		attempts, err := s.store.FindPuzzleAttempts(ctx, user, game)
		if err != nil {
			return nil, err
		}
		for _, a := range attempts {
			done[a.Puzzle] = true
		}
	}
	levels, err := s.store.FindPuzzleLevels(ctx, game)
	if err != nil {
		return nil, err
	}
	return set.choose(theme, done, levels, rating), nil
}

// choose returns one of the puzzles nearest to a rating, nil without any.
func (s *Set) choose(theme puzzle.Theme, done map[string]bool, levels map[string]Level, rating float64) *puzzle.Puzzle {
	var left []*puzzle.Puzzle
	for i := range s.Puzzles {
		if p := &s.Puzzles[i]; !done[p.ID] && (theme == "" || p.Theme == theme) {
			left = append(left, p)
		}
	}
	if len(left) == 0 {
		return nil
	}
	away := func(p *puzzle.Puzzle) float64 { return math.Abs(levels[p.ID].of(p).Rating - rating) }
	slices.SortStableFunc(left, func(a, b *puzzle.Puzzle) int { return cmp.Compare(away(a), away(b)) })
	return left[rand.IntN(min(near, len(left)))]
}

// ratingOf returns the rating of a user in a rule set, by default NewRating.
func (s *Service) ratingOf(ctx context.Context, user, game string) (float64, error) {
	ratings, err := s.Ratings(ctx, user)
	if r, known := ratings[game]; known {
		return r.Rating.Rating, err
	}
	return NewRating, err
}

// Ratings returns the ratings of a user by rule set.
func (s *Service) Ratings(ctx context.Context, user string) (map[string]Rating, error) {
	list, err := s.store.FindPuzzleRatings(ctx, user)
	all := map[string]Rating{}
	for _, r := range list {
		all[r.Game] = r
	}
	return all, err
}

// Attempt returns the attempt of a user at a puzzle, false if there is none.
func (s *Service) Attempt(ctx context.Context, user string, p *puzzle.Puzzle) (Attempt, bool, error) {
	if user == "" {
		return Attempt{}, false, nil
	}
	a, err := s.store.FindPuzzleAttempt(ctx, user, p.Game, p.ID)
	if errors.Is(err, failure.ErrNotFound) {
		return Attempt{}, false, nil
	}
	return a, err == nil, err
}

// Attempts returns all attempts and ratings of a user.
func (s *Service) Attempts(ctx context.Context, user string) ([]Attempt, []Rating, error) {
	attempts, err := s.store.FindPuzzleAttempts(ctx, user, "")
	if err != nil {
		return nil, nil, err
	}
	ratings, err := s.store.FindPuzzleRatings(ctx, user)
	return attempts, ratings, err
}
