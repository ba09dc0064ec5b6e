// SPDX-License-Identifier: Apache-2.0

package live

import (
	"container/list"

	"cairn/match"
)

// What rooms take in memory, as measured with nine men's morris.
const (
	maxRoomBytes   = 256 << 20 // of all rooms: 8,000 games of 60 turns
	roomBytes      = 2 << 10   // of a room without turns
	eventBytes     = 512       // of an event, with the turn it led to
	variationBytes = 160       // of a turn that was taken back
)

// roomCache keeps rooms in memory up to a number of bytes. Those unused for the
// longest time go first; running games between people go last, since anyone can
// make very many others. The store has everything: a room that was dropped is read
// again when it is needed.
type roomCache struct {
	max, bytes int
	rooms      map[string]*kept
	games      list.List // running games between people, the last used first
	others     list.List
}

// kept is a room in the cache.
type kept struct {
	room  *room
	id    string
	bytes int
	in    *list.List
	at    *list.Element
}

func newRoomCache(maxBytes int) *roomCache {
	return &roomCache{max: maxBytes, rooms: map[string]*kept{}}
}

// find returns the room of a match, nil if it is not in memory.
func (c *roomCache) find(id string) *room {
	if k := c.rooms[id]; k != nil {
		k.in.MoveToFront(k.at)
		return k.room
	}
	return nil
}

// keep adds a room, or notes how large it is now, and drops others until all of
// them are small enough. The room is locked.
func (c *roomCache) keep(r *room) {
	k := c.rooms[r.Info.ID]
	if k == nil {
		k = &kept{room: r, id: r.Info.ID}
		c.rooms[r.Info.ID] = k
	} else {
		k.in.Remove(k.at)
	}
	c.bytes += r.bytes - k.bytes
	k.bytes, k.in = r.bytes, &c.others
	if (r.Info.Kind == Open || r.Info.Kind == Private) && r.Info.Status == match.Playing {
		k.in = &c.games
	}
	k.at = k.in.PushFront(k)
	for c.bytes > c.max && len(c.rooms) > 1 {
		c.drop(k)
	}
}

// drop drops the room that is needed least, but not one.
func (c *roomCache) drop(except *kept) {
	for _, l := range []*list.List{&c.others, &c.games} {
		if last := l.Back(); last != nil && last != except.at {
			c.remove(last.Value.(*kept).id)
			return
		}
	}
}

// remove removes a room, if it is there.
func (c *roomCache) remove(id string) {
	if k := c.rooms[id]; k != nil {
		k.in.Remove(k.at)
		delete(c.rooms, id)
		c.bytes -= k.bytes
	}
}

// sizeOf estimates what events take in a room.
func sizeOf(events []match.Event) int {
	size := 0
	for _, e := range events {
		size += eventBytes
		if e.Loaded != nil {
			size += eventBytes*len(e.Loaded.Turns) + variationBytes*e.Loaded.Variations() + e.Loaded.Notes()
		}
	}
	return size
}
