// SPDX-License-Identifier: Apache-2.0

package live

import (
	"sync"
	"time"
)

// Shown keeps what displays made of one state of a match, so that it is made once for
// all who see the same. A change of the match begins a new one. A nil Shown keeps
// nothing.
type Shown struct {
	mu   sync.Mutex
	made map[any]shown
}

type shown struct {
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
	if known, ok := s.made[key]; ok && now.Sub(known.at) < age {
		return known.text, nil
	}
	text, err := makes()
	if err != nil {
		return nil, err
	}
	if s.made == nil {
		s.made = map[any]shown{}
	}
	s.made[key] = shown{text, now}
	return text, nil
}
