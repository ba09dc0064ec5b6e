// SPDX-License-Identifier: Apache-2.0

// Package lru is a cache in memory of bounded size, which evicts the least recently
// used entries. It knows no time: entries do not expire.
package lru

import (
	"container/list"
	"sync"
)

// Cache is a cache. Its methods may be called concurrently.
type Cache[K comparable, V any] struct {
	mu      sync.Mutex
	free    int
	order   list.List // of *item[K, V], the most recently used first
	entries map[K]*list.Element
}

type item[K comparable, V any] struct {
	key   K
	value V
	size  int
}

// New returns an empty cache. The sum of the sizes of its entries is at most capacity.
func New[K comparable, V any](capacity int) *Cache[K, V] {
	return &Cache[K, V]{free: capacity, entries: map[K]*list.Element{}}
}

// Find returns the value of a key and marks it as used.
func (c *Cache[K, V]) Find(key K) (value V, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e == nil {
		return value, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*item[K, V]).value, true
}

// Add adds or replaces the value of a key, and evicts others. A value that is larger
// than the whole cache is not kept.
func (c *Cache[K, V]) Add(key K, value V, size int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(c.entries[key])
	c.entries[key] = c.order.PushFront(&item[K, V]{key, value, size})
	for c.free -= size; c.free < 0; {
		c.remove(c.order.Back())
	}
}

// Delete removes a key.
func (c *Cache[K, V]) Delete(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(c.entries[key])
}

// DeleteFunc removes the entries for which f is true. f must not use the cache.
func (c *Cache[K, V]) DeleteFunc(f func(K, V) bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, e := range c.entries {
		if kept := e.Value.(*item[K, V]); f(kept.key, kept.value) {
			c.remove(e)
		}
	}
}

// remove removes an element, if it is not nil.
func (c *Cache[K, V]) remove(e *list.Element) {
	if e == nil {
		return
	}
	gone := c.order.Remove(e).(*item[K, V])
	delete(c.entries, gone.key)
	c.free += gone.size
}
