// SPDX-License-Identifier: Apache-2.0

package lru_test

import (
	"testing"

	"cairn/internal/lru"
)

// want checks which of the keys a, b, c and d a cache has. It reads them by DeleteFunc,
// which does not mark them as used.
func want(t *testing.T, c *lru.Cache[string, int], when, keys string) {
	t.Helper()
	found := map[string]bool{}
	c.DeleteFunc(func(key string, _ int) bool {
		found[key] = true
		return false
	})
	got := ""
	for _, key := range []string{"a", "b", "c", "d"} {
		if found[key] {
			got += key
		}
	}
	if got != keys {
		t.Errorf("%s: got %q, want %q", when, got, keys)
	}
}

func TestCache(t *testing.T) {
	c := lru.New[string, int](10)
	c.Add("a", 1, 4)
	c.Add("b", 2, 4)
	if value, ok := c.Find("a"); value != 1 || !ok {
		t.Errorf("got %d, %t", value, ok)
	}
	if value, ok := c.Find("c"); value != 0 || ok {
		t.Errorf("unknown key: got %d, %t", value, ok)
	}
	c.Add("c", 3, 3)
	want(t, c, "the least recently used makes room", "ac")
	c.Add("c", 4, 6)
	want(t, c, "a replaced value has its new size", "ac")
	if value, _ := c.Find("c"); value != 4 {
		t.Errorf("replaced value: got %d", value)
	}
	c.Delete("a")
	c.Delete("a")
	want(t, c, "deleted", "c")
	c.Add("a", 1, 4)
	c.DeleteFunc(func(key string, value int) bool { return key == "a" && value == 1 })
	want(t, c, "deleted by a function", "c")
	c.Add("d", 5, 11)
	want(t, c, "too large for the cache", "")
	c.Add("a", 1, 10)
	want(t, c, "all of the capacity is free again", "a")
}
