// SPDX-License-Identifier: Apache-2.0

package presence

import (
	"sync"
	"time"

	"cairn/internal/live/cluster"
)

// wakeEvery is how often pages learn how many watch a match.
const wakeEvery = time.Second

// Audience counts the spectators of matches.
type Audience struct {
	bus       cluster.Bus
	elsewhere *elsewhere

	mu      sync.Mutex
	matches map[string]*spectators
}

// spectators is the spectators of one match, with the number of their pages.
type spectators struct {
	people map[string]int
	waking bool // the pages will be woken
}

// Enter notes a page of a spectator and returns the function that ends it.
func (a *Audience) Enter(match, who string) (leave func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	c := a.matches[match]
	if c == nil {
		c = &spectators{people: map[string]int{}}
		a.matches[match] = c
	}
	c.people[who]++
	a.wake(match, c)
	return sync.OnceFunc(func() { a.leave(match, c, who) })
}

func (a *Audience) leave(match string, c *spectators, who string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if c.people[who]--; c.people[who] > 0 {
		return
	}
	delete(c.people, who)
	if len(c.people) == 0 && a.matches[match] == c {
		delete(a.matches, match)
	}
	a.wake(match, c)
}

// wake lets the pages of a match count again in a moment, together with others who
// come and go until then.
func (a *Audience) wake(match string, c *spectators) {
	if c.waking {
		return
	}
	c.waking = true
	time.AfterFunc(wakeEvery, func() {
		a.mu.Lock()
		c.waking = false
		a.mu.Unlock()
		a.bus.Publish(cluster.ExtrasTopic(match), 1)
	})
}

// Count returns how many watch a match. A spectator on several nodes counts several
// times.
func (a *Audience) Count(match string) int {
	count := a.elsewhere.watchers(match)
	a.mu.Lock()
	defer a.mu.Unlock()
	if c := a.matches[match]; c != nil {
		count += len(c.people)
	}
	return count
}

// counts returns how many watch each match on this node.
func (a *Audience) counts() map[string]int {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := make(map[string]int, len(a.matches))
	for match, c := range a.matches {
		list[match] = len(c.people)
	}
	return list
}
