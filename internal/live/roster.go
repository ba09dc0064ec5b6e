// SPDX-License-Identifier: Apache-2.0

package live

import (
	"context"
	"encoding/json"
	"maps"
	"sync"
	"time"

	"cairn/game"
	"cairn/internal/failure"
)

const (
	// rosterEvery is how often a node writes who is on its pages and reads the same
	// of the others.
	rosterEvery = 2 * time.Second
	// rosterSoon is the shortest time between two rosters when a player comes.
	rosterSoon = 250 * time.Millisecond
	// rosterShare makes that time rosterShare times what the last roster took, up to
	// rosterEvery: with thousands of pages a player comes all the time.
	rosterShare = 20
	// rosterKeeps is how long a player who has left is in a roster: longer than it
	// takes until the match can be claimed.
	rosterKeeps = awayAfter + 30*time.Second
)

// rosterTopic wakes all nodes to read rosters.
const rosterTopic = "presence"

// roster is who is on the pages of a node, as the others read it. It has no
// addresses.
type roster struct {
	Seats    map[string]stay `json:"seats,omitempty"`    // by match and side
	Users    map[string]stay `json:"users,omitempty"`    // with any page
	Seeks    map[string]stay `json:"seeks,omitempty"`    // with a page that waits
	Watchers map[string]int  `json:"watchers,omitempty"` // spectators by match
}

// stay is when someone was last seen, and until when they count as present, in Unix
// milliseconds. Both are 0 while a stream is open, so that a move does not change the roster.
type stay [2]int64

func (k seatKey) String() string { return k.match + " " + k.side.String() }

// stayOf returns an attendance as it is written.
func stayOf(a *attendance) stay {
	if a.streams > 0 {
		return stay{}
	}
	return stay{a.seen.UnixMilli(), a.until.UnixMilli()}
}

// others are the rosters of the other nodes. A nil pointer has none.
type others struct {
	mu    sync.RWMutex
	nodes map[string]*otherNode
}

// otherNode is what is known of another node.
type otherNode struct {
	Node
	roster roster
	gone   bool // it has not beaten for a while: its streams ended with its last beat
}

