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

func seatsOf(r *roster) map[string]stay { return r.Seats }
func usersOf(r *roster) map[string]stay { return r.Users }
func seeksOf(r *roster) map[string]stay { return r.Seeks }

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

// otherNode is another node with its roster.
type otherNode struct {
	cluster.Peer
	roster roster
}

// set replaces the rosters by the announced ones; bad is called for an announcement that
// cannot be read.
func (e *elsewhere) set(peers []cluster.Peer, bad func(node string, err error)) {
	nodes := make(map[string]*otherNode, len(peers))
	for _, peer := range peers {
		n := &otherNode{Peer: peer}
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

// find returns the attendance of a key in a part of the rosters, on all other nodes
// together.
func (e *elsewhere) find(part func(*roster) map[string]stay, key string) (a attendance, known bool) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	for _, n := range e.nodes {
		if s, found := part(&n.roster)[key]; found {
			a.merge(n.attendance(s))
			known = true
		}
	}
	return a, known
}

// attendance returns a stay on a node as an attendance.
func (n *otherNode) attendance(s stay) attendance {
	switch {
	case s[1] == 0 && n.Gone:
		return attendance{seen: n.Seen, until: n.Seen.Add(ReconnectsIn)}
	case s[1] == 0:
		return attendance{streams: 1, seen: n.Seen, until: n.Seen}
	}
	return attendance{seen: time.UnixMilli(s[0]), until: time.UnixMilli(s[1])}
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
		if !n.Gone {
			count += n.roster.Watchers[match]
		}
	}
	return count
}

// addUsers adds the users who are online on other nodes.
func (e *elsewhere) addUsers(users map[string]stay, now time.Time) {
	e.mu.RLock()
	defer e.mu.RUnlock()
	for _, n := range e.nodes {
		for id, s := range n.roster.Users {
			if a := n.attendance(s); a.here(now) {
				users[id] = s
			}
		}
	}
}

// remote is the presence on other nodes that streams of a match show.
type remote struct {
	present  [2]bool
	watchers int
}

// remotes returns the presence of several matches on other nodes.
func (e *elsewhere) remotes(matches []string, now time.Time) map[string]remote {
	found := make(map[string]remote, len(matches))
	for _, id := range matches {
		b := remote{watchers: e.watchers(id)}
		for _, side := range game.Sides {
			a, _ := e.find(seatsOf, seatKey{id, side}.String())
			b.present[side] = a.here(now)
		}
		found[id] = b
	}
	return found
}
