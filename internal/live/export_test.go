// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"maps"
	"slices"
	"time"

	"cairn/internal/account"
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

// SetRoomBytes bounds the rooms in memory.
func (s *Service) SetRoomBytes(n int) { s.rooms.cache.max = n }

// Rooms returns the ids of the rooms in memory, and how many bytes they take.
func (s *Service) Rooms() (ids []string, bytes int) {
	s.rooms.Lock()
	defer s.rooms.Unlock()
	return slices.Collect(maps.Keys(s.rooms.cache.rooms)), s.rooms.cache.bytes
}

// CatchUp asks the store for what the bus has lost.
func (s *Service) CatchUp(ctx context.Context) error { return s.Nodes.catchUp(ctx) }

// Begin is Start without the work in the background, which tests do themselves.
func (s *Service) Begin(ctx context.Context) error { return s.clocks.start(ctx) }

// Tidy looks for what other nodes have left.
func (s *Service) Tidy(ctx context.Context) error { return s.Nodes.tidy(ctx) }

// TakeOver searches for moves of the computer that other nodes have not made.
func (s *Service) TakeOver(ctx context.Context) error { return s.Nodes.takeOver(ctx) }

// Share writes who is present on this node, and Learn reads who is on the others.
func (s *Service) Share(ctx context.Context) error { return s.Nodes.book.write(ctx) }

// Learn reads who is present on other nodes.
func (s *Service) Learn(ctx context.Context) error { return s.Nodes.book.learn(ctx) }

// Seek looks for an opponent in one game with one clock; see Lobby.Seek.
func (s *Service) Seek(ctx context.Context, user account.User, game, control string, rated bool) (Seek, error) {
	return s.lobby.Seek(ctx, user, Wish{Games: []string{game}, Controls: []string{control}, Rated: rated})
}

// PairWaiting compares the waiting seeks.
func (s *Service) PairWaiting(ctx context.Context) error { return s.pairing.pairWaiting(ctx) }

// EnterSeek notes a page of a seek and returns the function that ends it.
func (s *Service) EnterSeek(id string) (leave func()) { return s.pairing.pages.enter(id, s.now) }

// NewTime returns the time of a store.
func NewTime(local func() time.Time, store NodeStore) *Time {
	return &Time{local: local, store: store}
}

// Measure asks the store for its time.
func (t *Time) Measure(ctx context.Context) error { return t.measure(ctx) }
