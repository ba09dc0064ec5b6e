// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"time"
)

// NodeStore keeps what the nodes on one store know of each other. A service whose
// Options are not Shared uses Beat and LastBeat only.
type NodeStore interface {
	// Beat notes that the server is alive; LastBeat returns the last note, of any
	// node.
	Beat(ctx context.Context, now time.Time) error
	LastBeat(ctx context.Context) (time.Time, error)
	// Now returns the time of the database, zero if it has no clock of its own.
	Now(ctx context.Context) (time.Time, error)
	// BeatNode notes that a node is alive, and returns the last beat of all nodes
	// afterwards. If the last beat is longer than b.Gap before b.Now and after
	// b.Settled, it notes nothing: the gap must be settled first. The last beat is
	// the Unix epoch if there is none.
	BeatNode(ctx context.Context, b NodeBeat) (last time.Time, err error)
	// StopNode notes that a node stops, and returns how many other nodes do not
	// and have beaten since a time.
	StopNode(ctx context.Context, id string, since time.Time) (others int, err error)
	// FindNodes returns all nodes that have beaten since a time, in order of their
	// ids. It deletes none.
	FindNodes(ctx context.Context, since time.Time) ([]Node, error)
	// DeleteNodes deletes nodes that have not beaten since a time, except the one
	// with the last beat.
	DeleteNodes(ctx context.Context, before time.Time) error
	// SaveRoster sets the roster of a node that has beaten; FindRosters returns
	// those of several.
	SaveRoster(ctx context.Context, id string, version int64, body string) error
	FindRosters(ctx context.Context, ids []string) (map[string]string, error)
	// FindStates returns how far matches are; those that do not exist are left out.
	FindStates(ctx context.Context, ids []string) (map[string]MatchState, error)
	// FindOpenChallenges returns all challenges that were not answered.
	FindOpenChallenges(ctx context.Context) ([]Challenge, error)
	// TakeTask reports whether a task that one of all nodes has to do is due: it
	// was last taken at least so long before now. It is taken with that.
	TakeTask(ctx context.Context, task string, now time.Time, every time.Duration) (bool, error)
}

// NodeBeat is a beat of a node.
type NodeBeat struct {
	ID      string
	Now     time.Time
	Gap     time.Duration // the longest time between beats that is not a gap
	Settled time.Time     // the beat before a gap that is settled; zero for none
}

// Node is a server process among several.
type Node struct {
	ID       string
	Seen     time.Time // its last beat
	Stopping bool
	Version  int64 // of its roster; 0 without one
}

// MatchState is how far a match is.
type MatchState struct {
	Seq    int
	Phrase int // the number of the last phrase, 0 without one
}
