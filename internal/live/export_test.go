// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"

	"cairn/internal/fair"
)

// HoldSearches lets no search begin until release is called, if the service has one
// thinker. Waiting returns how many wait.
func (s *Service) HoldSearches() (release func(), waiting func() int) {
	release, err := s.computer.queue.Acquire(context.Background(), fair.Client{})
	if err != nil {
		panic(err)
	}
	return release, s.computer.queue.Waiting
}
