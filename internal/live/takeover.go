// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"hash/fnv"
	"slices"
	"time"

	"cairn/match"
)

const (
	// takeOverEvery is how often a node looks for moves of the computer that are
	// missing.
	takeOverEvery = 3 * time.Second
	// takeOverAfter is how long a move of the computer is left to the node that
	// took the move before it: longer than any search takes.
	takeOverAfter = 8 * time.Second
	// takeOverStep is how much longer each further node leaves it to those before,
	// so that they do not all search for the same move.
	takeOverStep = 4 * time.Second
	// maxTakeOver bounds what a node takes over at once.
	maxTakeOver = 100
)

// takeOver searches for moves of the computer that the node which should have made
// them has not: it may have ended. If that node makes its move after all, the store
// lets one of the two succeed.
func (n *Nodes) takeOver(ctx context.Context) error {
	now := n.time.Now()
	list, err := n.store.FindMatches(ctx, Filter{
		Statuses: []match.Status{match.Playing}, Kinds: []Kind{Computer}, Thinking: true, Before: now.Add(-takeOverAfter), Limit: maxTakeOver,
	})
	if err != nil || len(list) == 0 {
		return err
	}
	nodes, err := n.Alive(ctx)
	if err != nil {
		return err
	}
	for _, info := range list {
		if now.Sub(info.Updated) >= takeOverAfter+n.patience(info.ID, nodes) && n.computer.wake(ctx, &info) {
			n.taken.Add(1)
		}
	}
	return nil
}

// patience returns how long this node leaves a match to the others that are alive.
// The order of the nodes differs from match to match.
func (n *Nodes) patience(match string, nodes []Node) time.Duration {
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(n Node) bool { return n.Stopping })
	place := slices.IndexFunc(nodes, func(other Node) bool { return other.ID == n.id })
	if place < 0 {
		return takeOverStep * time.Duration(len(nodes))
	}
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(match))
	first := int(hash.Sum32() % uint32(len(nodes)))
	return takeOverStep * time.Duration((place-first+len(nodes))%len(nodes))
}
