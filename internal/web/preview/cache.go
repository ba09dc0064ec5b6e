// SPDX-License-Identifier: Apache-2.0

package preview

import (
	"container/list"
	"sync"
)

// cache keeps the pictures that were asked for last, up to so many bytes.
type cache struct {
	sync.Mutex
	room  int
	order list.List // of *kept, the latest first
	found map[string]*list.Element
}

// kept is a picture with its key.
type kept struct {
	key  string
	data []byte
}

func (k *kept) size() int { return len(k.key) + len(k.data) }

func newCache(room int) *cache { return &cache{room: room, found: map[string]*list.Element{}} }

// find returns a picture, nil when it is not kept.
func (c *cache) find(key string) []byte {
	c.Lock()
	defer c.Unlock()
	e := c.found[key]
	if e == nil {
		return nil
	}
	c.order.MoveToFront(e)
	return e.Value.(*kept).data
}

// add keeps a picture, and drops those that have not been asked for the longest.
func (c *cache) add(key string, data []byte) {
	c.Lock()
	defer c.Unlock()
	if c.found[key] != nil {
		return
	}
	k := &kept{key, data}
	c.found[key] = c.order.PushFront(k)
	for c.room -= k.size(); c.room < 0; {
		last := c.order.Remove(c.order.Back()).(*kept)
		delete(c.found, last.key)
		c.room += last.size()
	}
}
