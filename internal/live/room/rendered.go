// SPDX-License-Identifier: Apache-2.0

package room

import (
	"slices"
	"sync"
	"time"

	"cairn/internal/live/rating"
)

// Rendered caches the texts that displays have made of one state of a match, so that
// viewers share them. A change of the match begins a new cache. A nil Rendered caches
// nothing.
type Rendered struct {
	mu   sync.Mutex
	made []piece // few: both players, and spectators by language

	scoring sync.Mutex // its own lock, so that texts do not wait for a query to the store
	score   rating.Meetings
	scored  time.Time // when score was read; zero for never
}

// scoreAge is how long the score of two players is shown without asking again: both look
// at it when their match begins and when it ends.
const scoreAge = time.Second

type piece struct {
	key  any
	text []byte
	at   time.Time
}

// Once returns the text of a key that was made within an age, or makes it. The text must
// not be changed.
func (s *Rendered) Once(key any, now time.Time, age time.Duration, makes func() ([]byte, error)) ([]byte, error) {
	if s == nil {
		return makes()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.made, func(known piece) bool { return known.key == key })
	if at >= 0 && now.Sub(s.made[at].at) < age {
		return s.made[at].text, nil
	}
	text, err := makes()
	switch {
	case err != nil:
		return nil, err
	case at >= 0:
		s.made[at] = piece{key, text, now}
	default:
		s.made = append(s.made, piece{key, text, now})
	}
	return text, nil
}

// Score returns the score of the two players against each other.
func (s *Rendered) Score(now time.Time, ask func() (rating.Meetings, error)) (rating.Meetings, error) {
	if s == nil {
		return ask()
	}
	s.scoring.Lock()
	defer s.scoring.Unlock()
	if !s.scored.IsZero() && now.Sub(s.scored) < scoreAge {
		return s.score, nil
	}
	score, err := ask()
	if err == nil {
		s.score, s.scored = score, now
	}
	return score, err
}
