// SPDX-License-Identifier: Apache-2.0

package room

import (
	"container/list"

	"cairn/match"
)

// The memory of rooms in bytes, as measured with nine men's morris.
const (
	maxRoomBytes   = 256 << 20 // of all rooms: 8,000 games of 60 turns
	overShare      = 32        // finished matches may take 1/overShare of them
	roomBytes      = 2 << 10   // of a room without turns
	eventBytes     = 512       // of an event, with the turn it led to
	variationBytes = 160       // of a turn that was taken back
)

// cache keeps rooms in memory up to a number of bytes. Those unused for the
// longest time are evicted first, running games between people last, since anyone can
// create very many others. Only few finished matches are kept, to spare the garbage
// collector. An evicted room is read again from the store when it is needed.
type cache struct {
	max, bytes          int
	rooms               map[string]*cacheEntry
	games, others, over usage // games are the running ones between people
}

// usage is a list of *cacheEntry, the last used first.
type usage struct {
	list.List
	bytes int
}

// cacheEntry is a room in the cache.
type cacheEntry struct {
	room  *cached
	id    string
	bytes int
	in    *usage
	at    *list.Element
}

func newCache(maxBytes int) *cache {
	return &cache{max: maxBytes, rooms: map[string]*cacheEntry{}}
}

// find returns the room of a match, nil if it is not in memory.
func (c *cache) find(id string) *cached {
	if k := c.rooms[id]; k != nil {
		k.in.MoveToFront(k.at)
		return k.room
	}
	return nil
}

// keep adds a room, or notes how large it is now, and drops others until all of
// them are small enough. The room is locked.
func (c *cache) keep(r *cached) {
	k, in := c.rooms[r.Info.ID], c.listOf(&r.Info)
	if k != nil && k.in != in {
		c.remove(k.id)
		k = nil
	}
	if k != nil {
		in.MoveToFront(k.at)
	} else {
		k = &cacheEntry{room: r, id: r.Info.ID, in: in}
		c.rooms[k.id], k.at = k, in.PushFront(k)
	}
	c.bytes += r.bytes - k.bytes
	in.bytes += r.bytes - k.bytes
	k.bytes = r.bytes
	for c.over.bytes > c.max/overShare && c.drop(k, &c.over) {
	}
	for c.bytes > c.max && c.drop(k, &c.over, &c.others, &c.games) {
	}
}

func (c *cache) listOf(info *Info) *usage {
	switch {
	case info.Status == match.Over:
		return &c.over
	case info.BetweenPeople() && info.Status == match.Playing:
		return &c.games
	}
	return &c.others
}

// drop evicts the least recently used room of the first list that has one, except one
// room. It reports whether it did.
func (c *cache) drop(except *cacheEntry, lists ...*usage) bool {
	for _, l := range lists {
		if last := l.Back(); last != nil && last != except.at {
			c.remove(last.Value.(*cacheEntry).id)
			return true
		}
	}
	return false
}

// remove removes a room, if it is there.
func (c *cache) remove(id string) {
	if k := c.rooms[id]; k != nil {
		k.in.Remove(k.at)
		delete(c.rooms, id)
		c.bytes -= k.bytes
		k.in.bytes -= k.bytes
	}
}

// sizeOf estimates the bytes that events take in a room.
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
