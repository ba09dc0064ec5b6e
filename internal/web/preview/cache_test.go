// SPDX-License-Identifier: Apache-2.0

package preview

import "testing"

// What has not been asked for the longest makes room.
func TestCache(t *testing.T) {
	c := newCache(10)
	c.add("a", []byte("1234"))
	c.add("b", []byte("5678"))
	c.add("b", []byte("5678"))
	c.find("a")
	c.add("c", []byte("90"))
	if c.find("a") == nil || c.find("b") != nil || string(c.find("c")) != "90" {
		t.Errorf("got a %q, b %q, c %q", c.find("a"), c.find("b"), c.find("c"))
	}
	c.add("d", make([]byte, 20))
	if len(c.found) != 0 || c.order.Len() != 0 || c.room != 10 {
		t.Errorf("after one that is too large: got %d kept, room %d", len(c.found), c.room)
	}
}