// find returns the attendance of a key on all other nodes together.
func (o *others) find(of func(*roster) map[string]stay, key string) (a attendance, known bool) {
	if o == nil {
		return a, false
	}
	o.mu.RLock()
	defer o.mu.RUnlock()
	for _, n := range o.nodes {
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
		seen, until = n.Seen, n.Seen.Add(reconnectsIn)
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
func (o *others) seat(k seatKey) (attendance, bool) {
	if o == nil {
		return attendance{}, false
	}
	return o.find(func(r *roster) map[string]stay { return r.Seats }, k.String())
}

// user returns the attendance of a user.
func (o *others) user(id string) (attendance, bool) {
	return o.find(func(r *roster) map[string]stay { return r.Users }, id)
}

// seek returns the attendance of the page of a seek.
func (o *others) seek(id string) (attendance, bool) {
	return o.find(func(r *roster) map[string]stay { return r.Seeks }, id)
}

// watchers returns how many watch a match elsewhere.
func (o *others) watchers(match string) (count int) {
	if o == nil {
		return 0
	}
	o.mu.RLock()
	defer o.mu.RUnlock()
	for _, n := range o.nodes {
		if !n.gone {
			count += n.roster.Watchers[match]
		}
	}
	return count
}

// online adds the users who are online elsewhere.
func (o *others) online(users map[string]bool, now time.Time) {
	if o == nil {
		return
	}
	o.mu.RLock()
	defer o.mu.RUnlock()
	for _, n := range o.nodes {
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

// beside returns it for several matches.
func (o *others) beside(matches []string, now time.Time) map[string]beside {
	found := make(map[string]beside, len(matches))
	for _, id := range matches {
		b := beside{watchers: o.watchers(id)}
		for _, side := range game.Sides {
			a, _ := o.seat(seatKey{id, side})
			b.present[side] = a.here(now)
		}
		found[id] = b
	}
	return found
}

// rosterBook writes the roster of this node and reads those of the others.
type rosterBook struct {
	nodes    *Nodes
	presence *presence
	online   *Online
	audience *audience
	pages    *seekPages
	others   *others
	arrived  func(match string) // called when a player has come on another node
	urgent   chan struct{}      // a player has come here

	mu      sync.Mutex // held during an exchange
	written string
	version int64
	shown   map[string]beside // what the streams of this node were last woken for
}

// kick writes the roster soon.
func (b *rosterBook) kick() {
	if b == nil {
		return
	}
	select {
	case b.urgent <- struct{}{}:
	default:
	}
}

// watch exchanges rosters until the service stops.
func (b *rosterBook) watch(ctx context.Context) {
	signal, end := b.nodes.bus.Subscribe(rosterTopic)
	defer end()
	ticker := time.NewTicker(rosterEvery)
	defer ticker.Stop()
	log := failure.NewLog(b.nodes.log, b.nodes.time.Now, "exchange who is present")
	for {
		var exchange func(context.Context) error
		select {
		case <-ctx.Done():
			return
		case <-b.urgent:
			exchange = b.announce
		case <-signal:
			exchange = b.learn
		case <-ticker.C:
			exchange = func(ctx context.Context) error {
				if err := b.write(ctx); err != nil {
					return err
				}
				return b.learn(ctx)
			}
		}
		began := time.Now()
		log.Note(exchange(ctx))
		took := time.Since(began)
		select { // many players who come at once are one roster
		case <-ctx.Done():
			return
		case <-time.After(min(max(rosterSoon, rosterShare*took), rosterEvery)):
		}
	}
}

// announce writes the roster of this node and wakes the others to read it.
func (b *rosterBook) announce(ctx context.Context) error {
	err := b.write(ctx)
	if err == nil {
		b.nodes.bus.Publish(rosterTopic, 1)
	}
	return err
}

// current returns who is on the pages of this node.
func (b *rosterBook) current() roster {
	now := b.nodes.time.Now()
	return roster{
		Seats: b.presence.stays(now), Users: b.online.stays(now), Seeks: b.pages.stays(), Watchers: b.audience.counts(),
	}
}

// write stores the roster of this node, if it has changed.
func (b *rosterBook) write(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	body, err := json.Marshal(b.current())
	if err != nil || string(body) == b.written {
		return err
	}
	version := max(b.version+1, b.nodes.time.Now().UnixMilli())
	if err := b.nodes.store.SaveRoster(ctx, b.nodes.id, version, string(body)); err != nil {
		return err
	}
	b.written, b.version = string(body), version
	return nil
}

// learn reads the rosters of the other nodes that have changed, and wakes the
// streams that show them.
func (b *rosterBook) learn(ctx context.Context) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := b.nodes.time.Now()
	list, err := b.nodes.store.FindNodes(ctx, now.Add(-rosterKeeps))
	if err != nil {
		return err
	}
	known, changed := b.compare(list, now)
	bodies, err := b.nodes.store.FindRosters(ctx, changed)
	if err != nil {
		return err
	}
	for id, body := range bodies {
		var r roster
		if err := json.Unmarshal([]byte(body), &r); err != nil { // of a newer version
			b.nodes.log.Warn("roster", "node", id, "err", err)
		}
		known[id].roster = r
	}
	b.others.mu.Lock()
	b.others.nodes = known
	b.others.mu.Unlock()
	before := b.shown
	b.shown = b.others.beside(b.nodes.readers.ids(), now)
	for id, after := range b.shown {
		if after != before[id] {
			b.nodes.readers.look(id)
			b.arrived(id)
		}
	}
	return nil
}

// compare returns the other nodes, with the rosters that are known, and which of
// them have others.
func (b *rosterBook) compare(list []Node, now time.Time) (known map[string]*otherNode, changed []string) {
	b.others.mu.RLock()
	before := maps.Clone(b.others.nodes)
	b.others.mu.RUnlock()
	known = map[string]*otherNode{}
	for _, n := range list {
		if n.ID == b.nodes.id {
			if n.Version != b.version { // the row was deleted
				b.written = ""
			}
			continue
		}
		other := &otherNode{Node: n, gone: now.Sub(n.Seen) > aliveFor}
		if was := before[n.ID]; was != nil && was.Version == n.Version {
			other.roster = was.roster
		} else if n.Version > 0 {
			changed = append(changed, n.ID)
		}
		known[n.ID] = other
	}
	return known, changed
}
