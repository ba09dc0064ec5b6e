// SPDX-License-Identifier: Apache-2.0

package live

import (
	"slices"
	"sync"
	"time"
)

// Shown keeps what displays made of one state of a match, so that it is made once for
// all who see the same. A change of the match begins a new one. A nil Shown keeps
// nothing.
type Shown struct {
	mu   sync.Mutex
	made []shown // few: both players, and spectators by language
}

type shown struct {
	key  any
	text []byte
	at   time.Time
}

// Once returns the text of a key that was made within an age, or makes it. The text must
// not be changed.
func (s *Shown) Once(key any, now time.Time, age time.Duration, makes func() ([]byte, error)) ([]byte, error) {
	if s == nil {
		return makes()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	at := slices.IndexFunc(s.made, func(known shown) bool { return known.key == key })
	if at >= 0 && now.Sub(s.made[at].at) < age {
		return s.made[at].text, nil
	}
	text, err := makes()
	switch {
	case err != nil:
		return nil, err
	case at >= 0:
		s.made[at] = shown{key, text, now}
	default:
		s.made = append(s.made, shown{key, text, now})
	}
	return text, nil
}
