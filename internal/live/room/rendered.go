// SPDX-License-Identifier: Apache-2.0

package room

import (
	"slices"
	"sync"
	"time"

	"cairn/internal/live/rating"
)

// scoreAge is how long the score of two players is cached: both
// ask for it when their match begins and when it ends.
const scoreAge = time.Second

// Rendered caches the texts that displays have made of one state of a match, so that
// viewers share them. A change of the match begins a new cache. A nil Rendered caches
// nothing.
type Rendered struct {
	texts  memo[[]byte] // few: both players, and spectators by language
	scores memo[rating.Meetings]
}

// Once returns the text of a key that was made within an age, or makes it. The text must
// not be changed.
func (s *Rendered) Once(key any, now time.Time, age time.Duration, makes func() ([]byte, error)) ([]byte, error) {
	if s == nil {
		return makes()
	}
	return s.texts.once(key, now, age, makes)
}

// Score returns the score of the two players against each other.
func (s *Rendered) Score(now time.Time, ask func() (rating.Meetings, error)) (rating.Meetings, error) {
	if s == nil {
		return ask()
	}
	return s.scores.once(nil, now, scoreAge, ask)
}

// memo caches a few values by key. Concurrent callers wait for one of them to make a
// value.
type memo[T any] struct {
	mu   sync.Mutex
	made []piece[T]
}

type piece[T any] struct {
	key   any
	value T
	at    time.Time
}

func (m *memo[T]) once(key any, now time.Time, age time.Duration, makes func() (T, error)) (T, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at := slices.IndexFunc(m.made, func(known piece[T]) bool { return known.key == key })
	if at >= 0 && now.Sub(m.made[at].at) < age {
		return m.made[at].value, nil
	}
	value, err := makes()
	switch {
	case err != nil:
		return value, err
	case at >= 0:
		m.made[at] = piece[T]{key, value, now}
	default:
		m.made = append(m.made, piece[T]{key, value, now})
	}
	return value, nil
}
