// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"encoding/json"
	"sync"
	"time"

	"cairn/game"
	"cairn/internal/live/cluster"
)

// roster is who is on the pages of a node, as it is announced. It has no addresses.
type roster struct {
	Seats    map[string]stay `json:"seats,omitempty"`    // by match and side
	Users    map[string]stay `json:"users,omitempty"`    // with any page
	Seeks    map[string]stay `json:"seeks,omitempty"`    // with a page that waits
	Watchers map[string]int  `json:"watchers,omitempty"` // spectators by match
}

// stay is when a user was last seen, and until when the user counts as present, in Unix
// milliseconds. Both are 0 while a stream is open, so that a move does not change the roster.
type stay [2]int64

// stayOf returns an attendance as it is announced.
func stayOf(a *attendance) stay {
	if a.streams > 0 {
		return stay{}
	}
	return stay{a.seen.UnixMilli(), a.until.UnixMilli()}
}

// elsewhere is the rosters of the other nodes; there are none on a server alone.
type elsewhere struct {
	mu    sync.RWMutex
	nodes map[string]*otherNode
}

// otherNode is what is known of another node.
type otherNode struct {
	cluster.Node
	roster roster
	gone   bool // it has sent no heartbeat for a while: its streams ended with the last one
}

// set replaces the rosters by the announced ones; bad is called for an announcement that
// cannot be read.
func (e *elsewhere) set(peers []cluster.Peer, bad func(node string, err error)) {
	nodes := make(map[string]*otherNode, len(peers))
	for _, peer := range peers {
		n := &otherNode{Node: peer.Node, gone: peer.Gone}
		nodes[peer.ID] = n
		e.mu.RLock()
		known := e.nodes[peer.ID]
		e.mu.RUnlock()
		if known != nil && known.Version == peer.Version {
			n.roster = known.roster
		} else if peer.Announcement != "" {
			if err := json.Unmarshal([]byte(peer.Announcement), &n.roster); err != nil {
				bad(peer.ID, err)
			}
		}
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.nodes = nodes
}

// find returns the attendance of a key on all other nodes together.
func (e *elsewhere) find(of func(*roster) map[string]stay, key string) (a attendance, known bool) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	for _, n := range e.nodes {
		if s, found := of(&n.roster)[key]; found {
			n.add(&a, s)
			known = true
		}
	}
	return a, known
}

// add adds a stay on a node to an attendance.
func (n *otherNode) add(a *attendance, s stay) {
	seen, until := time.UnixMilli(s[0]), time.UnixMilli(s[1])
	switch {
	case s[1] == 0 && n.gone:
		seen, until = n.Seen, n.Seen.Add(ReconnectsIn)
	case s[1] == 0:
		a.streams++
		seen, until = n.Seen, n.Seen
	}
	if seen.After(a.seen) {
		a.seen = seen
	}
	if until.After(a.until) {
		a.until = until
	}
}

// seat returns the attendance of a player.
func (e *elsewhere) seat(k seatKey) attendance {
	if e.none() {
		return attendance{}
	}
	a, _ := e.find(func(r *roster) map[string]stay { return r.Seats }, k.String())
	return a
}

// user returns the attendance of a user.
func (e *elsewhere) user(id string) attendance {
	a, _ := e.find(func(r *roster) map[string]stay { return r.Users }, id)
	return a
}

// seek returns the attendance of the page of a seek.
func (e *elsewhere) seek(id string) (a attendance, known bool) {
	return e.find(func(r *roster) map[string]stay { return r.Seeks }, id)
}

// none reports whether no other node is known.
func (e *elsewhere) none() bool {
	e.mu.RLock()
	defer e.mu.RUnlock()
	return len(e.nodes) == 0
}

// watchers returns how many watch a match on other nodes.
func (e *elsewhere) watchers(match string) (count int) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	for _, n := range e.nodes {
		if !n.gone {
			count += n.roster.Watchers[match]
		}
	}
	return count
}

// addUsers adds the users who are online on other nodes.
func (e *elsewhere) addUsers(users map[string]bool, now time.Time) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	for _, n := range e.nodes {
		for id, s := range n.roster.Users {
			var a attendance
			if n.add(&a, s); a.here(now) {
				users[id] = true
			}
		}
	}
}

// beside is what streams of a match show of other nodes.
type beside struct {
	present  [2]bool
	watchers int
}

// beside returns what streams of several matches show of other nodes.
func (e *elsewhere) beside(matches []string, now time.Time) map[string]beside {
	found := make(map[string]beside, len(matches))
	for _, id := range matches {
		b := beside{watchers: e.watchers(id)}
		for _, side := range game.Sides {
			a := e.seat(seatKey{id, side})
			b.present[side] = a.here(now)
		}
		found[id] = b
	}
	return found
}
