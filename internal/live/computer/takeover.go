// SPDX-License-Identifier: Apache-2.0

package computer

import (
	"context"
	"time"

	"cairn/internal/live/room"
	"cairn/match"
)

const (
	// takeOverEvery is how often a node checks for missing moves of the computer.
	takeOverEvery = 3 * time.Second
	// takeOverAfter is how long a move of the computer is left to the node that
	// took the move before it: longer than any search takes.
	takeOverAfter = 8 * time.Second
	// takeOverStep staggers the nodes, so that they do not all search for the same move.
	takeOverStep = 4 * time.Second
	// maxTakeOver bounds the searches that a node takes over at once.
	maxTakeOver = 100
)

// TakenOver returns how many moves of the computer this node has begun to search
// since no other node had made them.
func (p *Players) TakenOver() int64 { return p.taken.Load() }

// TakeOver searches for moves of the computer that the node which should have made
// them has not: it may have ended. If that node makes its move after all, the store
// lets one of the two succeed.
func (p *Players) TakeOver(ctx context.Context) error {
	now := p.env.Cluster.Now()
	list, err := p.store.FindMatches(ctx, room.Filter{
		Statuses: []match.Status{match.Playing}, Kinds: []room.Kind{room.Computer}, Thinking: true, Before: now.Add(-takeOverAfter), Limit: maxTakeOver,
	})
	if err != nil || len(list) == 0 {
		return err
	}
	turn, err := p.env.Cluster.Turns(ctx)
	if err != nil {
		return err
	}
	for _, info := range list {
		if now.Sub(info.Updated) >= takeOverAfter+takeOverStep*time.Duration(turn(info.ID)) && p.wake(ctx, &info) {
			p.taken.Add(1)
		}
	}
	return nil
}
