// SPDX-License-Identifier: Apache-2.0

package trainer

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"

	"cairn/game"
	"cairn/internal/failure"
	"cairn/internal/study/puzzle"
)

const (
	// StormTime is how long a storm lasts.
	StormTime = 3 * time.Minute
	// StormPenalty is the time that a wrong answer costs.
	StormPenalty = 10 * time.Second

	stormSteps = 50 // of difficulty: a storm has one puzzle of each
	ranked     = 20 // users in the ranking of a day
)

// Left returns the time that a storm has left, 0 after its end.
func (m *Storm) Left(now time.Time) time.Duration {
	end := m.Started.Add(StormTime - time.Duration(m.Tried-m.Score)*StormPenalty)
	return max(0, end.Sub(now))
}

// StartStorm starts a storm. One that runs ends.
func (s *Service) StartStorm(ctx context.Context, user, game string) (Storm, error) {
	now := time.UnixMilli(s.now().UnixMilli()).UTC() // as stored
	m := Storm{User: user, Game: game, Day: dayOf(now), Started: now}
	return m, s.store.StartStorm(ctx, m)
}

// FindStorm returns the storm of a user that started at a time; failure.ErrNotFound if
// there is none, or a later one.
func (s *Service) FindStorm(ctx context.Context, user, game string, started int64) (Storm, error) {
	storms, err := s.store.FindStorms(ctx, user)
	if err != nil {
		return Storm{}, err
	}
	for _, m := range storms {
		if m.Game == game && m.Started.UnixMilli() == started {
			return m, nil
		}
	}
	return Storm{}, failure.ErrNotFound
}

// Answer counts an answered puzzle of a storm, and returns the storm after it;
// failure.ErrNotFound if the puzzle was answered by another request.
func (s *Service) Answer(ctx context.Context, m Storm, solved bool) (Storm, error) {
	if err := s.store.CountStorm(ctx, m, solved); err != nil {
		return m, err
	}
	if m.Tried++; solved {
		m.Score++
		m.Best = max(m.Best, m.Score)
	}
	return m, nil
}

// StormPuzzle returns the puzzle that is asked for in a storm, nil after the last one or
// when the time is over. Each is a little harder than the one before, all are with White to
// move so that the board need not turn, and the storm alone decides which they are.
func (s *Service) StormPuzzle(m Storm) (*puzzle.Puzzle, error) {
	set, err := s.Set(m.Game)
	if err != nil || m.Left(s.now()) == 0 {
		return nil, err
	}
	var list []*puzzle.Puzzle
	for i := range set.shipped {
		if state, err := set.Entry.Parse(set.shipped[i].Position); err == nil && state.Turn() == game.White {
			list = append(list, &set.shipped[i])
		}
	}
	steps := min(stormSteps, len(list))
	if m.Tried >= steps {
		return nil, nil
	}
	from, to := m.Tried*len(list)/steps, (m.Tried+1)*len(list)/steps
	sum := fnv.New64a()
	_, _ = fmt.Fprint(sum, m.User, m.Started.UnixMilli(), m.Tried)
	return list[from+int(mix(sum.Sum64())%uint64(to-from))], nil
}

// Storms returns the storms of a user.
func (s *Service) Storms(ctx context.Context, user string) ([]Storm, error) {
	if user == "" {
		return nil, nil
	}
	return s.store.FindStorms(ctx, user)
}

// StormRanking returns the best storms of today, the best first.
func (s *Service) StormRanking(ctx context.Context, game string) ([]StormRank, error) {
	return s.store.RankStorms(ctx, game, dayOf(s.now()), ranked)
}
