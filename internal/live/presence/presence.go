// SPDX-License-Identifier: Apache-2.0

// Package presence knows who is here: the players of matches, users with any page open,
// pages that wait for an opponent, spectators. Nothing of it is stored but for other
// nodes, no match depends on it, and after a restart it fills again.
//
// The package knows no matches: they are ids.
package presence

import (
	"encoding/json"
	"log/slog"
	"math"
	"time"

	"cairn/internal/live/cluster"
)

const (
	// presentFor is how long a player counts as present after a request: pages
	// without JavaScript reload within this time.
	presentFor = 15 * time.Second
	// ReconnectsIn is how long a player counts as present after the stream has ended:
	// pages are reloaded, and networks have gaps.
	ReconnectsIn = 3 * time.Second
	// AwayAfter is how long the side to move must be absent before the opponent
	// may claim the match.
	AwayAfter = 60 * time.Second
	// announceFor is how long a player who has left is announced: longer than it takes until
	// the match can be claimed. AwayAfter is shorter by half a minute.
	announceFor = cluster.PeersFor
)

// Presence is who is here, on all nodes. Its parts may be used concurrently.
type Presence struct {
	Seats    *Seats
	Users    *Users
	Seeks    *Seeks
	Audience *Audience

	elsewhere *elsewhere
	urgent    chan struct{} // a player has come
	log       *slog.Logger

	watched func() []string
	changed func(match string)
	shown   map[string]remote // when the streams of this node were last woken
}

// New returns a presence without anybody.
func New(bus cluster.Bus, now func() time.Time, log *slog.Logger) *Presence {
	e := &elsewhere{nodes: map[string]*otherNode{}}
	urgent := make(chan struct{}, 1)
	return &Presence{
		Seats:    &Seats{newRegistry(now, e, seatsOf, seatKey.String), urgent},
		Users:    &Users{newRegistry(now, e, usersOf, identity)},
		Seeks:    &Seeks{newRegistry(now, e, seeksOf, identity)},
		Audience: &Audience{bus: bus, elsewhere: e, matches: map[string]*spectators{}},

		elsewhere: e, urgent: urgent, log: log,
		watched: func() []string { return nil }, changed: func(string) {},
	}
}

// Watch sets the callbacks that list the matches with streams on this node, and that wake
// these streams when presence on other nodes has changed. It must be called before an exchange begins.
func (p *Presence) Watch(watched func() []string, changed func(match string)) {
	p.watched, p.changed = watched, changed
}

// Urgent implements cluster.Announcer.
func (p *Presence) Urgent() <-chan struct{} { return p.urgent }

// Announcement implements cluster.Announcer: who is on the pages of this node.
func (p *Presence) Announcement() (string, error) {
	body, err := json.Marshal(roster{
		Seats: p.Seats.stays(announceFor), Users: p.Users.stays(0), Seeks: p.Seeks.stays(math.MaxInt64), Watchers: p.Audience.counts(),
	})
	return string(body), err
}

// Heard implements cluster.Announcer.
func (p *Presence) Heard(peers []cluster.Peer) {
	p.elsewhere.set(peers, func(node string, err error) { // of a newer version
		p.log.Warn("announcement", "node", node, "err", err)
	})
	before := p.shown
	p.shown = p.elsewhere.remotes(p.watched(), p.Seats.now())
	for id, after := range p.shown {
		if after != before[id] {
			p.changed(id)
		}
	}
}
