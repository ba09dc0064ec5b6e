// SPDX-License-Identifier: Apache-2.0

// Package cluster coordinates the server processes on one store: heartbeats, the database
// clock, outages, periodic tasks that one node does for all, and announcements between
// nodes. Alone is a server with a store of its own, Shared one of several nodes.
//
// The package knows no matches and no users.
package cluster

import (
	"context"
	"log/slog"
	"time"
)

// Cluster is the server processes on one store, of which this is one. They are equal:
// each takes every command and serves every stream, any of them ends a match whose time
// is up, and the store lets one succeed.
type Cluster interface {
	Liveness
	Consistency
	Nodes
}

// Liveness is about heartbeats and outages: when this node, and all nodes together, could
// take moves.
type Liveness interface {
	// Start reads the time and the last heartbeat.
	Start(ctx context.Context) error
	// Stop announces that this node stops, and reports whether the clocks must be
	// paused, since no other node takes moves.
	Stop(ctx context.Context) (last bool, err error)
	// Heartbeat writes a heartbeat and returns its time, or zero if the server stops
	// or did not stay up meanwhile. After an outage it first calls settle, which takes
	// the outage out of all clocks: a heartbeat written before that would hide the
	// outage from the next start of the server.
	Heartbeat(ctx context.Context, settle Settle) (time.Time, error)
	// Outage knows when moves could be saved.
	Outage() *Outage
	// OutageOf is Outage.Ongoing for a match that changed last at a time.
	OutageOf(changed, now time.Time) (from time.Time, is bool)
	// Ready returns why moves cannot be saved now, as far as the last heartbeat shows.
	Ready() error
}

// Consistency is the checks of a node before it decides or refuses.
type Consistency interface {
	// Now returns the time by which matches are decided.
	Now() time.Time
	// Offset returns by how much Now is ahead of the wall clock of this machine.
	Offset() time.Duration
	// Current returns when to decide: now, unless this node was suspended or has not
	// reached the store for a while. It then first reads the time and the last
	// heartbeat of all nodes.
	Current(ctx context.Context, now time.Time) (time.Time, error)
	// MayLag reports whether memory may lag behind the store, since other nodes write
	// to it. A refusal is then final only after the store was read.
	MayLag() bool
	// Confirm returns when all commits that are visible in the store are on the disk of
	// every standby. After an unknown commit, PostgreSQL may show a change that no standby
	// has yet.
	Confirm(ctx context.Context) error
}

// Nodes is about work that nodes share and announcements between them.
type Nodes interface {
	// Alive returns the nodes that are alive.
	Alive(ctx context.Context) ([]Node, error)
	// Alone reports whether no other node takes moves, as far as this node knows.
	Alone(ctx context.Context) bool
	// Turns returns the place of this node among the nodes that are alive, in an order that
	// depends on a key: nodes try in turn a piece of work that one of them should do.
	Turns(ctx context.Context) (turn func(key string) int, err error)
	// TakeTask reports whether this node has to do a periodic task of which one node
	// is enough.
	TakeTask(ctx context.Context, task string, every time.Duration) (bool, error)
	// CatchUp calls f periodically until the context ends, to find changes whose message
	// the bus has lost. It returns at once where no other node exists. Errors are logged
	// with the name of the work.
	CatchUp(ctx context.Context, work string, every time.Duration, f func(context.Context) error)
	// Exchange stores announcements of this node and reads those of other nodes until the context ends. It returns at once where no other node
	// exists.
	Exchange(ctx context.Context, a Announcer)
	// Learn reads the announcements of the other nodes now.
	Learn(ctx context.Context, a Announcer) error
}

// Settle takes an outage out of all clocks and returns when that was done; zero if the
// server did not stay up meanwhile.
type Settle func(ctx context.Context, now time.Time) (time.Time, error)

// Announcer provides the announcements of a node to the other nodes.
type Announcer interface {
	// Urgent receives when an announcement should not wait.
	Urgent() <-chan struct{}
	// Announcement returns the text for the other nodes.
	Announcement() (string, error)
	// Heard takes the announcements of all other nodes seen lately.
	Heard(nodes []Peer)
}

// Peer is another node with its announcement.
type Peer struct {
	Node
	Announcement string
	Gone         bool // no heartbeat for a while: its streams ended with the last one
}

// Store keeps heartbeats, announcements and tasks of nodes. Alone uses Beat, LastBeat and
// Ping only.
type Store interface {
	// Ping reports whether the store can be written.
	Ping(ctx context.Context) error
	// Beat writes a heartbeat; LastBeat returns the last one of any node.
	Beat(ctx context.Context, now time.Time) error
	LastBeat(ctx context.Context) (time.Time, error)
	// Now returns the time of the database, zero if it has no clock of its own.
	Now(ctx context.Context) (time.Time, error)
	// BeatNode writes the heartbeat of a node, and returns the last one of all nodes
	// afterwards. If the last heartbeat is longer than b.Gap before b.Now and after
	// b.Settled, it writes nothing: the outage must be settled first. The last
	// heartbeat is the Unix epoch if there is none.
	BeatNode(ctx context.Context, b NodeBeat) (last time.Time, err error)
	// StopNode notes that a node stops, and returns how many other nodes do not
	// and have a heartbeat since a time.
	StopNode(ctx context.Context, id string, since time.Time) (others int, err error)
	// FindNodes returns all nodes with a heartbeat since a time, in order of their
	// ids.
	FindNodes(ctx context.Context, since time.Time) ([]Node, error)
	// DeleteNodes deletes nodes without a heartbeat since a time, except the one
	// with the last heartbeat.
	DeleteNodes(ctx context.Context, before time.Time) error
	// SaveRoster sets the announcement of a node that has a heartbeat; FindRosters
	// returns the announcements of several nodes.
	SaveRoster(ctx context.Context, id string, version int64, body string) error
	FindRosters(ctx context.Context, ids []string) (map[string]string, error)
	// TakeTask reports whether a task of which one node is enough is due: it
	// was last taken at least so long before now. It is taken with that.
	TakeTask(ctx context.Context, task string, now time.Time, every time.Duration) (bool, error)
}

// NodeBeat is a heartbeat of a node.
type NodeBeat struct {
	ID      string
	Now     time.Time
	Gap     time.Duration // the longest time between heartbeats that is no outage
	Settled time.Time     // the heartbeat before an outage that is settled; zero for none
}

// Node is a server process among several.
type Node struct {
	ID       string
	Seen     time.Time // its last heartbeat
	Stopping bool
	Version  int64 // of its announcement; 0 without one
}

// Options are the parts of a Cluster; all must be given.
type Options struct {
	Store Store
	Bus   Bus
	Now   func() time.Time // the clock of this machine
	Log   *slog.Logger
}
